/** Which words of an old text are which of a new one: a longest common subsequence, without its chance hits. */
import type { Worded } from "./worded";

/** Pairs of words that are compared at once; what is larger is not looked at. */
const CELLS_AT_MOST = 4_000_000;
/** A misspelt word and the right one share that much of their letters at both ends. */
const SPELT_ALIKE = 0.6;
const SPELT_AT_LEAST = 4;
/** Changed words at an edge of a quote take over at most so many times their number. */
const GROWS = 2;

type Pair = readonly [old: number, next: number];

/** Pairs (i, j) with old[i] === next[j], rising in both. */
export function subsequence(old: readonly string[], next: readonly string[]): Pair[] {
  const shorter = Math.min(old.length, next.length);
  let head = 0;
  while (head < shorter && old[head] === next[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === next[next.length - 1 - tail]) tail += 1;
  const pairs: Pair[] = Array.from({ length: head }, (_, at) => [at, at]);
  for (const [i, j] of longest(old.slice(head, old.length - tail), next.slice(head, next.length - tail))) pairs.push([head + i, head + j]);
  for (let at = tail; at > 0; at -= 1) pairs.push([old.length - at, next.length - at]);
  return pairs;
}

/** One row of lengths for each old word, and the way back through them. */
function longest(old: readonly string[], next: readonly string[]): Pair[] {
  const width = next.length + 1;
  if (old.length * width > CELLS_AT_MOST) return [];
  const lengths = new Uint16Array((old.length + 1) * width);
  const get = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = 1; i <= old.length; i += 1) {
    for (let j = 1; j < width; j += 1) {
      lengths[i * width + j] = old[i - 1] === next[j - 1] ? get(i - 1, j - 1) + 1 : Math.max(get(i - 1, j), get(i, j - 1));
    }
  }
  const pairs: Pair[] = [];
  for (let i = old.length, j = next.length; i > 0 && j > 0; ) {
    if (get(i, j) === get(i, j - 1)) j -= 1;
    else if (get(i, j) === get(i - 1, j)) i -= 1;
    else pairs.push([(i -= 1), (j -= 1)]);
  }
  return pairs.reverse();
}

/** For each old word the number of the new one, or -1. */
export function aligned(old: Worded, next: Worded): Int32Array {
  const to = new Int32Array(old.words.length).fill(-1);
  const whole = inside(old.words, next.words);
  if (whole !== null) return to.map((_, at) => whole + at);
  const part = inside(next.words, old.words);
  if (part !== null) return to.map((_, at) => (at >= part && at < part + next.words.length ? at - part : -1));
  for (const [i, j] of subsequence(old.words, next.words)) to[i] = j;
  return settled(old, next, spelt(old.words, next.words, to));
}

/** At which word of the whole a part stands, if it stands there once. */
function inside(part: readonly string[], whole: readonly string[]): number | null {
  let found: number | null = null;
  for (let at = 0; part.length > 0 && at <= whole.length - part.length; at += 1) {
    if (!part.every((word, by) => whole[at + by] === word)) continue;
    if (found !== null) return null;
    found = at;
  }
  return found;
}

/** Words that are spelt otherwise, between those that are the same. */
function spelt(old: readonly string[], next: readonly string[], to: Int32Array): Int32Array {
  let free = 0;
  for (const [at, word] of old.entries()) {
    const is = to[at] ?? -1;
    if (is >= 0) {
      free = is + 1;
      continue;
    }
    const end = to.find((one, behind) => behind > at && one >= 0) ?? next.length;
    for (let one = free; one < end; one += 1) {
      if (!areSpeltAlike(word, next[one] ?? "")) continue;
      to[at] = one;
      free = one + 1;
      break;
    }
  }
  return to;
}

function areSpeltAlike(one: string, other: string): boolean {
  const [longer, shorter] = [Math.max(one.length, other.length), Math.min(one.length, other.length)];
  if (longer < SPELT_AT_LEAST) return false;
  let head = 0;
  while (head < shorter && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  return head > 0 && head + tail >= SPELT_ALIKE * longer;
}

/**
 * Without chance hits: runs of equal words that weigh no more than what differs on each side of them, which is the heavier of
 * the old and the new words up to the next run; up to an end of the texts the old words alone count.
 */
function settled(old: Worded, next: Worded, to: Int32Array): Int32Array {
  const runs = runsOf(to);
  const out = to.slice();
  for (const [at, [first, last]] of runs.entries()) {
    const before = runs[at - 1]?.[1] ?? 0;
    const behind = runs[at + 1]?.[0] ?? to.length;
    let left = old.weigh(before, first);
    let right = old.weigh(last, behind);
    if (at > 0) left = Math.max(left, next.weigh((to[before - 1] ?? 0) + 1, to[first] ?? 0));
    if (at + 1 < runs.length) right = Math.max(right, next.weigh((to[last - 1] ?? 0) + 1, to[behind] ?? 0));
    const weight = old.weigh(first, last);
    if (weight <= left && weight <= right) out.fill(-1, first, last);
  }
  return out;
}

/** Stretches of old words that are neighbours in the new text as well: from, to before. */
function runsOf(to: Int32Array): [number, number][] {
  const runs: [number, number][] = [];
  for (let at = 0; at < to.length; at += 1) {
    if ((to[at] ?? -1) < 0) continue;
    const first = at;
    while (at + 1 < to.length && to[at + 1] === (to[at] ?? 0) + 1) at += 1;
    runs.push([first, at + 1]);
  }
  return runs;
}

/** The weight of the words from first to before last that are still there. */
export function kept(old: Worded, to: Int32Array, first: number, last: number): number {
  let sum = 0;
  for (let at = first; at < last; at += 1) if ((to[at] ?? -1) >= 0) sum += old.weigh(at, at + 1);
  return sum;
}

/**
 * Where the words from first to before last have gone among `size` new ones: from, to before; null if none of them is left.
 * Changed words at an edge of the quote share the gap they lie in with the changed words outside of it, in proportion.
 */
export function carried(to: Int32Array, first: number, last: number, size: number): [from: number, to: number] | null {
  const left = (at: number) => to[at] ?? -1;
  let one = first;
  while (one < last && left(one) < 0) one += 1;
  let other = last - 1;
  while (other >= first && left(other) < 0) other -= 1;
  if (one > other) return null;
  let start = left(one);
  let end = left(other) + 1;
  if (one > first) {
    let before = first - 1;
    while (before >= 0 && left(before) < 0) before -= 1;
    const room = start - (before >= 0 ? left(before) + 1 : 0);
    start -= Math.min(Math.floor((room * (one - first)) / (one - before - 1)), GROWS * (one - first));
  }
  if (other < last - 1) {
    let after = last;
    while (after < to.length && left(after) < 0) after += 1;
    const room = (after < to.length ? left(after) : size) - end;
    end += Math.min(Math.floor((room * (last - 1 - other)) / (after - other - 1)), GROWS * (last - 1 - other));
  }
  return [start, end];
}
