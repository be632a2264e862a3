/** The panel's two tabs, and how much each of them tells of. */
import { el, setText } from "./dom";
import type { KeyUse } from "./keys";
import type { Store } from "./store";

export type Tab = "this" | "all";

const TABS: readonly { tab: Tab; name: string; words: string }[] = [
  { tab: "this", name: "tab-this-page", words: "This Page" },
  { tab: "all", name: "tab-all-pages", words: "All Pages" },
];
export const tabId = (tab: Tab) => `air-tab-${tab}`;

export const ofPage = <Entry extends { pageUrl: string }>(entries: readonly Entry[], page: string) => entries.filter(({ pageUrl }) => pageUrl === page);

/** How many notes and annotations a tab tells of. */
function countIn(tab: Tab, { annotations, notes }: Store): number {
  const entries = [...annotations, ...notes];
  return tab === "all" ? entries.length : ofPage(entries, location.pathname).length;
}

/** The two tabs; `onChoice` hears which one is wanted. */
export function createTabs(onChoice: (tab: Tab) => void) {
  const made = TABS.map(({ tab, name, words }) => {
    const attributes = { type: "button", class: "air-panel__tab", id: tabId(tab), role: "tab", "data-air-el": name, "aria-controls": "air-panel-content" };
    const node = el("button", attributes, words);
    node.addEventListener("click", () => onChoice(tab));
    return { tab, words, node };
  });
  const select = (chosen: Tab) => {
    for (const { tab, node } of made) {
      node.setAttribute("aria-selected", String(tab === chosen));
      node.tabIndex = tab === chosen ? 0 : -1;
      node.classList.toggle("air-panel__tab--active", tab === chosen);
    }
  };
  const keys: KeyUse = ({ key }, target) => {
    const at = made.findIndex(({ node }) => node === target);
    if (at < 0 || !["ArrowLeft", "ArrowRight", "Home", "End"].includes(key)) return false;
    const next = made[key === "Home" ? 0 : key === "End" ? 1 : 1 - at];
    next?.node.click();
    next?.node.focus();
    return true;
  };
  const count = (store: Store) => made.forEach(({ tab, words, node }) => setText(node, `${words} (${countIn(tab, store)})`));
  return { node: el("div", { class: "air-panel__tabs", role: "tablist", "aria-label": "Pages" }, ...made.map(({ node }) => node)), select, keys, count };
}
