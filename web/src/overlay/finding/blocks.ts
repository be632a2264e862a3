/** A page's blocks as changed notes are looked for in them: words, hashes, neighbours, and what stood there when it was seen last. */
import { digest } from "./words";
import type { PageText } from "../highlights/page_text";
import type { Carried } from "../highlights/history";
import { Worded } from "./worded";

/** Neighbours on each side. */
export const NEAR = 3;
/** Of the nearest neighbour, the next, the one behind it. */
const WEIGHTS = [3, 1.5, 1];
/** Stands for a neighbour before the first or behind the last block. */
export const BEYOND = "";

export class BlockIndex {
  readonly worded: Worded[] = [];
  readonly hashes: string[] = [];
  /** The blocks of each hash, in order. */
  readonly standing = new Map<string, number[]>();
  /** The blocks that hold a word. */
  readonly holders = new Map<string, number[]>();
  readonly #old: ReadonlySet<string>;

  private constructor(
    readonly page: PageText,
    /** What each block says, as the page that was seen last has it; and that page. */
    readonly says: readonly string[],
    readonly carried: Carried | null,
  ) {
    this.#old = new Set(carried?.seen.says);
  }

  /** Reads a page in short steps. */
  static *read(page: PageText, says: readonly string[], carried: Carried | null): Generator<void, BlockIndex> {
    const blocks = new BlockIndex(page, says, carried);
    for (const [at, { start, end }] of page.told.entries()) {
      const worded = new Worded(page.text.slice(start, end));
      const hash = digest(worded.words);
      blocks.worded.push(worded);
      blocks.hashes.push(hash);
      enter(blocks.standing, hash, at);
      for (const word of new Set(worded.words)) enter(blocks.holders, word, at);
      yield;
    }
    return blocks;
  }

  /** May this block have become of the one that had this number in the page as it was seen? Not one that stood there before. */
  mayBe = (block: number, was: number | null) => was === null || !this.#old.has(this.says[block] ?? "");

  /** Does a block lie between the same old blocks as the one that had this number? */
  gap(block: number, was: number | null): "same" | "elsewhere" | "unknown" {
    if (was === null || this.carried === null) return "unknown";
    const { from, to } = this.carried;
    let [before, behind] = [block - 1, block + 1];
    while (before >= 0 && (from[before] ?? -1) < 0) before -= 1;
    while (behind < from.length && (from[behind] ?? -1) < 0) behind += 1;
    return (from[before] ?? -1) < was && was < (from[behind] ?? to.length) ? "same" : "elsewhere";
  }

  kindOf = (block: number) => this.page.told[block]?.element.nodeName;

  /**
   * How far a block has the neighbours that ours had: 0 to 11. A neighbour at its old distance counts its weight, one on the same
   * side at another distance half of it.
   */
  nearness(block: number, neighbours: readonly string[]): number {
    let score = 0;
    for (const [side, step] of [[0, -1], [NEAR, 1]] as const) {
      const around = WEIGHTS.map((_, at) => this.hashes[block + step * (at + 1)] ?? BEYOND);
      for (const [at, counts] of WEIGHTS.entries()) {
        const name = neighbours[side + at] ?? BEYOND;
        if (name === around[at]) score += counts;
        else if (name !== BEYOND && around.includes(name)) score += counts / 2;
      }
    }
    return score;
  }
}

function enter(map: Map<string, number[]>, key: string, value: number): void {
  const held = map.get(key);
  if (held === undefined) map.set(key, [value]);
  else held.push(value);
}
