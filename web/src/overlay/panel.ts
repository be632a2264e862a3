/** The panel at the right: the notes and annotations of this page and of all pages, and what can be done with them. */
import { button, el, twoClicks } from "./dom";
import type { Doings } from "./doings";
import { keep, kept, thisTab } from "./keep";
import type { KeyUse } from "./keys";
import type { Late } from "./later";
import type { Inside } from "./panel_inside";
import { createTabs, tabId, type Tab } from "./panel_tabs";
import { shortcutWords } from "./shortcuts";

/** The page on which the tab *all pages* was chosen last: a reload of that page keeps the tab. */
const ALL_ON = "astro-inline-review-all-pages-on";

export interface Panel {
  node: HTMLElement;
  isOpen: () => boolean;
  show: (open: boolean) => void;
  /** Shows what the store holds now; a closed panel waits. */
  draw: () => void;
  /** Fills the panel, once, when the late script has come; until then it is an empty frame. */
  furnish: (part: Late) => void;
  /** Does nothing before `furnish`. */
  toggleNoteForm: (wanted?: boolean) => void;
  moveFocusIn: () => void;
  keys: KeyUse;
}

function shortcutsFooter(): HTMLElement {
  const names = ["toggle", "copy", "note"];
  const each = shortcutWords.map((keys, at) => el("span", {}, el("kbd", {}, keys), ` ${names[at] ?? ""}`));
  return el("div", { class: "air-panel__shortcuts", "data-air-el": "shortcuts-help" }, ...each, el("span", {}, el("kbd", {}, "Esc"), " close"));
}

/** Enter and Space on an item do what a click on it does. */
const itemKeys: KeyUse = ({ key }, target) => {
  if ((key !== "Enter" && key !== " ") || !(target instanceof HTMLElement) || !target.matches(".air-annotation-item")) return false;
  target.click();
  return true;
};

function createHeader(doings: Doings, onNote: () => void): HTMLElement {
  const clear = twoClicks("Clear All", "Confirm Delete", "clear-all", doings.clear);
  return el(
    "div",
    { class: "air-panel__header" },
    el("h2", { class: "air-panel__title" }, "Inline Review"),
    el(
      "div",
      { class: "air-panel__actions" },
      button("+ Note", "page-note-add", "", onNote),
      button("Copy All", "export", "export", doings.exportToClipboard),
      clear,
    ),
  );
}

export function createPanel(root: ShadowRoot, doings: Doings, onNote: () => void): Panel {
  let tab: Tab = kept(thisTab, ALL_ON) === location.pathname ? "all" : "this";
  let inside: Inside | null = null;
  const role = { role: "tabpanel", "aria-live": "polite", tabindex: "-1" };
  const content = el("div", { class: "air-panel__content", id: "air-panel-content", "data-air-el": "panel-content", ...role });
  const choose = (chosen: Tab) => {
    tab = chosen;
    keep(thisTab, ALL_ON, tab === "all" ? location.pathname : null);
    content.setAttribute("aria-labelledby", tabId(tab));
    tabs.select(tab);
    draw();
  };
  const tabs = createTabs(choose);
  const header = createHeader(doings, onNote);
  const attributes = { class: "air-panel", "data-air-el": "panel", "data-air-state": "closed", role: "complementary", "aria-label": "Inline Review Panel" };
  const node = el("div", attributes, header, tabs.node, content, shortcutsFooter());
  const isOpen = () => node.dataset["airState"] === "open";
  const draw = () => {
    if (!isOpen()) return;
    tabs.count(doings.store);
    inside?.draw(tab);
  };
  root.append(node);
  choose(tab);
  return {
    node,
    isOpen,
    show(open) {
      node.dataset["airState"] = open ? "open" : "closed";
      node.classList.toggle("air-panel--open", open);
      draw();
    },
    draw,
    furnish({ fillPanel }) {
      if (inside !== null) return;
      inside = fillPanel(content, doings);
      draw();
    },
    toggleNoteForm(wanted) {
      if (tab !== "this") choose("this");
      inside?.toggleNoteForm(wanted);
    },
    moveFocusIn: () => header.querySelector("button")?.focus({ preventScroll: true }),
    keys: (event, target) => tabs.keys(event, target) || itemKeys(event, target),
  };
}
