/** The marks that the agent carried out, in one line: they ask for nothing, and can be looked at and opened again. */
import { Icon } from "../../../parts/icon";
import { carriedMarks, isDone } from "../../../state/annotations";
import type { PaneMarks } from "./pane_marks";

export function DoneLine({ paneMarks }: { paneMarks: PaneMarks }) {
  const carried = carriedMarks(paneMarks.review, paneMarks.revision);
  const done = carried.filter(isDone).length;
  if (done === 0) return null;
  const { unfolded } = paneMarks;
  return (
    <p class="done-line">
      <Icon shape="tick" />
      <span>
        <b>{done}</b> of {carried.length} done as asked
      </span>{" "}
      <button type="button" class="link" aria-expanded={unfolded.value} onClick={() => (unfolded.value = !unfolded.value)}>
        {unfolded.value ? "Fold away" : "Show"}
      </button>
    </p>
  );
}
