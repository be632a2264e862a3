/** Above the bar, where a pane has no margin: the tools for a selection, and the words of a mark. */
import * as acts from "./acts";
import { MarkList } from "./list";
import type { PaneMarks } from "./pane_marks";
import { marksIn } from "./registry";
import { Tools } from "./tools";
import { Below } from "./whole";

export function Strip({ pane }: { pane: string }) {
  const paneMarks = marksIn(pane).value;
  if (paneMarks === null) return null;
  return (
    <>
      {paneMarks.listed.value ? <MarkList paneMarks={paneMarks} /> : null}
      {paneMarks.wide.value ? null : (
        <div class="mark-strip">
          <Tools paneMarks={paneMarks} />
          <Removed paneMarks={paneMarks} />
          <Below paneMarks={paneMarks} />
        </div>
      )}
    </>
  );
}

/** For a thumb, which has no keys to take a step back with. */
function Removed({ paneMarks }: { paneMarks: PaneMarks }) {
  const { removed, selected, composing } = paneMarks;
  if (removed.value === null || selected.value !== null || composing.value !== null) return null;
  return (
    <p class="removed">
      Mark removed.
      <button type="button" class="link" onClick={() => acts.takeBack(paneMarks, false)}>
        Take it back
      </button>
    </p>
  );
}
