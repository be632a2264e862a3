/** What becomes of a file: the lines that go, the lines that come, and the words in them that differ. */
import { useMemo } from "preact/hooks";
import { rowsIn } from "../../state/pieces";
import { plural } from "../../state/words";
import type { FileChange } from "../../wire/types.gen";
import { EndInSight } from "./end_in_sight";
import { Rest } from "./rest";
import { useReadingOn } from "./use_reading_on";

interface Props {
  change: FileChange;
  whole: boolean;
  onWhole: () => void;
  onSeen: () => void;
}

export function Difference({ change, whole, onWhole, onSeen }: Props) {
  const { added, removed, rows, isLong } = useMemo(() => rowsIn(change.html), [change.html]);
  const block = useReadingOn<HTMLElement>(whole);
  const folded = isLong && !whole;
  return (
    <section class="asked-block change" ref={block} aria-label={`Change of ${change.path}`}>
      <p class="path">
        <code>{change.path}</code>
        <span class="figures">
          {change.is_new ? "new file, " : ""}+{added} −{removed}
        </span>
      </p>
      {change.problem === null ? null : <p class="heed">{change.problem} Only the words that are replaced are shown.</p>}
      <div class={folded ? "document lines folded" : "document lines"} dangerouslySetInnerHTML={{ __html: change.html }} />
      {folded ? <Rest left={`the rest of ${plural(rows, "line")}`} onWhole={onWhole} /> : <EndInSight onSeen={onSeen} />}
    </section>
  );
}
