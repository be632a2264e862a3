/** The desk's own line under the title: who wrote this, when, on which branch. */
import { useMemo } from "preact/hooks";
import { slowNow } from "../../state/clock";
import { markDraftsOf } from "../../state/drafts/marks";
import { unsentMarks } from "../../state/annotations";
import { REVISION_WORDS } from "../../state/bar";
import { saysMarking } from "../../state/teaching";
import { capitalised, whenWords } from "../../state/words";
import type { Review, Revision } from "../../wire/types.gen";

interface Props {
  review: Review;
  revision: Revision | null;
  number: number;
}

export function Byline({ review, revision, number }: Props) {
  const written = revision?.opened_at ?? review.opened_at;
  return (
    <p class="byline">
        {review.agent_name}, revision {number} of {Math.max(number, review.revisions)}, written {whenWords(written, slowNow.value)}.
        {review.branch === null ? null : (
          <>
            {" "}
            Branch <code>{review.branch}</code>
          </>
        )}
        {revision?.verdict == null ? null : (
          <span class="on-paper"> {capitalised(REVISION_WORDS[revision.verdict])} {whenWords(revision.decided_at ?? written, slowNow.value)}.</span>
        )}
    </p>
  );
}

/** Said once, until the first mark stands. */
export function MarkingHint({ review }: { review: Review }) {
  const marked = unsentMarks(review.id, review.revision).length > 0 || markDraftsOf(review.id).value.length > 0;
  const wanted = useMemo(() => review.status === "open" && !marked && saysMarking(review.id), [review.id]);
  if (!wanted || marked || review.status !== "open") return null;
  return <p class="byline">Words can be marked: select some, then comment, strike, replace or insert.</p>;
}
