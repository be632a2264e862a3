/** Finds the block of a note although it was edited, split or merged. What stood in the page before can not have become ours. */
import { aligned, carried, kept, subsequence } from "./alignment";
import { BEYOND, NEAR, type BlockIndex } from "./blocks";
import { closing, landing, opening, type Landing, type Piece } from "./piece";

const SHORTLIST = 24;
/** A word that more new blocks hold than this tells nothing. */
const COMMON = 200;
/** A neighbour that stands at more places than this leads nowhere. */
const FEW = 3;
/** Of the marked words must stand in an edited block. */
const SURVIVES = 0.4;
/** A block must be to be ours where ours was; beside a neighbour of ours (`BlockIndex.nearness`); between two of them. */
const SIMILAR = 0.55;
const SIMILAR_NEAR = 0.4;
export const BESIDE = 3;
const SIMILAR_BETWEEN = 0.33;
const BETWEEN = 6;
/** In a page that was never seen before, and then only beside a neighbour. */
const SIMILAR_BLIND = 0.7;
/** Share of a block that stands in another if it has become a part of it, and words and weight that must do so at least. */
const PART = 0.7;
const PART_WORDS = 3;
const PART_WEIGHT = 12;
/** By how much the best of several must lead in rank, or in what is around it. */
const CLEAR = 0.04;
const CLEAR_AROUND = 1;
/** Of what is missing at an end must stand in the next new block. */
const REST = 0.6;
/** Of a quote that is looked for by itself: share that may differ, words and weight that it must have. */
const ERRORS = 0.3;
const QUOTE_WORDS = 3;
const QUOTE_WEIGHT = 12;

/** A new block that may be ours, edited. */
interface Candidate {
  block: number;
  /** Of the blocks: 0 to 1. */
  similarity: number;
  /** Share of the marked words that are left. */
  survival: number;
  nearness: number;
  /** For each old word its new one, or -1. */
  to: Int32Array;
  /** By which the best is chosen. */
  rank: number;
}

export function* edited(piece: Piece, blocks: BlockIndex): Generator<void, Landing | null> {
  const listed = shortlist(piece, blocks);
  const candidates: Candidate[] = [];
  for (const block of listed) {
    candidates.push(candidate(piece, blocks, block));
    yield;
  }
  const [best, isClear] = bestOf(piece, blocks, candidates);
  const words = best === undefined ? null : carried(best.to, piece.first, piece.last, blocks.worded[best.block]?.words.length ?? 0);
  // Ours may be one of those that stand, and was not edited at all.
  const isCopied = blocks.standing.has(piece.anchor.hash);
  let found: Landing | null = null;
  if (best !== undefined && words !== null) {
    const isSure = isClear && (!isCopied || best.nearness >= BESIDE) && isAcceptable(best, blocks.gap(best.block, piece.was));
    found = landing(piece, blocks, best.block, words, Math.min(best.survival, best.similarity), isSure);
    if (isSure) return grown(piece, blocks, best, found);
  }
  return quoted(piece, blocks, listed) ?? found;
}

/** The best candidate, and whether it is clearly the best. Copies that were all edited alike keep their order. */
function bestOf({ anchor }: Piece, blocks: BlockIndex, candidates: readonly Candidate[]): [best: Candidate | undefined, clear: boolean] {
  const top = Math.max(...candidates.map(({ rank }) => rank));
  const rivals = candidates.filter(({ rank }) => top - rank < CLEAR);
  if (rivals.length < 2) return [rivals[0], true];
  const isSame = rivals.every(({ block }) => blocks.hashes[block] === blocks.hashes[rivals[0]?.block ?? 0]);
  if (isSame && rivals.length === anchor.copies) return [rivals[anchor.ordinal - 1], true];
  if (areHalves(rivals)) return [rivals[0], true];
  const sorted = [...rivals].sort((one, other) => other.nearness - one.nearness);
  return [sorted[0], (sorted[0]?.nearness ?? 0) - (sorted[1]?.nearness ?? 0) >= CLEAR_AROUND];
}

/** Are these two neighbours that hold different words of ours: a block that was split in the middle? */
function areHalves([one, other, third]: readonly Candidate[]): boolean {
  if (one === undefined || other === undefined || third !== undefined || one.block + 1 !== other.block) return false;
  return !one.to.some((to, at) => to >= 0 && (other.to[at] ?? -1) >= 0);
}

function isAcceptable({ survival, similarity, nearness }: Candidate, gap: ReturnType<BlockIndex["gap"]>): boolean {
  if (survival < SURVIVES || gap === "elsewhere") return false;
  if (gap === "unknown") return nearness >= BESIDE && similarity >= SIMILAR_BLIND;
  return similarity >= SIMILAR || (nearness >= BESIDE && similarity >= SIMILAR_NEAR) || (nearness >= BETWEEN && similarity >= SIMILAR_BETWEEN);
}

/**
 * A new block, compared with ours word by word. The similarity is the weight of the words in both, twice, by the weight of both
 * blocks. If most of one block is in the other, only that part of the other counts in which it stands: a block that was joined
 * or split is no less ours.
 */
