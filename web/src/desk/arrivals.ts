/** A new plan comes: it finds its place on the desk, and the person is told without being disturbed. */
import { announce } from "../state/announce";
import { hasUnsent } from "../state/decisions";
import { activeId, panes, place, shownReview, type PaneSurroundings } from "../state/panes";
import { inboxItems, reviewOf } from "../state/reviews";
import { notifies } from "../state/settings";
import type { Review } from "../wire/types.gen";

function surroundings(): PaneSurroundings {
  const stage = document.querySelector(".panes");
  return { width_px: stage?.clientWidth ?? window.innerWidth - 272, reviewOf, hasWords: hasUnsent };
}

export function arrive(review: Review): void {
  place(review, surroundings());
  announce(`${review.agent_name} asks for a review`);
  if (!notifies.peek() || document.visibilityState === "visible") return;
  // No word of the agent's: a notification is the desk's own voice.
  const notice = new Notification("Countermark", { body: "A plan waits for you.", tag: "countermark" });
  notice.onclick = () => window.focus();
}

/** A fresh page shows the newest plan that nobody has seen, else what it showed last, else what is most urgent. */
export function settleDesk(): void {
  const items = inboxItems.peek().filter((review) => review.status === "open");
  const unseen = items.filter((review) => !review.seen).sort((one, other) => (one.opened_at < other.opened_at ? 1 : -1));
  const shown = new Set([...panes.peek().values()].map(shownReview));
  const [newest] = unseen;
  if (newest !== undefined && !shown.has(newest.id)) place(newest, surroundings());
  else if (panes.peek().get(activeId.peek())?.view.kind === "empty" && items[0] !== undefined) place(items[0], surroundings());
}
