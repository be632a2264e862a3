/** The decision bar of a pane, read from what the desk knows at this moment. */
import { barOf, type Bar } from "./bar";
import { now, slowNow } from "./clock";
import { phaseOf, revisionsOf } from "./decisions";
import { documentIn } from "./documents";
import { wordsOf } from "./drafts";
import { RING_FROM_MS } from "./inbox";
import { shownReview, type Pane } from "./panes";
import { reviewOf } from "./reviews";

export function barIn(pane: Pane): Bar | null {
  const id = shownReview(pane);
  const review = id === null ? null : reviewOf(id);
  if (review === null) return null;
  const shown = documentIn(pane.id).value;
  const current = shown?.review === review.id ? shown : null;
  const other = current !== null && current.revision !== review.revision ? current.revision : null;
  const end = review.status === "open" && review.expires_at !== null ? Date.parse(review.expires_at) : Infinity;
  const near = end - slowNow.value < RING_FROM_MS + 15_000;
  return barOf({
    review,
    older: other === null ? null : (revisionsOf(review.id).value.find((revision) => revision.number === other) ?? null),
    phase: phaseOf(review.id).value,
    words: wordsOf(review.id).value,
    loaded: current,
    failed: current !== null && current.failure !== null,
    now: near ? now.value : slowNow.value,
  });
}
