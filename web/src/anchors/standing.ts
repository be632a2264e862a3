/** Step 1 of finding an anchor: the block still stands, word for word. The hub's standing.py. */
import { says } from "./alignment";
import { BEYOND, NEAR, WEIGHTS, type Bearings } from "./bearings";
import { splitsPair } from "./place";
import { landing, isTelling, type Landing, type Sought } from "./sought";
import { codePoints, type Worded } from "./words";

const SAME_HEADING = 1.5;
/** Against a block outside of a section that still stands. */
const OTHER_HEADING = 2;
const SAME_ORDINAL = 2;
/** Against a copy with other blanks where one has ours: in code they may be all the difference. */
const OTHER_TEXT = 2;
/** Support for one of several copies. */
const ENOUGH = 2;
/** The same where there are fewer than before, for ours may be the one that is gone. */
const ENOUGH_OF_FEWER = 3.5;
/** By how much the best of several must lead. */
const CLEAR = 1;
/** Units; a neighbour this near on its side speaks neither for nor against. */
const NOT_FAR = 10;

/** Copies: of more, those around the share of the text where ours stood. */
const LOOKED_AT = 64;

/** A landing that is sure, and one that is not. */
export type Outcome = readonly [found: Landing | null, hint: Landing | null];
export const NOTHING: Outcome = [null, null];

/** Where the block stands, and a doubtful candidate if that is not clear. */
export function standing(sought: Sought, bearings: Bearings): Outcome {
  const every = bearings.standing.get(sought.anchor.hash) ?? [];
  const { ordinal } = sought.anchor;
  const copies = Math.max(sought.anchor.copies, 1);
  const last = Math.max(every.length - LOOKED_AT, 0);
  const first = Math.min(Math.max(Math.floor((ordinal * every.length) / copies) - LOOKED_AT / 2, 0), last);
  const units = every.slice(first, first + LOOKED_AT);
  const isVerbatim = (unit: number) => bearings.passages.units[unit]?.text === sought.old.text;
  const isOneVerbatim = units.some(isVerbatim);
  const scores = units.map((unit, at) => {
    const isOurs = every.length === copies && copies > 1 && first + at + 1 === ordinal;
    return support(sought, bearings, unit) - (isOneVerbatim && !isVerbatim(unit) ? OTHER_TEXT : 0) + (isOurs ? SAME_ORDINAL : 0);
  });
  const top = Math.max(...scores);
  const best = scores.indexOf(top);
  const lead = units.length > 1 ? top - Math.max(...scores.toSpliced(best, 1)) : CLEAR;
  const unit = units[best];
  const found = unit === undefined ? null : same(sought, bearings, unit);
  if (found === null) return NOTHING;
  const isOnly = every.length === 1 && copies === 1;
  const isSure = isOnly ? isTelling(sought) || top > 0 : top >= (every.length < copies ? ENOUGH_OF_FEWER : ENOUGH) && lead >= CLEAR;
  return isSure ? [found, null] : [null, found];
}

/**
 * How well a unit fits where ours stood. A neighbour that has kept its distance counts its weight, one on the same side at
 * another distance half of it, shared among the copies that it has now. One that stands alone and elsewhere counts half its
 * weight against. Where the text began or ended and still does, half of it counts.
 */
export function support({ anchor }: Sought, bearings: Bearings, unit: number): number {
  const now = bearings.neighbours(unit);
  let score = 0;
  for (const [side, step] of [[0, -1], [NEAR, 1]] as const) {
    const around = now.slice(side, side + NEAR);
    for (const [at, counts] of WEIGHTS.entries()) {
      const name = anchor.neighbours[side + at] ?? BEYOND;
      const places = bearings.standing.get(name) ?? [];
      const [place = 0] = places;
      const away = (place - unit) * step;
      if (name === BEYOND) score += around[at] === BEYOND ? counts / 2 : 0;
      else if (name === around[at]) score += counts / places.length;
      else if (around.includes(name)) score += counts / 2 / places.length;
      else if (places.length === 1 && !(away > 0 && away <= NOT_FAR)) score -= counts / 2;
    }
  }
  const heading = anchor.section.at(-1);
  if (heading !== undefined) {
    if (bearings.sections[unit]?.at(-1) === heading) score += SAME_HEADING;
    else if (bearings.standing.has(heading)) score -= OTHER_HEADING;
  }
  return score;
}

/** The same piece in a block of the same words. */
function same(sought: Sought, bearings: Bearings, unit: number): Landing | null {
  const next = bearings.worded[unit];
  if (next === undefined) return null;
  const { old, anchor, whole, start, end, piece } = sought;
  const was = anchor.text_at ?? 0;
  const at = was > next.text.length || splitsPair(next.text, was) ? null : was;
  if (at !== null && next.text.startsWith(old.text, at)) return { unit, start: at + start, last: unit, end: at + end, confidence: 1 };
  const [first, last] = piece;
  const shift = whole ? 0 : windowAt(old.words, next, at ?? 0);
  if (first === last || shift === null || !says(next.words, shift, old.words)) return null;
  return landing(sought, next, unit, [first + shift, last + shift], 1);
}

/** At which word of a block a window of it begins: of several places the one nearest to where it was. */
function windowAt(window: readonly string[], next: Worded, near: number): number | null {
  let best: number | null = null;
  let nearest = Infinity;
  for (let at = 0; at <= next.words.length - window.length; at += 1) {
    if (next.words[at] !== window[0] || !says(next.words, at, window)) continue;
    const start = next.start(at);
    // The hub counts code points.
    const off = codePoints(next.text.slice(Math.min(start, near), Math.max(start, near)));
    if (off < nearest) [best, nearest] = [at, off];
  }
  return best;
}
