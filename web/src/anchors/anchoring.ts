/** An anchor found again in another text: `resolve` of the hub's anchoring.py. */
import { total } from "./alignment";
import { quoteOfAnchor, type Anchor, type BlockAnchor, type Found } from "./anchor";
import { Bearings, NEAR, type Known } from "./bearings";
import { edited } from "./edited";
import { splitsPair } from "./place";
import { quoted } from "./quoted";
import { atOnce, inSlices, type Pace } from "./slices";
import { placeOfLanding, sought, type Landing, type Sought } from "./sought";
import { NOTHING, standing, type Outcome } from "./standing";
import { passages, quoteIn, type Source } from "./text";
import { reads, split, Worded } from "./words";

export { describe } from "./describing";

/** Times the weight of the quote, and some, is what its two ends may enclose. */
const STRETCHED = 2.5;
const SLACK = 60;
/** Share of the quote that one end must hold to stand for both. */
const HOLDS = 0.5;

const reading = (source: Source) => Bearings.read(passages(source));

/** A text as anchors need it: read once, for all of them. */
export const read = (source: Source): Bearings => atOnce(reading(source));

/**
 * Where the anchor's place is in a text. `known`: the hashes of the text that the anchor was made on. Never throws, and never
 * answers with a place outside the text: what is doubtful is gone, with a hint.
 */
export const resolve = (anchor: Anchor, bearings: Bearings, known: Known | null = null): Found => atOnce(resolving(anchor, bearings, known));

function* resolving(anchor: Anchor, bearings: Bearings, known: Known | null): Generator<void, Found> {
  const ends = anchor.blocks.map(endOf);
  const outcomes: Outcome[] = [];
  for (const end of ends) outcomes.push(end === null ? NOTHING : yield* landed(end, bearings, known));
  const [only = NOTHING] = outcomes;
  const whole = outcomes.length === 1 ? only[0] : joined(anchor, ends, outcomes, bearings);
  if (whole === null) {
    const doubtful = [...outcomes.map(([found]) => found), ...outcomes.map(([, hint]) => hint)].find((one) => one !== null);
    return { state: "gone", place: null, hint: doubtful === undefined ? null : placeOfLanding(bearings.passages, doubtful), confidence: 0 };
  }
  const place = placeOfLanding(bearings.passages, whole);
  const isSame = reads(quoteIn(bearings.passages, place) ?? "") === reads(quoteOfAnchor(anchor));
  return { state: isSame ? "there" : "changed", place, hint: null, confidence: whole.confidence };
}

/** An end of an anchor; null if its offsets lie outside of its text. */
function endOf(block: BlockAnchor): Sought | null {
  const { text } = block;
  const start = block.offset - (block.text_at ?? 0);
  const end = start + block.length;
  const isOutside = (at: number) => at < 0 || at > text.length || splitsPair(text, at);
  return isOutside(start) || isOutside(end) ? null : sought(block, new Worded(text), start, end);
}

/** The steps, one after the other; the first that is sure decides. */
function* landed(sought: Sought, bearings: Bearings, known: Known | null): Generator<void, Outcome> {
  const first = standing(sought, bearings);
  if (first[0] !== null) return first;
  const second = yield* edited(sought, bearings, known);
  if (second[0] !== null) return second;
  const third = yield* quoted(sought, bearings, known);
  return third[0] === null ? [null, first[1] ?? second[1] ?? third[1]] : third;
}

/**
 * One landing of two ends. A doubtful end will do where it lies at the sure one as before and enough is left. If one is lost,
 * or they have parted, the other stands for both if it holds enough.
 */
function joined(anchor: Anchor, ends: readonly (Sought | null)[], outcomes: readonly Outcome[], bearings: Bearings): Landing | null {
  const weight = total(split(quoteOfAnchor(anchor)));
  const [[first, firstHint] = NOTHING, [last, lastHint] = NOTHING] = outcomes;
  const both = bothOf(first ?? firstHint, last ?? lastHint);
  if (both !== null && weightOf(bearings, both) <= STRETCHED * weight + SLACK) {
    if (first !== null && last !== null) return both;
    const isNear = both.last - both.unit <= anchor.between + 1;
    const lost = (at: number, hint: Landing | null) => (ends[at]?.weight ?? 0) * (1 - (hint?.confidence ?? 1));
    const gone = (first === null ? lost(0, firstHint) : 0) + (last === null ? lost(1, lastHint) : 0);
    if (isNear && (first !== null || last !== null) && weight - gone >= HOLDS * weight) return both;
  }
  let best: Landing | null = null;
  for (const [at, one] of [first, last].entries()) {
    const grown = one === null ? null : withInner(anchor, one, bearings, at > 0);
    if (grown !== null && (best === null || weightOf(bearings, grown) > weightOf(bearings, best))) best = grown;
  }
  return best !== null && weightOf(bearings, best) >= HOLDS * weight ? best : null;
}

/** From one landing to the other, if they are in order. */
function bothOf(first: Landing | null, last: Landing | null): Landing | null {
  if (first === null || last === null || first.unit > last.last) return null;
  if (first.unit === last.last && first.start >= last.end) return null;
  const { unit, start } = first;
  return { unit, start, last: last.last, end: last.end, confidence: Math.min(first.confidence, last.confidence) };
}

/** An end, and of the units between the ends those that still follow on it. */
function withInner({ blocks, between }: Anchor, one: Landing, { hashes, passages }: Bearings, backwards: boolean): Landing {
  const near = (backwards ? blocks.at(-1)?.neighbours.slice(0, NEAR) : blocks[0]?.neighbours.slice(NEAR)) ?? [];
  let { unit, start, last, end } = one;
  for (const name of near.slice(0, between)) {
    if (backwards && hashes[unit - 1] === name) [unit, start] = [unit - 1, 0];
    else if (!backwards && hashes[last + 1] === name) [last, end] = [last + 1, passages.units[last + 1]?.text.length ?? 0];
  }
  return { unit, start, last, end, confidence: one.confidence / 2 };
}

/** Of the words in a landing, whole ones. */
function weightOf({ worded }: Bearings, { unit, start, last, end }: Landing): number {
  let sum = 0;
  for (let at = unit; at <= last; at += 1) {
    const here = worded[at];
    const piece = here?.within(at === unit ? start : 0, at === last ? end : here.text.length);
    if (piece !== undefined) sum += here?.weigh(...piece) ?? 0;
  }
  return sum;
}

function* resolvingAll(anchors: readonly Anchor[], source: Source, known: Known | null): Generator<void, Found[]> {
  const bearings = yield* reading(source);
  const found: Found[] = [];
  for (const anchor of anchors) {
    found.push(yield* resolving(anchor, bearings, known));
    yield;
  }
  return found;
}

/** Where many anchors' places are; the text is read once, and nothing holds the page for longer than the budget or one comparison. */
export const resolveAll = (anchors: readonly Anchor[], source: Source, known: Known | null = null, pace?: Pace) =>
  inSlices(resolvingAll(anchors, source, known), pace);
