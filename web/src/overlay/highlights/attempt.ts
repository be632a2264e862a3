/** Work that a page's own state may forbid: a stored selector that is none, a full store, a frame of somebody else. */

/** By their names, for each frame has classes of its own. */
const FORESEEN = new Set(["SyntaxError", "NamespaceError", "InvalidStateError", "QuotaExceededError", "SecurityError", "TypeError"]);

const told = new Set<string>();

/** Work on one annotation: whatever fails there is said once, and keeps no other one from being shown (16.1). */
export function apart<Result>(id: string, work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (!told.has(id)) console.error("[astro-inline-review]", "Failed to show an annotation", error);
    told.add(id);
    return null;
  }
}

/** What the work answers; null if it was forbidden. */
export function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (failure) {
    if (FORESEEN.has((failure as Error).name)) return null;
    throw failure;
  }
}