function candidate({ old, whole, weight, anchor, first, last }: Piece, blocks: BlockIndex, block: number): Candidate {
  const next = blocks.worded[block] ?? old;
  const to = aligned(old, next);
  const isHit = (at: number) => at >= 0;
  const both = kept(old, to, 0, to.length);
  let ours = old.weight;
  let theirs = next.weight;
  if (both >= PART_WEIGHT && to.filter(isHit).length >= PART_WORDS) {
    const [from, behind] = [to.findIndex(isHit), to.findLastIndex(isHit)];
    if (both >= PART * ours) theirs = next.weigh(to[from] ?? 0, (to[behind] ?? 0) + 1);
    else if (both >= PART * theirs) ours = old.weigh(from, behind + 1);
  }
  const similarity = whole ? (2 * both) / Math.max(ours + theirs, 1) : both / Math.max(ours, 1);
  const survival = kept(old, to, first, last) / Math.max(weight, 1);
  const nearness = blocks.nearness(block, anchor.neighbours);
  return { block, similarity, survival, nearness, to, rank: similarity + 0.5 * survival + 0.04 * nearness };
}

/** New blocks that share rare words with ours, and those beside our old neighbours; in the order of the page. */
function shortlist({ anchor, old, was }: Piece, blocks: BlockIndex): number[] {
  const score = new Map<number, number>();
  for (const word of new Set(old.words)) {
    const held = (blocks.holders.get(word) ?? []).filter((block) => blocks.mayBe(block, was));
    if (held.length > COMMON) continue;
    for (const block of held) score.set(block, (score.get(block) ?? 0) + 1 / held.length);
  }
  const best = [...score].sort(([block, one], [other, two]) => two - one || block - other).slice(0, SHORTLIST);
  const listed = new Set(best.map(([block]) => block));
  for (const [at, name] of anchor.neighbours.entries()) {
    const places = blocks.standing.get(name) ?? [];
    if (places.length > FEW) continue;
    const side = at < NEAR ? 1 : -1;
    for (const place of places) for (let by = 1; by <= (at % NEAR) + 1; by += 1) listed.add(place + by * side);
  }
  const standing = new Set([...anchor.neighbours, ...anchor.section, anchor.hash]);
  const isOther = (block: number) => block < 0 || block >= blocks.hashes.length || !blocks.mayBe(block, was) || standing.has(blocks.hashes[block] ?? "");
  return [...listed].filter((block) => !isOther(block)).sort((one, other) => one - other);
}

/** The landing, with the new block behind or before it that has taken the rest of the marked words: a split. */
function grown(piece: Piece, blocks: BlockIndex, { block, to }: Candidate, found: Landing): Landing {
  const { first, last, anchor } = piece;
  const stands = (at: number) => (to[at] ?? -1) >= 0;
  let [from, until] = [first, last];
  while (from < last && !stands(from)) from += 1;
  while (until > from && !stands(until - 1)) until -= 1;
  // Else the new block beside ours may be our old neighbour, edited.
  const isThere = (neighbour: string | undefined) => neighbour === BEYOND || blocks.standing.has(neighbour ?? "");
  const behind = isThere(anchor.neighbours[NEAR]) ? rest(piece, blocks, block, 1, until, last) : null;
  const before = isThere(anchor.neighbours[0]) ? rest(piece, blocks, block, -1, first, from) : null;
  return {
    ...found,
    ...(behind !== null && { last: block + 1, end: closing(piece, behind.next, behind.last) }),
    ...(before !== null && { block: block - 1, start: opening(piece, before.next, before.first) }),
  };
}

/** The first and the last word of a new block of the same kind among the marked words from first to before last, if most are there. */
function rest({ old, was }: Piece, blocks: BlockIndex, block: number, step: 1 | -1, first: number, last: number) {
  const beside = block + step;
  const next = blocks.worded[beside];
  if (first >= last || next === undefined || !blocks.mayBe(beside, was) || blocks.kindOf(beside) !== blocks.kindOf(block)) return null;
  const pairs = subsequence(old.words.slice(first, last), next.words);
  const [head] = pairs;
  const tail = pairs.at(-1);
  const weight = pairs.reduce((sum, [at]) => sum + old.weigh(first + at, first + at + 1), 0);
  if (head === undefined || tail === undefined || weight < REST * old.weigh(first, last)) return null;
  return { next, first: head[1], last: tail[1] };
}

/** The marked words by themselves, exactly or with few errors, if that is one place of the new text. */
function quoted(piece: Piece, blocks: BlockIndex, listed: readonly number[]): Landing | null {
  const { old, first, last, weight, was } = piece;
  if (last - first < QUOTE_WORDS || weight < QUOTE_WEIGHT) return null;
  const found: Landing[] = [];
  for (const block of listed) {
    const next = blocks.worded[block] ?? old;
    if (blocks.gap(block, was) !== "same") continue;
    const pairs = subsequence(old.words.slice(first, last), next.words);
    const [head] = pairs;
    const tail = pairs.at(-1);
    const both = pairs.reduce((sum, [at]) => sum + old.weigh(first + at, first + at + 1), 0);
    if (head === undefined || tail === undefined || both < (1 - ERRORS) * weight) continue;
    const words = [head[1], tail[1] + 1] as const;
    if (next.weigh(...words) <= (1 + ERRORS) * weight) found.push(landing(piece, blocks, block, words, both / weight, true));
  }
  return found.length === 1 ? (found[0] ?? null) : null;
}
