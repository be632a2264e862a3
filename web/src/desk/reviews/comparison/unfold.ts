/** From a fold in the source to the whole source, at the same place. */
import { compare, comparisonOf } from "../../../state/comparison";
import { placeOfRow, type ReadingPosition } from "../staying";

/** The fold whose control was clicked, as the place to go to; the keyboard clicks too. */
export function foldClicked(event: Event): ReadingPosition | null {
  const row = event.target instanceof Element ? event.target.closest("button.unfold")?.closest("tr") : null;
  const place = row == null ? null : placeOfRow(row);
  // The control goes with the fold; its first line takes the focus.
  return place === null ? null : { ...place, focus: true };
}

export function showWholeSource(pane: string, review: string): void {
  const comparing = comparisonOf(pane, review);
  if (comparing !== null) compare(pane, review, comparing.old, comparing.new, "source_whole");
}
