/** What a comparison adds to the head of its pane: the view, and which two revisions. */
import { compare, isNarrow, viewOf, type Comparing } from "../../../state/comparison";
import type { ComparisonView } from "../../../wire/client";

const VIEWS: readonly [ComparisonView, string][] = [
  ["inline", "Inline"],
  ["side", "Side by side"],
  ["source", "Source"],
];
/** So many revisions can be chosen from on either side; older ones are reached step by step. */
const MOST = 6;

interface Props {
  pane: string;
  comparing: Comparing;
  /** How many revisions there are. */
  count: number;
}

export const ComparisonTools = ({ pane, comparing, count }: Props) => (
  <div class="comparing">
    <Views pane={pane} comparing={comparing} />
    <Chooser pane={pane} comparing={comparing} count={count} />
  </div>
);

function Views({ pane, comparing }: Omit<Props, "count">) {
  const { review, old, new: newer } = comparing;
  const drawn = viewOf(pane, comparing);
  // The whole source is source too; choosing it again folds it.
  const shown = drawn === "source_whole" ? "source" : drawn;
  const narrow = isNarrow(pane).value;
  return (
    <div class="switch" role="group" aria-label="How to show it">
      {VIEWS.map(([view, words]) => (
        <button
          key={view}
          type="button"
          class={view}
          aria-pressed={view === shown}
          title={view === "side" && narrow ? "This pane is too narrow for two columns" : undefined}
          onClick={() => compare(pane, review, old, newer, view)}
        >
          {words}
        </button>
      ))}
    </div>
  );
}

const span = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

/** "Revision 1 [2] to [3]": on the left what may be the older, on the right what may be the newer. */
function Chooser({ pane, comparing, count }: Props) {
  const { review, old, new: newer } = comparing;
  const older = span(Math.max(1, Math.min(old, newer - MOST)), newer - 1);
  const later = span(old + 1, Math.min(count, Math.max(newer, old + MOST)));
  const button = (number: number, words: string, current: boolean, choose: () => void) => (
    <button key={number} type="button" aria-label={words} aria-pressed={current} onClick={choose}>
      {number}
    </button>
  );
  return (
    <div class="revisions" role="group" aria-label="Compared revisions">
      <span aria-hidden="true">Revision</span>
      {older.map((number) => button(number, `From revision ${number}`, number === old, () => compare(pane, review, number, newer)))}
      <span aria-hidden="true">to</span>
      {later.map((number) => button(number, `To revision ${number}`, number === newer, () => compare(pane, review, old, number)))}
    </div>
  );
}
