/** The margin: the person's words on the whole, of this revision and of the round before, and the notes of the marks. */
import { later } from "../../parts/later";
import { nameInPane } from "../../state/panes";
import type { Revision } from "../../wire/types.gen";

const MarginMarks = later(() => import("./marks/margin_marks").then((part) => part.MarginMarks));

interface Props {
  pane: string;
  review: string;
  history: readonly Revision[];
  number: number;
}

export function Margin({ pane, review, history, number }: Props) {
  const here = history.find((revision) => revision.number === number);
  const before = history.filter((revision) => revision.number < number && revision.notes !== null).at(-1);
  return (
    <aside class="margin" aria-label={nameInPane("Your notes", pane)}>
      <div class="rounds">
        {here?.notes == null ? null : <RevisionNote kind="On the whole" words={here.notes} />}
        {before?.notes == null ? null : <RevisionNote kind={`You on revision ${before.number}`} words={before.notes} />}
      </div>
      <MarginMarks pane={pane} review={review} revision={number} />
    </aside>
  );
}

const RevisionNote = ({ kind, words }: { kind: string; words: string }) => (
  <div class="note">
    <span class="kind">{kind}</span>
    <span class="said">{words}</span>
  </div>
);
