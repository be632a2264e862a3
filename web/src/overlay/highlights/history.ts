/**
 * What this browser has last seen of a page: its blocks as hashes, and in which of them each annotation stood. By it twins (rows
 * that read the same) keep their own notes when the page changes.
 */
import { attempt } from "./attempt";
import type { PageText, TextBlock } from "./page_text";

/** The page as it was. */
export interface Seen {
  at: number;
  /** When it began to change; what was annotated from then on was annotated in another page. */
  until: number;
  /** Of the blocks with words: what they say, and where they stood in the tree. */
  says: string[];
  paths: string[];
  /** How near each stood to the one before. */
  joins: number[];
  /** The block of each annotation, by its number. */
  held: Record<string, number>;
}

/** Where the blocks of the page as it was are now. */
export interface Carried {
  seen: Seen;
  /** For each old block its new number, -1 if it is gone, -2 if that can not be told. */
  to: Int32Array;
  /** New blocks that were others before. */
  from: Int32Array;
}

export type Lines = Pick<Seen, "says" | "paths" | "joins">;

const GONE = -1;
const UNCLEAR = -2;
const BLOCKS_AT_MOST = 20_000;
const KEY = "countermark:";
const UNTIL = "countermark-until:";

/** A short hash: evidence that two texts are the same, no proof. */
export function hash(text: string): string {
  let sum = 0x811c_9dc5;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x0100_0193);
  return (sum >>> 0).toString(36);
}

const wordsOf = ({ text }: PageText, { start, end }: TextBlock) => text.slice(start, end).trim();

/** Reads a page's blocks as they are kept, in short steps. */
export function* outline(page: PageText): Generator<void, Lines> {
  const says: string[] = [];
  const paths: string[] = [];
  const joins = page.told.map(({ join }) => join);
  for (const block of page.told) {
    says.push(hash(wordsOf(page, block)));
    paths.push(hash(block.path));
    if (says.length % 128 === 0) yield;
  }
  return { says, paths, joins };
}

const stores = () => [localStorage, sessionStorage];

/** The page as it was last seen, in this tab or, with annotations, in any. */
export function recall(name: string): Seen | null {
  const all = attempt(() => stores().map((store) => attempt(() => JSON.parse(store.getItem(KEY + name) ?? "null") as Kept | null)));
  const [newest] = (all ?? []).filter((one) => one !== null).sort((one, other) => other.at - one.at);
  if (newest === undefined) return null;
  return attempt(() => {
    const until = Number(sessionStorage.getItem(UNTIL + name) ?? Infinity);
    return { ...newest, until, says: newest.says.split(" "), paths: newest.paths.split(" ") };
  });
}

/** The page is no longer as it is kept. */
export const outdate = (name: string, now: number) => attempt(() => sessionStorage.setItem(UNTIL + name, String(now)));

interface Kept extends Omit<Seen, "says" | "paths" | "until"> {
  says: string;
  paths: string;
}

/** Keeps the page as it is. */
export function keep(name: string, seen: Omit<Seen, "until">): void {
  if (seen.says.length > BLOCKS_AT_MOST) return;
  const kept: Kept = { ...seen, says: seen.says.join(" "), paths: seen.paths.join(" ") };
  const isAnnotated = Object.keys(seen.held).length > 0;
  attempt(() => sessionStorage.removeItem(UNTIL + name));
  attempt(() => (isAnnotated ? localStorage : sessionStorage).setItem(KEY + name, JSON.stringify(kept)));
}

/**
 * BlockIndex that stand once in both are the same ones; from each of them on, forwards and backwards, so are its neighbours as
 * long as they say the same: those within the same row or item sooner than those beyond it. What two ways lead to different
 * places is unclear.
 */
export function carry(seen: Seen, says: readonly string[]): Carried {
  const { says: old, joins } = seen;
  const places = onceIn(says);
  const unique = new Map([...onceIn(old)].filter(([word, at]) => at >= 0 && (places.get(word) ?? -1) >= 0));
  const [to, near] = [new Int32Array(old.length).fill(GONE), new Int32Array(old.length).fill(GONE)];
  const claim = (was: number, is: number, by: number) => {
    const known = near[was] ?? GONE;
    if (by > known) [to[was], near[was]] = [is, by];
    else if (by === known && to[was] !== is) to[was] = UNCLEAR;
  };
  const run = (was: number, is: number, step: 1 | -1) => {
    let nearness = old.length;
    for (let by = step; ; by += step) {
      const word = old[was + by];
      if (word === undefined || word !== says[is + by] || unique.has(word)) return;
      nearness = Math.min(nearness, joins[was + by + (step < 0 ? 1 : 0)] ?? 0);
      claim(was + by, is + by, nearness);
    }
  };
  for (const [word, was] of unique) {
    const is = places.get(word) ?? 0;
    claim(was, is, old.length);
    run(was, is, 1);
    run(was, is, -1);
  }
  run(-1, -1, 1);
  run(old.length, says.length, -1);
  return { seen, to, from: oneToOne(to, near, says.length) };
}

/** Of old blocks that claim one new block the nearest has it; of several alike nobody knows. */
function oneToOne(to: Int32Array, near: Int32Array, size: number): Int32Array {
  const from = new Int32Array(size).fill(GONE);
  for (const [was, is] of to.entries()) {
    const other = from[is];
    if (is < 0 || other === undefined) continue;
    const lead = other === GONE ? 1 : (near[was] ?? 0) - (near[other] ?? 0);
    if (lead > 0) from[is] = was;
    if (lead <= 0) to[was] = lead === 0 ? UNCLEAR : GONE;
    if (lead >= 0 && other >= 0) to[other] = lead === 0 ? UNCLEAR : GONE;
  }
  return from;
}

/** Where each hash stands that stands once; -1 for the others. */
function onceIn(says: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [at, word] of says.entries()) places.set(word, places.has(word) ? -1 : at);
  return places;
}
