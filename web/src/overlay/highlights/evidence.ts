/** What speaks for one of several places that read the same: the page as it was seen, and the neighbours that an anchor knows. */
import type { BlockAnchor } from "../finding/anchor";
import type { TextAnnotation } from "../types";
import { carry, hash, type Carried, type Seen } from "./history";
import { blockAt, type PageText, type TextBlock } from "./page_text";
import { digestOf, neighboursOf } from "./stored";

export type Span = readonly [start: number, end: number];

/** Of the nearest neighbour, the next, the one behind it. */
const WEIGHTS = [3, 1.5, 1, 3, 1.5, 1];
/** One in the same row counts so many times. */
const LOUD = 2;
const SAME_HEADING = 1.5;
/** Support for one of several copies; where there are fewer than before, for ours may be the one that is gone. */
const ENOUGH = 2;
const ENOUGH_OF_FEWER = 3.5;
/** By how much the best must lead. */
const CLEAR = 1;

/** Places that are left, and whether they have been told apart by evidence. */
interface Judged {
  places: readonly Span[];
  sure: boolean;
}

const NONE: Judged = { places: [], sure: true };

export class Evidence {
  /** The page as it was seen last; null if this browser has not seen it. */
  readonly carried: Carried | null;
  readonly #byPath = new Map<string, number>();

  readonly #page: PageText;
  readonly #says: readonly string[];

  constructor(page: PageText, says: readonly string[], seen: Seen | null) {
    this.#page = page;
    this.#says = says;
    this.carried = seen === null ? null : carry(seen, says);
    for (const [at, path] of (seen?.paths ?? []).entries()) this.#byPath.set(path, this.#byPath.has(path) ? -1 : at);
  }

  /** The old block of an annotation, if it is known. */
  wasIn({ id, createdAt, range }: TextAnnotation): number | null {
    if (this.carried === null) return null;
    const { seen } = this.carried;
    const held = seen.held[id];
    if (held !== undefined) return held;
    // One that was there already, and nowhere, says nothing about the page as it was.
    const made = Date.parse(createdAt);
    if (!(made >= seen.at && made <= seen.until)) return null;
    for (let path = range.startXPath; path !== ""; path = path.slice(0, path.lastIndexOf("/"))) {
      const at = this.#byPath.get(hash(path));
      if (at === undefined) continue;
      const own = hash((range.contextBefore + range.selectedText + range.contextAfter).trim());
      const isWhole = range.contextBefore.length < 80 && range.contextAfter.length < 80;
      return at >= 0 && (!isWhole || seen.says[at] === own) ? at : null;
    }
    return null;
  }

  /** Which of the places can be the annotation's, by all that is known. */
  judge(annotation: TextAnnotation, places: readonly Span[], exact: boolean): Judged {
    const was = this.wasIn(annotation);
    if (was !== null && this.carried !== null) return this.#remembered(this.carried, was, places);
    const block = annotation.anchor?.blocks[0];
    return block === undefined ? { places, sure: false } : this.#supported(block, places, exact);
  }

  #remembered({ seen, to, from }: Carried, was: number, places: readonly Span[]): Judged {
    const now = to[was] ?? -1;
    const rankOf = ([start]: Span) => blockAt(this.#page, start)?.rank ?? -1;
    if (now >= 0) {
      const there = places.filter((place) => rankOf(place) === now);
      return there.length > 0 ? { places: there, sure: there.length === 1 } : { places, sure: false };
    }
    if (now === -1) {
      // What was another block before can not have become ours.
      const left = places.filter((place) => (from[rankOf(place)] ?? -1) === -1);
      return left.length === 0 ? NONE : { places: left, sure: false };
    }
    const before = ranksOf(seen.says, seen.says[was]);
    const after = ranksOf(this.#says, seen.says[was]);
    const nth = after[before.indexOf(was)];
    const there = before.length === after.length ? places.filter((place) => rankOf(place) === nth) : [];
    return { places: there, sure: true };
  }

  #supported(anchor: BlockAnchor, places: readonly Span[], exact: boolean): Judged {
    const isOther = (block: TextBlock | undefined) => block === undefined || anchor.neighbours.includes(digestOf(this.#page, block));
    const left = exact ? places : places.filter(([start]) => !isOther(blockAt(this.#page, start)));
    if (left.length === 0) return NONE;
    if (left.length === 1 && anchor.copies < 2) return { places: left, sure: true };
    const scores = left.map(([start]) => this.#support(anchor, blockAt(this.#page, start)));
    const top = Math.max(...scores);
    const best = scores.indexOf(top);
    const lead = left.length > 1 ? top - Math.max(...scores.toSpliced(best, 1)) : CLEAR;
    const [one] = left.slice(best);
    if (one !== undefined && lead >= CLEAR && top >= (left.length < anchor.copies ? ENOUGH_OF_FEWER : ENOUGH)) return { places: [one], sure: true };
    const nth = left.length === anchor.copies ? left[anchor.ordinal - 1] : undefined;
    return { places: nth === undefined ? [] : [nth], sure: true };
  }

  /** How far a block has the neighbours and the heading that ours had; those in the same row or item speak loudest, also against. */
  #support(anchor: BlockAnchor, block: TextBlock | undefined): number {
    if (block === undefined) return 0;
    const now = neighboursOf(this.#page, block);
    const joins = this.#joins(block);
    const inner = Math.max(...joins);
    const isApart = inner > Math.min(...joins);
    let score = 0;
    for (const [at, counts] of WEIGHTS.entries()) {
      const name = anchor.neighbours[at] ?? "";
      const around = at < 3 ? now.slice(0, 3) : now.slice(3);
      const loud = isApart && joins[at] === inner ? LOUD : 1;
      if (name === now[at]) score += (name === "" ? counts / 2 : counts) * loud;
      else if (name !== "" && around.includes(name)) score += counts / 2;
      if (name !== now[at] && loud > 1) score -= counts * loud;
    }
    const heading = anchor.section.at(-1);
    return heading !== undefined && digestOf(this.#page, block.heading) === heading ? score + SAME_HEADING : score;
  }

  /** How near its neighbours are, in their order. */
  #joins({ rank }: TextBlock): number[] {
    const { told } = this.#page;
    const far = (from: number, step: number) => {
      let least = Infinity;
      return [0, 1, 2].map((by) => (least = Math.min(least, told[from + by * step]?.join ?? 0)));
    };
    return [...far(rank, -1), ...far(rank + 1, 1)];
  }
}

const ranksOf = (says: readonly string[], word: string | undefined) => [...says.keys()].filter((at) => says[at] === word);
