/** The margin: the person's words on the whole, of this revision and of the round before. */
import { nameInPane } from "../../state/panes";
import type { Revision } from "../../wire/types";

interface Props {
  pane: string;
  history: readonly Revision[];
  number: number;
}

export function Margin({ pane, history, number }: Props) {
  const here = history.find((revision) => revision.number === number);
  const before = history.filter((revision) => revision.number < number && revision.notes !== null).at(-1);
  return (
    <aside class="margin" aria-label={nameInPane("Your notes", pane)}>
      {here?.notes == null ? null : <Note kind="On the whole" words={here.notes} />}
      {before?.notes == null ? null : <Note kind={`You on revision ${before.number}`} words={before.notes} />}
    </aside>
  );
}

const Note = ({ kind, words }: { kind: string; words: string }) => (
  <div class="note">
    <span class="kind">{kind}</span>
    <span class="said">{words}</span>
  </div>
);
