/** Where a quote may stand: all its places in the text, and which of them its surroundings speak for (seed 002, section 15.3). */
import { blockAt, lastAt, type PageText } from "./page_text";
import { evaluated } from "./roots";
import type { SerializedRange } from "../types";

export const CONTEXT_LENGTH = 80;
/** Share of the context that must agree. */
const AGREES = 0.3;
/** The longest gap between two contexts that can be what became of a quote. */
const MAX_GAP = 500;
const SEAM_AT_LEAST = 3;
/** A path as all overlays write it, which has been looked up already. */
const OURS = /^(\/[\w:-]+(\(\))?\[\d+\])*$/;
/** A quote that stands more often than this is looked for among its first places only. */
const AT_MOST = 50_000;

/** What is looked for: a quote between its surroundings. */
export interface Wanted {
  quote: string;
  before: string;
  after: string;
}

/** Places that agree best with what is wanted. */
export interface Best {
  places: readonly [start: number, end: number][];
  /** All of the context agrees. */
  exact: boolean;
  /** Enough of it. */
  enough: boolean;
  /** How often the quote stands in the page. */
  count: number;
}

const NONE: Best = { places: [], exact: false, enough: false, count: 0 };

/** A page's text with what has been looked up in it. */
export class Lookup {
  readonly #found = new Map<string, readonly number[]>();
  readonly #made = new Map<string, Best>();
  readonly #routes = new Map<string, number>();

  constructor(readonly page: PageText) {
    for (const [at, path] of page.paths.entries()) this.#routes.set(path, at);
  }

  #occurrences(words: string): readonly number[] {
    const known = this.#found.get(words);
    if (known !== undefined) return known;
    const places: number[] = [];
    const { text } = this.page;
    for (let at = text.indexOf(words); words !== "" && at >= 0 && places.length < AT_MOST; at = text.indexOf(words, at + 1)) places.push(at);
    this.#found.set(words, places);
    return places;
  }

  /** The best places of a quote by what is around it. */
  best(wanted: Wanted): Best {
    const key = `${wanted.before}\0${wanted.quote}\0${wanted.after}`;
    let best = this.#made.get(key);
    if (best === undefined) this.#made.set(key, (best = this.#judge(wanted)));
    return best;
  }

  #judge({ quote, before, after }: Wanted): Best {
    const all = this.#occurrences(quote);
    if (all.length === 0) return NONE;
    const { text } = this.page;
    let places: [number, number][] = [];
    let [top, edges] = [-1, -1];
    for (const start of all) {
      const end = start + quote.length;
      const score = alikeBehind(text, start, before) + alikeFrom(text, end, after);
      if (score < top) continue;
      const fits = this.#edges(start, end, before, after);
      if (score > top || fits > edges) {
        [top, edges] = [score, fits];
        places = [[start, end]];
      } else if (fits === edges) places.push([start, end]);
    }
    const most = before.length + after.length;
    return { places, exact: top === most, enough: top >= most * AGREES, count: all.length };
  }

  /** A context shorter than it may be ends where its block does: 0, 1 or 2 ends agree. */
  #edges(start: number, end: number, before: string, after: string): number {
    const begins = before.length >= CONTEXT_LENGTH || blockAt(this.page, start)?.whole.from === start - before.length;
    const ends = after.length >= CONTEXT_LENGTH || blockAt(this.page, end - 1)?.whole.to === end + after.length;
    return Number(begins) + Number(ends);
  }

  /** The gaps between both contexts, verbatim, the smallest ones (15.4). */
  seams({ before, after }: Wanted): [start: number, end: number][] {
    if (before.length < SEAM_AT_LEAST || after.length < SEAM_AT_LEAST) return [];
    const ends = this.#occurrences(after);
    const gaps: [number, number][] = [];
    for (const found of this.#occurrences(before)) {
      const start = found + before.length;
      const end = ends[lastAt(ends, start) + 1];
      if (end !== undefined && end - start <= MAX_GAP) gaps.push([start, end]);
    }
    return gaps.sort(([a, b], [c, d]) => b - a - (d - c));
  }

  /** Where the stored path leads, if the text there is the quote: the seed's first tier. */
  routed({ startXPath, startOffset, endXPath, endOffset }: SerializedRange, quote: string): [start: number, end: number] | null {
    const start = this.routedTo(startXPath, startOffset);
    const end = this.routedTo(endXPath, endOffset);
    return start !== null && end !== null && this.page.text.slice(start, end) === quote ? [start, end] : null;
  }

  /** The position of an offset in the text node that a path leads to. */
  routedTo(path: string, offset: number): number | null {
    const at = this.#routes.get(path) ?? (OURS.test(path) ? -1 : this.page.nodes.indexOf(evaluated(path, this.page.root) as Text));
    const start = this.page.starts[at];
    return start === undefined || start + offset > (this.page.starts[at + 1] ?? this.page.text.length) ? null : start + offset;
  }
}

/** How many of the last characters of `words` stand right before a position. */
function alikeBehind(text: string, position: number, words: string): number {
  let size = 0;
  while (size < words.length && text.charCodeAt(position - 1 - size) === words.charCodeAt(words.length - 1 - size)) size += 1;
  return size;
}

/** How many of the first characters of `words` stand from a position on. */
function alikeFrom(text: string, position: number, words: string): number {
  let size = 0;
  while (size < words.length && text.charCodeAt(position + size) === words.charCodeAt(size)) size += 1;
  return size;
}
