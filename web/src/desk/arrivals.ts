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
export function settleDesk(newest: string | null): void {
  const unseen = newest === null ? null : reviewOf(newest);
  const urgent = inboxItems.peek().find((review) => review.status === "open");
  const shown = new Set([...panes.peek().values()].map(shownReview));
  if (unseen !== null && !shown.has(unseen.id)) place(unseen, surroundings());
  else if (panes.peek().get(activeId.peek())?.view.kind === "empty" && urgent !== undefined) place(urgent, surroundings());
}
