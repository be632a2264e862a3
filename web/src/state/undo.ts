/** What the person did to marks, step by step, so that it can be taken back and done again. */
interface Step {
  /** "Comment removed" */
  says: string;
  back: () => void;
  again: () => void;
}

interface Past {
  done: Step[];
  undone: Step[];
}

/** How far back one can go. */
const DEPTH = 200;

const pasts = new Map<string, Past>();
/** While a step is taken back, what it does is no new step. */
let replaying = false;

function pastOf(review: string): Past {
  let past = pasts.get(review);
  if (past === undefined) {
    past = { done: [], undone: [] };
    pasts.set(review, past);
  }
  return past;
}

export function remember(review: string, step: Step): void {
  if (replaying) return;
  const past = pastOf(review);
  past.done = [...past.done, step].slice(-DEPTH);
  past.undone = [];
}

function replay(work: () => void): void {
  replaying = true;
  try {
    work();
  } finally {
    replaying = false;
  }
}

/** Takes the last step back; returns what it was. */
export function undo(review: string): Step | null {
  const past = pastOf(review);
  const step = past.done.pop();
  if (step === undefined) return null;
  past.undone.push(step);
  replay(step.back);
  return step;
}

/** Does the step that was taken back last once more. */
export function redo(review: string): Step | null {
  const past = pastOf(review);
  const step = past.undone.pop();
  if (step === undefined) return null;
  past.done.push(step);
  replay(step.again);
  return step;
}
