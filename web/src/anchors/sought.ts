/** One end of an anchor as it is looked for, and where it has been found. The hub's sought.py, in UTF-16 units. */
import type { BlockAnchor } from "./anchor";
import { total } from "./alignment";
import { splitsPair, type Place } from "./place";
import type { Passages } from "./text";
import { LETTERS, type Worded } from "./words";

/** Letters. */
const TELLING = 4;

/** A block as it was, and the piece of it that was marked. */
export interface Sought {
  anchor: BlockAnchor;
  /** The whole block, or a window of it. */
  old: Worded;
  start: number;
  end: number;
  /** Is all of the block known? */
  whole: boolean;
  /** The words that are marked, from the first to before the last. */
  piece: readonly [first: number, last: number];
  /** Of the marked words. */
  weight: number;
  /** Of all known words of the block. */
  blockWeight: number;
}

export function sought(anchor: BlockAnchor, old: Worded, start: number, end: number): Sought {
  const piece = old.within(start, end);
  const weights = { weight: old.weigh(...piece), blockWeight: old.weigh(0, old.words.length) };
  return { anchor, old, start, end, whole: anchor.text_at === null, piece, ...weights };
}

/** Does the block say enough to be known by its words alone? */
export const isTelling = ({ old }: Sought) => total(old.words.filter((word) => LETTERS.test(word))) >= TELLING;

/** A span of the new revision, mostly of one unit. */
export interface Landing {
  unit: number;
  start: number;
  /** The unit in which it ends. */
  last: number;
  end: number;
  confidence: number;
}

/** Are these the same letters, one for one, so that one may be cut where the other was? */
const areAlike = (old: Worded, at: number, next: Worded, word: number) =>
  old.words[at] === next.words[word] && old.end(at) - old.start(at) === next.end(word) - next.start(word);

/** Where the piece begins, if its first word is this one: in it as before, or with the blanks before it as before. */
export function opening({ old, start: from, piece: [first] }: Sought, next: Worded, word: number): number {
  const start = next.start(word);
  const was = old.start(first);
  if (from < was) {
    const blanks = old.text.slice(from, was);
    return next.text.slice(Math.max(start - blanks.length, 0), start) === blanks ? start - blanks.length : start;
  }
  return areAlike(old, first, next, word) && !splitsPair(next.text, start + from - was) ? start + from - was : start;
}

/** Where the piece ends, if its last word is this one. */
export function closing({ old, end: to, piece: [, behind] }: Sought, next: Worded, word: number): number {
  const end = next.end(word);
  const was = old.end(behind - 1);
  if (to > was) {
    const blanks = old.text.slice(was, to);
    return next.text.startsWith(blanks, end) ? end + blanks.length : end;
  }
  return areAlike(old, behind - 1, next, word) && !splitsPair(next.text, end + to - was) ? end + to - was : end;
}

/** The span of some words of a unit, from the first to before the last. */
export function landing(sought: Sought, next: Worded, unit: number, [first, last]: readonly [number, number], confidence: number): Landing {
  let start = opening(sought, next, first);
  let end = closing(sought, next, last - 1);
  if (start >= end) [start, end] = [next.start(first), next.end(last - 1)];
  return { unit, start, last: unit, end, confidence };
}

/** A landing as a place. */
export function placeOfLanding({ units }: Passages, { unit, start, last, end }: Landing): Place {
  return { start_block: units[unit]?.block ?? "", start, end_block: units[last]?.block ?? "", end };
}
