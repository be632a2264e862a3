/** Which words of one text are which of another: a longest common subsequence with a stated choice among equals. The hub's alignment.py. */
import { SEPARATOR, weight, type Worded } from "./words";

/** Pairs of words that are compared in one gap; a larger gap counts as rewritten. */
const CELLS_AT_MOST = 16_000_000;

export type Pair = readonly [old: number, new_: number];

/**
 * Pairs (i, j) with old[i] === next[j], rising in both: a longest common subsequence.
 *
 * Equal beginnings and ends are taken first. Between them, with L[i][j] the length of the longest common subsequence of the
 * first i old and the first j new words, the way back from the end is: left (j - 1) if L[i][j] === L[i][j - 1], else up
 * (i - 1) if L[i][j] === L[i - 1][j], else the pair (i - 1, j - 1) belongs to it.
 */
export function common(old: readonly string[], next: readonly string[]): Pair[] {
  const shorter = Math.min(old.length, next.length);
  let head = 0;
  while (head < shorter && old[head] === next[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === next[next.length - 1 - tail]) tail += 1;
  const pairs: Pair[] = Array.from({ length: head }, (_, at) => [at, at]);
  pairs.push(...between(old, next, head, old.length - tail, next.length - tail));
  for (let at = tail; at > 0; at -= 1) pairs.push([old.length - at, next.length - at]);
  return pairs;
}

/** The same for a part without equal ends. Each row is one long number: bit j is 0 where L grows from j to j + 1. */
function between(old: readonly string[], next: readonly string[], start: number, oldEnd: number, newEnd: number): Pair[] {
  const height = oldEnd - start;
  const width = newEnd - start;
  if (height * width <= 0 || height * width > CELLS_AT_MOST || height < 0) return [];
  const at = new Map<string, number[]>();
  for (let column = 0; column < width; column += 1) {
    const word = next[start + column] ?? "";
    const columns = at.get(word);
    if (columns === undefined) at.set(word, [column]);
    else columns.push(column);
  }
  const size = (width + 31) >>> 5;
  const rows = new Uint32Array((height + 1) * size).fill(0xffff_ffff, 0, size);
  const hits = new Uint32Array(size);
  for (let line = 0; line < height; line += 1) {
    const columns = at.get(old[start + line] ?? "") ?? [];
    for (const column of columns) hits[column >>> 5] = (hits[column >>> 5] ?? 0) | (1 << (column & 31));
    nextRow(rows, line * size, size, hits);
    for (const column of columns) hits[column >>> 5] = 0;
  }
  return wayBack(rows, size, height, width, start);
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

function wayBack(rows: Uint32Array, size: number, height: number, width: number, start: number): Pair[] {
  const grows = (line: number, column: number) => (((rows[line * size + (column >>> 5)] ?? 0) >>> (column & 31)) & 1) === 0;
  const pairs: Pair[] = [];
  let line = height;
  let column = width;
  while (line > 0 && column > 0) {
    if (!grows(line, column - 1)) column -= 1;
    else if (grows(line - 1, column - 1)) line -= 1;
    else pairs.push([start + (line -= 1), start + (column -= 1)]);
  }
  return pairs.reverse();
}

/** For each word of the old text the number of the same word in the new one, or -1. Code is aligned line by line first. */
export function aligned(old: Worded, next: Worded, byLine: boolean): Int32Array {
  const to = new Int32Array(old.words.length).fill(-1);
  for (const [i, j] of byLine ? lineByLine(old, next) : common(old.words, next.words)) to[i] = j;
  return to;
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
    let left = total(old.words.slice(before, first));
    let right = total(old.words.slice(last, behind));
    if (at > 0) left = Math.max(left, total(next.words.slice((to[before - 1] ?? 0) + 1, to[first])));
    if (at + 1 < runs.length) right = Math.max(right, total(next.words.slice((to[last - 1] ?? 0) + 1, to[behind])));
    const weight = total(old.words.slice(first, last));
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
  const oldRows = rowsOf(old);
  const newRows = rowsOf(next);
  const pairs: Pair[] = [];
  let oldAt = 0;
  let newAt = 0;
  const says = (row: Row) => row.words;
  for (const [i, j] of [...common(oldRows.map(says), newRows.map(says)), [oldRows.length, newRows.length] as const]) {
    const oldRow = oldRows[i];
    const newRow = newRows[j];
    const oldEnd = oldRow?.start ?? old.words.length;
    const newEnd = newRow?.start ?? next.words.length;
    for (const [a, b] of common(old.words.slice(oldAt, oldEnd), next.words.slice(newAt, newEnd))) pairs.push([oldAt + a, newAt + b]);
    if (oldRow === undefined || newRow === undefined) continue;
    for (let at = 0; at < oldRow.end - oldEnd; at += 1) pairs.push([oldEnd + at, newEnd + at]);
    oldAt = oldRow.end;
    newAt = newRow.end;
  }
  return pairs;
}

interface Row {
  start: number;
  end: number;
  words: string;
}

/** The lines that have words. */
function rowsOf(text: Worded): Row[] {
  const { lines, words } = text;
  const rows: Row[] = [];
  let start = 0;
  for (let at = 1; at <= words.length; at += 1) {
    if (at < words.length && lines[at] === lines[start]) continue;
    rows.push({ start, end: at, words: words.slice(start, at).join(SEPARATOR) });
    start = at;
  }
  return rows;
}

/** The weight of all words. */
export const total = (words: readonly string[]) => words.reduce((sum, word) => sum + weight(word), 0);

/** The weight of the words from first to before last that are still there. */
export function kept(words: readonly string[], to: Int32Array, first: number, last: number): number {
  let sum = 0;
  for (let at = first; at < last; at += 1) if ((to[at] ?? -1) >= 0) sum += weight(words[at] ?? "");
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
    start -= Math.floor((room * (one - first)) / (one - before - 1));
  }
  if (other < last - 1) {
    let after = last;
    while (after < to.length && left(after) < 0) after += 1;
    const room = (after < to.length ? left(after) : size) - end;
    end += Math.floor((room * (last - 1 - other)) / (after - other - 1));
  }
  return [start, end];
}

/** The weight of those words that are in a pair. */
export const paired = (words: readonly string[], pairs: readonly Pair[]) => pairs.reduce((sum, [at]) => sum + weight(words[at] ?? ""), 0);
