/** A new item comes: it finds its place on the desk, and the person is told without being disturbed. */
import { announce } from "../state/announce";
import { isAnswerBegun } from "../state/asked_drafts";
import { hasUnsent } from "../state/decisions";
import { activeId, panes, place, shownItem, type PaneSurroundings } from "../state/panes";
import { inboxItems, itemOf } from "../state/reviews";
import type { ByKind, Item, ItemName } from "../state/items";
import { tell } from "./notices";
import { openItem } from "./opening";

function surroundings(): PaneSurroundings {
  const stage = document.querySelector(".panes");
  return { width_px: stage?.clientWidth ?? window.innerWidth - 272, itemOf, hasWords: (id) => hasUnsent(id) || isAnswerBegun(id) };
}

const ANNOUNCED: ByKind<string> = {
  review: "asks for a review",
  permission: "asks for permission",
  question: "asks a question",
};

export function arrive(item: Item): void {
  place(item, surroundings());
  announce(`${item.agent_name} ${ANNOUNCED[item.item_kind]}`);
  tell(item);
}

const LINK = /^#(?<kind>review|permission|question)=(?<id>[a-z]{2}_[0-9a-z]{26})$/u;

/** What the link of a notification names, taken out of the address: going back must not open it again. */
function takeLink(): ItemName | null {
  const found = LINK.exec(location.hash)?.groups;
  if (found === undefined) return null;
  history.replaceState(history.state, "", location.pathname);
  return { item_kind: found["kind"] as Item["item_kind"], id: found["id"] ?? "" };
}

/** A fresh page shows what its link names, else the newest item that nobody has seen, else what it showed last, else what is most urgent. */
export function settleDesk(newest: string | null): void {
  const linked = takeLink();
  if (linked !== null) return openItem(linked);
  const unseen = newest === null ? null : itemOf(newest);
  const urgent = inboxItems.peek().find((item) => item.status === "open");
  const shown = new Set([...panes.peek().values()].map(shownItem));
  if (unseen !== null && !shown.has(unseen.id)) place(unseen, surroundings());
  else if (panes.peek().get(activeId.peek())?.view.kind === "empty" && urgent !== undefined) place(urgent, surroundings());
}
