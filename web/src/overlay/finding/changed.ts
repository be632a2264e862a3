/** Finds marked words again that have changed, or whose block has: the old block is compared with the page's blocks. */
import type { Evidence } from "../highlights/evidence";
import type { Spot } from "../highlights/locating";
import { blockAt, type PageText } from "../highlights/page_text";
import type { TextAnnotation } from "../types";
import { BlockIndex, NEAR } from "./blocks";
import { BESIDE, edited } from "./edited";
import { Worded } from "./worded";
import { landing, pieceOf, type Landing, type Piece } from "./piece";

/** For one of several copies, and where there are fewer of them than before; by how much the best must lead. */
const ENOUGH = 2;
const ENOUGH_OF_FEWER = 3.5;
const CLEAR = 1;
/** Letters by which a block is known. */
const TELLING = 4;
/** Times the weight of the quote, and some, is what its two ends may enclose. */
const STRETCHED = 2.5;
const SLACK = 60;
/** Share of the quote that one end must hold to stand for both. */
const HOLDS = 0.5;

/** Where those notes stand now of which the page's own text does not tell; those that are not in the answer stand nowhere. */
export function* findChanged(annotations: readonly TextAnnotation[], page: PageText, says: readonly string[], evidence: Evidence): Generator<void, Map<string, Spot>> {
  const spots = new Map<string, Spot>();
  const blocks = yield* BlockIndex.read(page, says, evidence.carried);
  for (const annotation of annotations) {
    yield;
    const { id, anchor } = annotation;
    const was = evidence.wasIn(annotation);
    const between = anchor?.between ?? 0;
    const [first, last] = (anchor?.blocks ?? []).map((block, at) => pieceOf(block, was === null ? null : was + (at === 0 ? 0 : between + 1)));
    if (first == null || last === null) continue;
    const written = verbatim(first, [annotation.range.selectedText, annotation.replacedText ?? ""], blocks);
    if (written !== null) {
      spots.set(id, written);
      continue;
    }
    const one = yield* landed(first, blocks, last !== undefined);
    const only = one?.sure === true ? one : null;
    const weight = new Worded(annotation.range.selectedText).weight;
    const whole = last === undefined ? only : joined(first, one, last, yield* landed(last, blocks, true), { weight, between }, blocks);
    const spot = whole === null ? null : spotOf(page, whole);
    if (spot !== null) spots.set(id, spot);
  }
  return spots;
}

/** The words themselves, or those that the agent says it has put there: once in the page, in a new block where ours was. */
function verbatim({ was, anchor }: Piece, quotes: readonly string[], blocks: BlockIndex): Spot | null {
  const { page } = blocks;
  for (const quote of quotes) {
    const start = page.text.indexOf(quote);
    if (start < 0 || page.text.includes(quote, start + 1) || new Worded(quote).letters < TELLING) continue;
    const block = blockAt(page, start)?.rank ?? -1;
    const gap = blocks.gap(block, was);
    const isThere = gap === "unknown" ? blocks.nearness(block, anchor.neighbours) >= BESIDE : gap === "same";
    const isNeighbour = [...anchor.neighbours, ...anchor.section].includes(blocks.hashes[block] ?? "");
    if (block >= 0 && isThere && !isNeighbour && blocks.mayBe(block, was)) return { start, end: start + quote.length, again: true, twin: false };
  }
  return null;
}

function spotOf(page: PageText, { block, start, last, end }: Landing): Spot | null {
  const [from, to] = [page.told[block], page.told[last]];
  return from === undefined || to === undefined ? null : { start: from.start + start, end: to.start + end, again: true, twin: false };
}

function* landed(piece: Piece, blocks: BlockIndex, isEnd: boolean): Generator<void, Landing | null> {
  const stands = standing(piece, blocks, isEnd);
  if (stands?.sure === true) return stands;
  const now = yield* edited(piece, blocks);
  return now?.sure === true ? now : (stands ?? now);
}

/** The block with the same words: the one with the best neighbours, none that was another before. */
function standing(piece: Piece, blocks: BlockIndex, isEnd: boolean): Landing | null {
  const { anchor, old, was, first, last } = piece;
  const fromOf = (block: number) => blocks.carried?.from[block] ?? -1;
  const isOurs = (block: number) => was === null || fromOf(block) < 0 || fromOf(block) === was;
  const all = (blocks.standing.get(anchor.hash) ?? []).filter(isOurs);
  const scored = all.map((block) => ({ block, score: blocks.nearness(block, anchor.neighbours) })).sort((one, other) => other.score - one.score);
  const [best, second] = scored;
  if (best === undefined || blocks.worded[best.block]?.words.length !== old.words.length) return null;
  const isOnly = all.length === 1 && anchor.copies < 2 && (old.letters >= TELLING || best.score > 0);
  // Of copies of a whole note the page's own text has told already what can be told.
  const isClear = isEnd && best.score >= (all.length < anchor.copies ? ENOUGH_OF_FEWER : ENOUGH) && best.score - (second?.score ?? -Infinity) >= CLEAR;
  return landing(piece, blocks, best.block, [first, last], 1, isOnly || isClear);
}

/**
 * One landing of two ends. A doubtful end will do where it lies at the sure one as before and enough is left. If one is lost, or
 * they have parted, the other stands for both if it holds enough.
 */
function joined(first: Piece, one: Landing | null, last: Piece, other: Landing | null, { weight, between }: { weight: number; between: number }, blocks: BlockIndex): Landing | null {
  const isInOrder = one !== null && other !== null && (one.block < other.last || (one.block === other.last && one.start < other.end));
  if (isInOrder && (one.sure || other.sure)) {
    const both = { ...one, last: other.last, end: other.end, sure: true };
    const lost = (end: Landing, { weight: of }: Piece) => (end.sure ? 0 : of * (1 - end.left));
    const isNear = other.last - one.block <= between + 1;
    const isHeld = weight - lost(one, first) - lost(other, last) >= HOLDS * weight;
    const enclosed = weightOf(both, blocks);
    if ((isNear && isHeld) || (one.sure && other.sure && enclosed <= STRETCHED * weight + SLACK)) return both;
  }
  const alone = [withInner(one, first, between, 1, blocks), withInner(other, last, between, -1, blocks)];
  const [best] = alone.sort((a, b) => weightOf(b, blocks) - weightOf(a, blocks));
  return best != null && weightOf(best, blocks) >= HOLDS * weight ? best : null;
}

/** A sure end, and of the blocks between the ends those that still follow on it. */
function withInner(end: Landing | null, { anchor }: Piece, between: number, step: 1 | -1, { hashes, worded }: BlockIndex): Landing | null {
  if (end?.sure !== true) return null;
  const grown = { ...end };
  for (const name of (step > 0 ? anchor.neighbours.slice(NEAR) : anchor.neighbours.slice(0, NEAR)).slice(0, between)) {
    if (step > 0 && hashes[grown.last + 1] === name) [grown.last, grown.end] = [grown.last + 1, worded[grown.last + 1]?.text.length ?? 0];
    else if (step < 0 && hashes[grown.block - 1] === name) [grown.block, grown.start] = [grown.block - 1, 0];
  }
  return grown;
}

function weightOf(landing: Landing | null, { worded }: BlockIndex): number {
  let sum = 0;
  for (let at = landing?.block ?? 0; landing !== null && at <= landing.last; at += 1) {
    const here = worded[at];
    if (here !== undefined) sum += here.weigh(...here.within(at === landing.block ? landing.start : 0, at === landing.last ? landing.end : here.text.length));
  }
  return sum;
}
