/** The desk's own line under the title: who wrote this, when, on which branch. */
import { slowNow } from "../../state/clock";
import { whenWords } from "../../state/words";
import type { Review, Revision } from "../../wire/types";

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
    </p>
  );
}
