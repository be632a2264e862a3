/** How long an annotation that the page has lost is looked for, before the panel says that it is nowhere. */
import { statusOf } from "./status";
import type { Annotation, Standing } from "./types";

const GRACE_MS = 15_000;

/** What the panel says of the place of an annotation. */
export type Whereabouts = "here" | "checking" | "orphaned";

export interface Orphans {
  /** The painter's word, whether or not anybody looks at the panel. */
  heard: (id: string, standing: Standing) => void;
  whereabouts: (annotation: Annotation, standing: Standing) => Whereabouts;
  /** The store was changed from elsewhere, so the page is about to change, too. */
  onStoreChanged: () => void;
}

/** @param onDue called when a grace period has ended */
export function trackOrphans(onDue: () => void): Orphans {
  const anchored = new Set<string>();
  const lost = new Map<string, number>();
  let timer = 0;
  const left = (id: string) => (lost.get(id) ?? Date.now()) + GRACE_MS - Date.now();
  const wake = () => {
    clearTimeout(timer);
    const soonest = Math.min(...[...lost.keys()].map(left).filter((time) => time > 0));
    if (Number.isFinite(soonest)) timer = window.setTimeout(due, soonest);
  };
  const due = () => {
    onDue();
    wake();
  };
  return {
    heard(id, standing) {
      if (standing === "found") {
        anchored.add(id);
        lost.delete(id);
      } else if (anchored.has(id) && !lost.has(id)) {
        lost.set(id, Date.now());
        wake();
      }
    },
    whereabouts(annotation, standing) {
      if (standing === "found") return "here";
      if (statusOf(annotation) === "in_progress") return "checking";
      if (anchored.has(annotation.id)) return left(annotation.id) > 0 ? "checking" : "orphaned";
      return standing === "searching" ? "here" : "orphaned";
    },
    onStoreChanged() {
      for (const id of lost.keys()) lost.set(id, Date.now());
      wake();
    },
  };
}
