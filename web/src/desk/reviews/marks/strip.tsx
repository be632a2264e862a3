/** Above the bar, where a pane has no margin: the tools for a selection, and the words of a mark. */
import { MarkList } from "./list";
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
          <Below desk={desk} />
        </div>
      )}
    </>
  );
}
