/** Notes on the whole: beside the title. */
import { isNote } from "./items";
import { Composer } from "./composer";
import { MarginNote } from "./note";
import { DoneLine } from "./done_line";
import type { PaneMarks } from "./pane_marks";

export function Whole({ paneMarks }: { paneMarks: PaneMarks }) {
  const items = paneMarks.notes.filter(isNote);
  return (
    <>
      <DoneLine paneMarks={paneMarks} />
      {items.map((item) => (
        <div key={item.id} data-whole={item.id}>
          {paneMarks.wide.value || paneMarks.composing.value !== item.id ? <MarginNote paneMarks={paneMarks} item={item} /> : null}
        </div>
      ))}
    </>
  );
}

/** On a narrow pane words are written in a strip above the bar. */
export const Below = ({ paneMarks }: { paneMarks: PaneMarks }) =>
  paneMarks.wide.value || paneMarks.composing.value === null ? null : <Composer paneMarks={paneMarks} slot={paneMarks.composing.value} />;
