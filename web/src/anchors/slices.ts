/** Long work in short tasks, so that what a person types comes in between. */

export interface Pace {
  /** How long one task may take. */
  budget_ms: number;
  /** Resolves in a new task. */
  breathe: () => Promise<void>;
}

const EASY: Pace = { budget_ms: 12, breathe: () => new Promise((resolve) => setTimeout(resolve)) };

/** Runs steps, one `yield` after another, until they return. */
export async function inSlices<Result>(steps: Generator<void, Result>, { budget_ms, breathe }: Pace = EASY): Promise<Result> {
  let begun = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - begun < budget_ms) continue;
    await breathe();
    begun = performance.now();
  }
}

/** The same work in one go. */
export function atOnce<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
