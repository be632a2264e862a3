/** What is known of a document's units before anything is looked for in it: made once, used by every mark. The hub's bearings.py. */
import type { Passages } from "./text";
import { digest, split, Worded } from "./words";

/** Neighbours on each side. */
export const NEAR = 3;
/** Of the nearest neighbour, the next, the one behind it. */
export const WEIGHTS = [3, 1.5, 1] as const;
/** Stands for a neighbour before the first or behind the last unit. */
export const BEYOND = "";

/** Hashes of a revision's units. */
export type Known = ReadonlySet<string>;

/** The units that an old revision did not have, and which words they hold. */
export interface Arrivals {
  units: ReadonlySet<number>;
  holders: ReadonlyMap<string, readonly number[]>;
}

/** Units by their words, hashes, neighbours and headings. */
export class Bearings {
  readonly worded: readonly Worded[];
  readonly hashes: string[] = [];
  /** The units of each hash, in order. */
  readonly standing = new Map<string, number[]>();
  /** The hashes of the headings above each unit, outermost first. */
  readonly sections: (readonly string[])[] = [];
  private readonly arrived = new Map<Known | null, Arrivals>();

  private constructor(readonly passages: Passages) {
    this.worded = passages.units.map(({ text }) => new Worded(text));
  }

  /** Reads a text in short steps. */
  static *read(passages: Passages): Generator<void, Bearings> {
    const bearings = new Bearings(passages);
    const headings = new Map<string, string>();
    for (const [unit, worded] of bearings.worded.entries()) {
      yield* worded.read();
      const name = digest(worded.words);
      bearings.hashes.push(name);
      const units = bearings.standing.get(name);
      if (units === undefined) bearings.standing.set(name, [unit]);
      else units.push(unit);
      bearings.sections.push((passages.units[unit]?.section ?? []).map((heading) => hashOf(heading, headings)));
      yield;
    }
    return bearings;
  }

  /** All hashes: what a later revision needs to know of this one. */
  get known(): Known {
    return new Set(this.hashes);
  }

  /** Three before, the nearest first, then three after. */
  neighbours(unit: number): string[] {
    const around = [-1, -2, -3, 1, 2, 3];
    return around.map((by) => this.hashes[unit + by] ?? BEYOND);
  }

  /** The units that are not known from the old revision; without one, all. */
  *arrivals(known: Known | null): Generator<void, Arrivals> {
    const made = this.arrived.get(known);
    if (made !== undefined) return made;
    const units = new Set<number>();
    const holders = new Map<string, number[]>();
    for (const [unit, name] of this.hashes.entries()) {
      if (known?.has(name) === true) continue;
      units.add(unit);
      for (const word of new Set(this.worded[unit]?.words)) {
        const held = holders.get(word);
        if (held === undefined) holders.set(word, [unit]);
        else held.push(unit);
      }
      yield;
    }
    const arrivals = { units, holders };
    this.arrived.set(known, arrivals);
    return arrivals;
  }

  /**
   * How far a unit has the neighbours that ours had: 0 to 11. A neighbour at its old distance counts its weight, one on the
   * same side at another distance half of it.
   */
  nearness(unit: number, neighbours: readonly string[]): number {
    const now = this.neighbours(unit);
    let score = 0;
    for (const side of [0, NEAR]) {
      const around = now.slice(side, side + NEAR);
      for (const [at, counts] of WEIGHTS.entries()) {
        const name = neighbours[side + at] ?? BEYOND;
        if (name === around[at]) score += counts;
        else if (name !== BEYOND && around.includes(name)) score += counts / 2;
      }
    }
    return score;
  }
}

function hashOf(heading: string, made: Map<string, string>): string {
  let name = made.get(heading);
  if (name === undefined) {
    name = digest(split(heading));
    made.set(heading, name);
  }
  return name;
}
