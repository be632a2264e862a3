/** Above the bar, where a pane has no margin: the tools for a selection, and the words of a mark. */
import * as acts from "./acts";
import { MarkList } from "./list";
import type { PaneMarks } from "./pane_marks";
import { marksIn } from "./registry";
import { Tools } from "./tools";
import { Below } from "./whole";

export function Strip({ pane }: { pane: string }) {
  const desk = marksIn(pane).value;
  if (desk === null) return null;
  return (
    <>
      {desk.listed.value ? <MarkList desk={desk} /> : null}
      {desk.wide.value ? null : (
        <div class="mark-strip">
          <Tools desk={desk} />
          <Removed desk={desk} />
          <Below desk={desk} />
        </div>
      )}
    </>
  );
}

/** For a thumb, which has no keys to take a step back with. */
function Removed({ desk }: { desk: PaneMarks }) {
  const { removed, selected, composing } = desk;
  if (removed.value === null || selected.value !== null || composing.value !== null) return null;
  return (
    <p class="removed">
      Mark removed.
      <button type="button" class="link" onClick={() => acts.takeBack(desk, false)}>
        Take it back
      </button>
    </p>
  );
}
