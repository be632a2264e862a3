/** What the desk says, shown to those who look; the live region in desk.tsx has the same words for those who listen. */
import { shownWords } from "../state/announce";
import { activeId } from "../state/panes";

/** Stands above the bar of the pane that is worked in, and takes no room. */
export function Announced({ pane }: { pane: string }) {
  const words = activeId.value === pane ? shownWords.value : "";
  return (
    <div class="announced" aria-hidden="true">
      {words === "" ? null : <p key={words}>{words}</p>}
    </div>
  );
}
