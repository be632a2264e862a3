/** Which words of one text are which of another: a longest common subsequence with a stated choice among equals. The hub's alignment.py. */
import { weight, type Row, type Worded } from "./words";

/** Pairs of words that are compared at once. */
const CELLS_AT_MOST = 16_000_000;

export type Pair = readonly [old: number, next: number];

/**
 * Pairs (i, j) with old[i] === next[j], rising in both: a longest common subsequence.
 *
 * Equal beginnings and ends are taken first. Between them, with L[i][j] the length of the longest common subsequence of the
 * first i old and the first j new words, the way back from the end is: left (j - 1) if L[i][j] === L[i][j - 1], else up
 * (i - 1) if L[i][j] === L[i - 1][j], else the pair (i - 1, j - 1) belongs to it. What is too large for that is cut first where
 * a word stands once in both.
 */
export function subsequence(old: readonly string[], next: readonly string[]): Pair[] {
  const shorter = Math.min(old.length, next.length);
  let head = 0;
  while (head < shorter && old[head] === next[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === next[next.length - 1 - tail]) tail += 1;
  const pairs: Pair[] = Array.from({ length: head }, (_, at) => [at, at]);
  const one = old.slice(head, old.length - tail);
  const other = next.slice(head, next.length - tail);
  const inner = one.length * other.length <= CELLS_AT_MOST ? longest(one, other) : cut(one, other);
  for (const [i, j] of inner) pairs.push([head + i, head + j]);
  for (let at = tail; at > 0; at -= 1) pairs.push([old.length - at, next.length - at]);
  return pairs;
}

/** Where those words stand that the other text has as well. */
function sharedWith(words: readonly string[], other: ReadonlySet<string>): number[] {
  const found: number[] = [];
  for (const [at, word] of words.entries()) if (other.has(word)) found.push(at);
  return found;
}

/**
 * All of it at once. Each row of L is one long number: bit j is 0 where L grows from j to j + 1. Words that only one text has
 * change no cell and are left out.
 */
function longest(old: readonly string[], next: readonly string[]): Pair[] {
  const columns = sharedWith(next, new Set(old));
  const lines = sharedWith(old, new Set(next));
  if (lines.length === 0) return [];
  const places = new Map<string, number[]>();
  for (const [column, at] of columns.entries()) {
    const word = next[at] ?? "";
    const held = places.get(word);
    if (held === undefined) places.set(word, [column]);
    else held.push(column);
  }
  const size = (columns.length + 31) >>> 5;
  const rows = new Uint32Array((lines.length + 1) * size).fill(0xffff_ffff, 0, size);
  const hits = new Uint32Array(size);
  for (const [line, at] of lines.entries()) {
    const held = places.get(old[at] ?? "") ?? [];
    for (const column of held) hits[column >>> 5] = (hits[column >>> 5] ?? 0) | (1 << (column & 31));
    nextRow(rows, line * size, size, hits);
    for (const column of held) hits[column >>> 5] = 0;
  }
  return wayBack(rows, size, lines.length, columns.length).map(([line, column]) => [lines[line] ?? 0, columns[column] ?? 0]);
}

/** Pairs of words that stand once in both texts, as many as keep their order, and what is common between them. */
function cut(old: readonly string[], next: readonly string[]): Pair[] {
  const anchors = rising(once(old, next));
  if (anchors.length === 0) return [];
  const pairs: Pair[] = [];
  let [oldAt, newAt] = [0, 0];
  for (const [i, j] of [...anchors, [old.length, next.length] as const]) {
    for (const [a, b] of subsequence(old.slice(oldAt, i), next.slice(newAt, j))) pairs.push([oldAt + a, newAt + b]);
    if (i < old.length) pairs.push([i, j]);
    [oldAt, newAt] = [i + 1, j + 1];
  }
  return pairs;
}

/** Where each word stands that is in a text once; -1 for the others. */
function placesOf(words: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [at, word] of words.entries()) places.set(word, places.has(word) ? -1 : at);
  return places;
}

/** Where each word stands that is once in both, in the order of the old text. */
function once(old: readonly string[], next: readonly string[]): Pair[] {
  const places = placesOf(next);
  return [...placesOf(old)].map(([word, at]): Pair => [at, places.get(word) ?? -1]).filter(([i, j]) => i >= 0 && j >= 0);
}

/** Of pairs that rise in the first number a longest run that rises in the second: of several the one that ends least. */
function rising(pairs: readonly Pair[]): Pair[] {
  // Of the runs of each length, the number of the pair with the least end.
  const ends: number[] = [];
  const before: number[] = [];
  for (const [number, [, j]] of pairs.entries()) {
    let at = 0;
    for (let high = ends.length; at < high; ) {
      const middle = (at + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < j) at = middle + 1;
      else high = middle;
    }
    before.push(ends[at - 1] ?? -1);
    ends[at] = number;
  }
  const run: Pair[] = [];
  let last = ends.at(-1) ?? -1;
  for (let pair = pairs[last]; pair !== undefined; pair = pairs[last]) {
    run.push(pair);
    last = before[last] ?? -1;
  }
  return run.reverse();
}

