/** After an answer the next one that waits comes into the same pane, or gets the keys where it stands already. */
import { announce } from "../../state/announce";
import { isTogether, together } from "../../state/bulk";
import { deafen } from "../../state/cards";
import { isAsked, type Asked } from "../../state/items";
import { activate, panes, showIn, shownItem, viewOf } from "../../state/panes";
import { inboxItems } from "../../state/reviews";
import { plural } from "../../state/words";
import { openDialog } from "../dialogs";
import { focusPane } from "../opening";

/** The most urgent that is not put together with others. */
function nextAsked(without: ReadonlySet<string>): Asked | null {
  const free = (item: Asked) => item.status === "open" && !without.has(item.id) && !isTogether(item.id);
  return inboxItems.peek().filter(isAsked).find(free) ?? null;
}

/** Where an item is shown already, else this pane shows it now; it takes no key for a moment. */
export function bringUp(pane: string, item: Asked): void {
  const there = [...panes.peek().values()].find((each) => shownItem(each) === item.id)?.id;
  if (there === undefined) showIn(pane, viewOf(item));
  const target = there ?? pane;
  activate(target);
  deafen(target);
  focusPane(target);
}

/** `done`: what was answered, and what it settled; `said`: what to tell of it. Those put together come last, in their list. */
export function showNext(pane: string, done: readonly string[], said: string): void {
  const next = nextAsked(new Set(done));
  if (next !== null) {
    announce(`${said}. Next: ${next.title}`);
    return bringUp(pane, next);
  }
  const last = together.peek().length;
  announce(last === 0 ? said : `${said}. ${plural(last, "request")} together`);
  if (last > 0) openDialog.value = "together";
}
