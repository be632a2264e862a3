/** Notes on the whole: beside the title. */
import { isNote } from "./items";
import { Composer } from "./composer";
import { MarginNote } from "./note";
import { DoneLine } from "./done_line";
import type { PaneMarks } from "./pane_marks";

export function Whole({ desk }: { desk: PaneMarks }) {
  const items = desk.notes.filter(isNote);
  return (
    <>
      <DoneLine desk={desk} />
      {items.map((item) => (
        <div key={item.id} data-whole={item.id}>
          {desk.wide.value || desk.composing.value !== item.id ? <MarginNote desk={desk} item={item} /> : null}
        </div>
      ))}
    </>
  );
}

/** On a narrow pane words are written in a strip above the bar. */
export const Below = ({ desk }: { desk: PaneMarks }) =>
  desk.wide.value || desk.composing.value === null ? null : <Composer desk={desk} slot={desk.composing.value} />;
