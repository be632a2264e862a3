/** What a pane compares, as a text for its page: side by side only where two columns have room. */
import { useEffect, useMemo } from "preact/hooks";
import { comparisonOf, isNarrow, textOf, viewOf, type Comparing } from "../../../state/comparison";
import type { TextSource } from "../../../state/documents";
import type { Pane } from "../../../state/panes";

/** Two columns of prose need this much. */
const TWO_COLUMNS_PX = 900;

function followWidth(pane: string): () => void {
  const element = document.getElementById(pane);
  if (element === null) return () => undefined;
  const watch = new ResizeObserver(([entry]) => {
    if (entry !== undefined) isNarrow(pane).value = entry.contentRect.width < TWO_COLUMNS_PX;
  });
  watch.observe(element);
  return () => watch.disconnect();
}

interface Compared {
  comparing: Comparing;
  source: TextSource;
}

export function useComparison(pane: Pane, review: string): Compared | null {
  const comparing = comparisonOf(pane.id, review);
  const side = comparing?.view === "side";
  useEffect(() => (side ? followWidth(pane.id) : undefined), [side, pane.id]);
  const view = comparing === null ? null : viewOf(pane.id, comparing);
  const { old, new: newer } = comparing ?? {};
  return useMemo(() => {
    if (comparing === null || view === null) return null;
    const shown = { ...comparing, view };
    return { comparing: shown, source: textOf(shown) };
  }, [review, old, newer, view]);
}
