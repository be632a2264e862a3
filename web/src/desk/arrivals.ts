/** A new item comes: it finds its place on the desk, and the person is told without being disturbed. */
import { announce } from "../state/announce";
import { hasUnsent } from "../state/decisions";
import { activeId, panes, place, shownItem, type PaneSurroundings } from "../state/panes";
import { inboxItems, itemOf } from "../state/reviews";
import { notifies } from "../state/settings";
import type { ByKind, Item } from "../state/items";

function surroundings(): PaneSurroundings {
  const stage = document.querySelector(".panes");
  return { width_px: stage?.clientWidth ?? window.innerWidth - 272, itemOf, hasWords: hasUnsent };
}

/** No word of the agent's is in a notification: it is the desk's own voice. */
const NEWS: ByKind<{ announced: string; notified: string }> = {
  review: { announced: "asks for a review", notified: "A plan waits for you." },
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
export function settleDesk(): void {
  const items = inboxItems.peek().filter(({ status }) => status === "open");
  const unseen = items.filter(({ seen }) => !seen).sort((one, other) => (one.opened_at < other.opened_at ? 1 : -1));
  const shown = new Set([...panes.peek().values()].map(shownItem));
  const [newest] = unseen;
  if (newest !== undefined && !shown.has(newest.id)) place(newest, surroundings());
  else if (panes.peek().get(activeId.peek())?.view.kind === "empty" && items[0] !== undefined) place(items[0], surroundings());
}
