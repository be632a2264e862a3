/** How long an annotation that the page has lost is looked for, before the panel says that it is nowhere. */
import { statusOf } from "./status";
import type { Annotation, Standing } from "./types";

const GRACE_MS = 15_000;

/** What the panel says of the place of an annotation. */
export type Whereabouts = "here" | "checking" | "orphaned";

export interface Orphans {
  whereabouts: (annotation: Annotation, standing: Standing) => Whereabouts;
  /** The store was changed from elsewhere, so the page is about to change, too. */
  onStoreChanged: () => void;
}

/** @param onDue called when a grace period has ended */
export function trackOrphans(onDue: () => void): Orphans {
  const anchored = new Set<string>();
  const lost = new Map<string, number>();
  let timer = 0;
  const wake = () => {
    clearTimeout(timer);
    const since = Math.min(...lost.values());
    if (Number.isFinite(since)) timer = window.setTimeout(onDue, since + GRACE_MS - Date.now());
  };
  const beingLookedFor = (id: string): Whereabouts => {
    const since = lost.get(id) ?? Date.now();
    if (Date.now() - since >= GRACE_MS) return "orphaned";
    if (!lost.has(id)) {
      lost.set(id, since);
      wake();
    }
    return "checking";
  };
  return {
    whereabouts(annotation, standing) {
      if (standing === "found") {
        anchored.add(annotation.id);
        lost.delete(annotation.id);
        return "here";
      }
      if (statusOf(annotation) === "in_progress") return "checking";
      if (anchored.has(annotation.id)) return beingLookedFor(annotation.id);
      return standing === "searching" ? "here" : "orphaned";
    },
    onStoreChanged() {
      lost.clear();
      clearTimeout(timer);
    },
  };
}
