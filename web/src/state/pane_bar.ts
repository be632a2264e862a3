/** The decision bar of a pane, read from what the desk knows at this moment. */
import { isOnWhole, unsentMarks } from "./annotations";
import { pendingOf } from "./annotations_pending";
import { barOf } from "./bar";
import type { Bar, BarFacts, Open, Unsent } from "./bar_facts";
import { now, slowNow } from "./clock";
import { phaseOf, revisionsOf } from "./decisions";
import { documentIn } from "./documents";
import { wordsOf } from "./drafts/answers";
import { failureFor, isAwaiting } from "./images_pending";
import { RING_FROM_MS } from "./inbox";
import { lacking, openMarks } from "./open_marks";
import { shownReview, type Pane } from "./panes";
import { reviewOf } from "./reviews";

export function barIn(pane: Pane): Bar | null {
  const facts = factsIn(pane);
  return facts === null ? null : barOf(facts);
}

function unsentOf(review: string, revision: number): Unsent {
  const marks = unsentMarks(review, revision);
  const notes = marks.filter(isOnWhole).length;
  const changed_at = marks.reduce((last, mark) => (mark.changed_at > last ? mark.changed_at : last), "");
  const kept = pendingOf(review).value.every(({ refused }) => refused !== null);
  return { marks: marks.length - notes, notes, changed_at: changed_at === "" ? null : changed_at, kept };
}

function openOf(review: string, revision: number): Open {
  const drafts = openMarks(review, revision);
  const lacks = drafts.map((draft) => failureFor(draft.slot) ?? lacking(draft)).find((why) => why !== null) ?? null;
  return { count: drafts.length, lacks, awaiting: drafts.some(({ slot }) => isAwaiting(slot)) };
}

export function factsIn(pane: Pane): BarFacts | null {
  const id = shownReview(pane);
  const review = id === null ? null : reviewOf(id);
  if (review === null) return null;
  const shown = documentIn(pane.id).value;
  const current = shown?.review === review.id ? shown : null;
  const other = current !== null && current.revision !== review.revision ? current.revision : null;
  const end = review.status === "open" && review.expires_at !== null ? Date.parse(review.expires_at) : Infinity;
  const near = end - slowNow.value < RING_FROM_MS + 15_000;
  return {
    review,
    older: other === null ? null : (revisionsOf(review.id).value.find((revision) => revision.number === other) ?? null),
    phase: phaseOf(review.id).value,
    words: wordsOf(review.id).value,
    loaded: current,
    failed: current !== null && current.failure !== null,
    unsent: unsentOf(review.id, review.revision),
    open: openOf(review.id, review.revision),
    now: near ? now.value : slowNow.value,
  };
}
