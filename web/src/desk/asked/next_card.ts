/** After an answer the next one that waits comes into the same pane. */
import { announce } from "../../state/announce";
import { isAsked, type Asked } from "../../state/items";
import { activate, panes, showIn, shownItem, viewOf } from "../../state/panes";
import { inboxItems } from "../../state/reviews";
import { isTogether } from "../../state/bulk";
import { focusPane } from "../opening";

/** The most urgent that no other pane shows, and that is not put together with others. */
function nextAsked(pane: string, without: ReadonlySet<string>): Asked | null {
  const elsewhere = new Set([...panes.peek().values()].filter(({ id }) => id !== pane).map(shownItem));
  const free = (item: Asked) => item.status === "open" && !without.has(item.id) && !elsewhere.has(item.id) && !isTogether(item.id);
  return inboxItems.peek().filter(isAsked).find(free) ?? null;
}

/** `done`: what was answered, and what it settled; `said`: what to tell of it. Returns whether something came. */
export function showNext(pane: string, done: readonly string[], said: string): boolean {
  const next = nextAsked(pane, new Set(done));
  announce(next === null ? said : `${said}. Next: ${next.title}`);
  if (next === null) return false;
  showIn(pane, viewOf(next));
  activate(pane);
  focusPane(pane);
  return true;
}
