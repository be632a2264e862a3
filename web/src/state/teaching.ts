/** What the desk says once in a browser, in the first plan that is opened there. */
import { keep, kept } from "./keep";

const SAID_IN = "marking_said";

/** Whether this is the plan in which it is said that words can be marked. */
export function saysMarking(review: string): boolean {
  const before = kept(SAID_IN);
  if (before === null) keep(SAID_IN, review);
  return before === null || before === review;
}
