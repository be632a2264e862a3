/** A new item comes: it finds its place on the desk, and the person is told without being disturbed. */
import { announce } from "../state/announce";
import { isAnswerBegun } from "../state/asked_drafts";
import { hasUnsent } from "../state/decisions";
import { activeId, panes, place, shownItem, type PaneSurroundings } from "../state/panes";
import { inboxItems, itemOf } from "../state/reviews";
import { notifies } from "../state/settings";
import type { ByKind, Item } from "../state/items";

function surroundings(): PaneSurroundings {
  const stage = document.querySelector(".panes");
  return { width_px: stage?.clientWidth ?? window.innerWidth - 272, itemOf, hasWords: (id) => hasUnsent(id) || isAnswerBegun(id) };
}

/** No word of the agent's is in a notification: it is the desk's own voice. */
const NEWS: ByKind<{ announced: string; notified: string }> = {
  review: { announced: "asks for a review", notified: "A plan waits for you." },
  permission: { announced: "asks for permission", notified: "An agent asks for permission." },
  question: { announced: "asks a question", notified: "An agent asks a question." },
};

export function arrive(item: Item): void {
  place(item, surroundings());
  const { announced, notified } = NEWS[item.item_kind];
  announce(`${item.agent_name} ${announced}`);
  if (!notifies.peek() || document.visibilityState === "visible") return;
  const notice = new Notification("Countermark", { body: notified, tag: "countermark" });
  notice.onclick = () => window.focus();
}

/** A fresh page shows the newest item that nobody has seen, else what it showed last, else what is most urgent. */
export function settleDesk(newest: string | null): void {
  const unseen = newest === null ? null : itemOf(newest);
  const urgent = inboxItems.peek().find((item) => item.status === "open");
  const shown = new Set([...panes.peek().values()].map(shownItem));
  if (unseen !== null && !shown.has(unseen.id)) place(unseen, surroundings());
  else if (panes.peek().get(activeId.peek())?.view.kind === "empty" && urgent !== undefined) place(urgent, surroundings());
}