/** row = (row + (row & hits)) | (row - (row & hits)), written behind it. */
function nextRow(rows: Uint32Array, from: number, size: number, hits: Uint32Array): void {
  let carry = 0;
  for (let at = 0; at < size; at += 1) {
    const row = rows[from + at] ?? 0;
    const both = (row & (hits[at] ?? 0)) >>> 0;
    const sum = row + both + carry;
    carry = sum > 0xffff_ffff ? 1 : 0;
    rows[from + size + at] = (sum | (row & ~both)) >>> 0;
  }
}

function wayBack(rows: Uint32Array, size: number, height: number, width: number): Pair[] {
  const grows = (line: number, column: number) => (((rows[line * size + (column >>> 5)] ?? 0) >>> (column & 31)) & 1) === 0;
  const pairs: Pair[] = [];
  let [i, j] = [height, width];
  while (i > 0 && j > 0) {
    if (!grows(i, j - 1)) j -= 1;
    else if (grows(i - 1, j - 1)) i -= 1;
    else pairs.push([(i -= 1), (j -= 1)]);
  }
  return pairs.reverse();
}

/**
 * For each word of the old text the number of the same word in the new one, or -1; code goes by lines first. If all words of one
 * text stand in a row in the other, once, that is the answer.
 */
export function aligned(old: Worded, next: Worded, byLine: boolean): Int32Array {
  const to = new Int32Array(old.words.length).fill(-1);
  const inside = insideOf(old.words, next.words);
  if (inside !== null) return to.map((_, at) => inside + at);
  const around = insideOf(next.words, old.words);
  if (around !== null) return to.map((_, at) => (at >= around && at < around + next.words.length ? at - around : -1));
  for (const [i, j] of byLine ? lineByLine(old, next) : subsequence(old.words, next.words)) to[i] = j;
  return to;
}

/** At which word of the whole the part stands, if it stands there once. */
function insideOf(part: readonly string[], whole: readonly string[]): number | null {
  if (part.length === 0) return null;
  let found: number | null = null;
  for (let at = 0; at <= whole.length - part.length; at += 1) {
    if (!says(whole, at, part)) continue;
    if (found !== null) return null;
    found = at;
  }
  return found;
}

/** Do these words stand there? */
export function says(words: readonly string[], at: number, what: readonly string[]): boolean {
  for (let index = 0; index < what.length; index += 1) if (words[at + index] !== what[index]) return false;
  return true;
}

/**
 * The alignment without chance hits: a run of equal words that weighs no more than what differs on each side of it.
 *
 * What differs on a side is the heavier of the old and the new words up to the next run; up to an end of the texts the old
 * words alone count, for ours may have become a part of something longer.
 */
export function settled(old: Worded, next: Worded, to: Int32Array): Int32Array {
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

/** Equal lines first, then words in the gaps between them. */
function lineByLine(old: Worded, next: Worded): Pair[] {
  const oldRows = old.rows;
  const newRows = next.rows;
  const pairs: Pair[] = [];
  let oldAt = 0;
  let newAt = 0;
  const says = ({ words }: Row) => words;
  for (const [i, j] of [...subsequence(oldRows.map(says), newRows.map(says)), [oldRows.length, newRows.length] as const]) {
    const oldRow = oldRows[i];
    const newRow = newRows[j];
    const oldEnd = oldRow?.start ?? old.words.length;
    const newEnd = newRow?.start ?? next.words.length;
    for (const [a, b] of subsequence(old.words.slice(oldAt, oldEnd), next.words.slice(newAt, newEnd))) pairs.push([oldAt + a, newAt + b]);
    if (oldRow === undefined || newRow === undefined) continue;
    for (let at = 0; at < oldRow.end - oldEnd; at += 1) pairs.push([oldEnd + at, newEnd + at]);
    oldAt = oldRow.end;
    newAt = newRow.end;
  }
  return pairs;
}

/** The weight of all words. */
export const total = (words: readonly string[]) => words.reduce((sum, word) => sum + weight(word), 0);

/** The weight of the words from first to before last that are still there. */
export function kept(old: Worded, to: Int32Array, first: number, last: number): number {
  let sum = 0;
  for (let at = first; at < last; at += 1) if ((to[at] ?? -1) >= 0) sum += old.weigh(at, at + 1);
  return sum;
}

/**
 * Where the words from first to before last have gone among `size` new ones: from, to before; null if none of them is left.
 * Changed words at an edge of the quote share the gap they lie in with the changed words outside of it, in proportion, and take
 * no more than twice their number.
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
    start -= Math.min(Math.floor((room * (one - first)) / (one - before - 1)), 2 * (one - first));
  }
  if (other < last - 1) {
    let after = last;
    while (after < to.length && left(after) < 0) after += 1;
    const room = (after < to.length ? left(after) : size) - end;
    end += Math.min(Math.floor((room * (last - 1 - other)) / (after - other - 1)), 2 * (last - 1 - other));
  }
  return [start, end];
}

/** The weight of those words that are in a pair. */
export const paired = (words: readonly string[], pairs: readonly Pair[]) => pairs.reduce((sum, [at]) => sum + weight(words[at] ?? ""), 0);
