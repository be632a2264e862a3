/** All marks as notes at the foot of a printed text; a screen never shows them. */
import { printing } from "../../../state/printing";
import { ListedMark } from "./listed_mark";
import type { PaneMarks } from "./pane_marks";

export function PrintedMarks({ paneMarks }: { paneMarks: PaneMarks }) {
  if (!printing.value) return null;
  return (
    <ol class="printed-marks">
      {paneMarks.marks.value.map((mark) => (
        <li key={mark.id}>
          <ListedMark mark={mark} number={paneMarks.numbers.value.get(mark.id) ?? ""} quote={mark.quote} />
        </li>
      ))}
    </ol>
  );
}
