/** Work that a page's own state may forbid: a stored selector that is none, a full store, a frame of somebody else. */

/** By their names, for each frame has classes of its own. */
const FORESEEN = new Set(["SyntaxError", "NamespaceError", "InvalidStateError", "QuotaExceededError", "SecurityError", "TypeError"]);

/** What the work answers; null if it was forbidden. */
export function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (failure) {
    if (FORESEEN.has((failure as Error).name)) return null;
    throw failure;
  }
}
