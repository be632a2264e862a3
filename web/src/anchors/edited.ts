/** Step 2 of finding an anchor: the block was edited, split or merged. Only new blocks come into question. The hub's edited.py. */
import { aligned, carried, subsequence, kept, paired, settled, total } from "./alignment";
import { BEYOND, NEAR, type Arrivals, type Bearings, type Known } from "./bearings";
import { closing, landing, opening, type Landing, type Sought } from "./sought";
import { NOTHING, support, type Outcome } from "./standing";

const SHORTLIST = 24;
/** A word that more new blocks hold than this tells nothing. */
const COMMON = 200;
/** A neighbour that stands at more places than this leads nowhere. */
const FEW = 3;
/** Of the marked words must stand in an edited block. */
const SURVIVES = 0.4;
/** A block must be to be ours wherever it stands. */
const SIMILAR = 0.55;
/** Beside a neighbour of ours (`Bearings.nearness`). */
const SIMILAR_NEAR = 0.4;
const BESIDE = 3;
/** Between two neighbours of ours. */
const SIMILAR_BETWEEN = 0.33;
const BETWEEN = 6;
/** Without a known old revision, and then only beside a neighbour. */
const SIMILAR_BLIND = 0.7;
/** Share of a block that stands in another if it has become a part of it, and words and weight that must do so at least. */
const PART = 0.7;
const PART_WORDS = 3;
const PART_WEIGHT = 12;
/** By how much the best of several must lead in rank, … */
const CLEAR = 0.04;
/** … or by what is around it (`support`). */
const CLEAR_SUPPORT = 1;
/** Of what is missing at an end must stand in the next new block. */
const REST = 0.6;

/** A new block that may be ours, edited. */
interface Candidate {
  unit: number;
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

/** Where the edited block is, and a doubtful candidate if that is not clear. */
export function* edited(sought: Sought, bearings: Bearings, known: Known | null): Generator<void, Outcome> {
  const candidates: Candidate[] = [];
  for (const unit of shortlist(sought, bearings, yield* bearings.arrivals(known))) {
    candidates.push(candidate(sought, bearings, unit));
    yield;
  }
  const [best, isClear] = bestOf(sought, bearings, candidates);
  const next = bearings.worded[best?.unit ?? -1];
  if (best === undefined || next === undefined) return NOTHING;
  const words = carried(best.to, ...sought.piece, next.words.length);
  if (words === null) return NOTHING;
  const found = landing(sought, next, best.unit, words, Math.min(best.survival, best.similarity));
  // Ours may be one of those that stand, and was not edited at all.
  const isCopied = bearings.standing.has(sought.anchor.hash);
  if (!isClear || (isCopied && best.nearness < BESIDE) || !isAcceptable(best, known === null)) return [null, found];
  return [grown(sought, bearings, known, best, found), null];
}

/**
 * The best candidate, and whether it is clearly the best. Rivals that rank alike are told apart by what is around. Copies that
 * were all edited alike keep their order.
 */
function bestOf(sought: Sought, bearings: Bearings, candidates: readonly Candidate[]): [best: Candidate | undefined, clear: boolean] {
  const top = Math.max(...candidates.map(({ rank }) => rank));
  const rivals = candidates.filter(({ rank }) => top - rank < CLEAR);
  if (rivals.length < 2) return [rivals[0], true];
  const { copies, ordinal } = sought.anchor;
  const names = new Set(rivals.map(({ unit }) => bearings.hashes[unit]));
  if (names.size === 1 && rivals.length === copies) return [rivals.at(Math.min(ordinal, copies) - 1), true];
  if (areHalves(rivals)) return [rivals[0], true];
  const supports = rivals.map(({ unit }) => support(sought, bearings, unit));
  const first = supports.indexOf(Math.max(...supports));
  const lead = (supports[first] ?? 0) - Math.max(...supports.toSpliced(first, 1));
  return [rivals[first], lead >= CLEAR_SUPPORT];
}

/** Are these two neighbours that hold different words of ours: a block that was split in the middle? */
function areHalves([one, other, third]: readonly Candidate[]): boolean {
  if (one === undefined || other === undefined || third !== undefined || one.unit + 1 !== other.unit) return false;
  return !one.to.some((to, at) => to >= 0 && (other.to[at] ?? -1) >= 0);
}

/** Is this our block? `blind`: nothing is known of the old revision, so the block may have stood there as it is. */
function isAcceptable({ survival, similarity, nearness }: Candidate, blind: boolean): boolean {
  if (survival < SURVIVES) return false;
  if (blind) return nearness >= BESIDE && similarity >= SIMILAR_BLIND;
  return similarity >= SIMILAR || (nearness >= BESIDE && similarity >= SIMILAR_NEAR) || (nearness >= BETWEEN && similarity >= SIMILAR_BETWEEN);
}

/**
 * A new unit, compared with ours word by word. The similarity is the weight of the words in both, twice, by the weight of
 * both blocks. If most of one block is in the other, only that part of the other counts in which it stands: a block that was
 * joined or split is no less ours.
 */
function candidate(sought: Sought, bearings: Bearings, unit: number): Candidate {
  const { old, piece, whole, anchor, weight, blockWeight } = sought;
  const next = bearings.worded[unit] ?? old;
  const isCode = anchor.kind === "code" && bearings.passages.units[unit]?.kind === "code";
  const to = settled(old, next, aligned(old, next, isCode));
  const isHit = (at: number) => at >= 0;
  const first = to.findIndex(isHit);
  const last = to.findLastIndex(isHit);
  const both = kept(old, to, 0, to.length);
  let ours = blockWeight;
  let theirs = next.weigh(0, next.words.length);
  if (both >= PART_WEIGHT && to.filter(isHit).length >= PART_WORDS) {
    if (both >= PART * ours) theirs = next.weigh(to[first] ?? 0, (to[last] ?? 0) + 1);
    else if (both >= PART * theirs) ours = old.weigh(first, last + 1);
  }
  const similarity = whole ? (2 * both) / Math.max(ours + theirs, 1) : both / Math.max(ours, 1);
  const survival = kept(old, to, ...piece) / Math.max(weight, 1);
  const nearness = bearings.nearness(unit, anchor.neighbours);
  return { unit, similarity, survival, nearness, to, rank: similarity + 0.5 * survival + 0.04 * nearness };
}

/** At most 24 new units that share rare words with ours, and those beside our old neighbours; in document order. */
export function shortlist({ anchor, old }: Sought, bearings: Bearings, { units, holders }: Arrivals): number[] {
  const score = new Map<number, number>();
  for (const word of new Set(old.words)) {
    const held = holders.get(word) ?? [];
    if (held.length > COMMON) continue;
    for (const unit of held) score.set(unit, (score.get(unit) ?? 0) + 1 / held.length);
  }
  const best = [...score].sort(([unit, one], [other, two]) => two - one || unit - other).slice(0, SHORTLIST);
  const listed = new Set(best.map(([unit]) => unit));
  for (const [at, name] of anchor.neighbours.entries()) {
    const places = bearings.standing.get(name) ?? [];
    if (places.length > FEW) continue;
    const side = at < NEAR ? 1 : -1;
    for (const place of places) for (let by = 1; by <= (at % NEAR) + 1; by += 1) listed.add(place + by * side);
  }
  const standing = new Set([...anchor.neighbours, ...anchor.section, anchor.hash]);
  return [...listed].filter((unit) => units.has(unit) && !standing.has(bearings.hashes[unit] ?? "")).sort((one, other) => one - other);
}

/** The landing, with the new block behind or before it that has taken the rest of the marked words: a split. */
function grown(sought: Sought, bearings: Bearings, known: Known | null, best: Candidate, found: Landing): Landing {
  const [first, last] = sought.piece;
  const stands = (at: number) => (best.to[at] ?? -1) >= 0;
  let from = first;
  while (from < last && !stands(from)) from += 1;
  let to = last;
  while (to > from && !stands(to - 1)) to -= 1;
  // Else the new block beside ours may be our old neighbour, edited.
  const isThere = (neighbour: string | undefined) => neighbour === BEYOND || bearings.standing.has(neighbour ?? "");
  const { neighbours } = sought.anchor;
  if (bearings.passages.units[best.unit]?.kind !== sought.anchor.kind) return found;
  const behind = isThere(neighbours[NEAR]) ? rest(sought, bearings, known, best.unit + 1, to, last) : null;
  const before = isThere(neighbours[0]) ? rest(sought, bearings, known, best.unit - 1, first, from) : null;
  return {
    ...found,
    ...(behind !== null && { last: best.unit + 1, end: closing(sought, behind.next, behind.last) }),
    ...(before !== null && { unit: best.unit - 1, start: opening(sought, before.next, before.first) }),
  };
}

/**
 * The first and the last word of a new unit among the marked words from first to before last, if most are there. A part of a
 * split block is of its kind: a heading's mark stays out of the paragraph below, a sentence's out of a fence.
 */
function rest({ old, anchor }: Sought, bearings: Bearings, known: Known | null, unit: number, first: number, last: number) {
  const next = bearings.worded[unit];
  if (first >= last || next === undefined || known?.has(bearings.hashes[unit] ?? "") !== false) return null;
  if (bearings.passages.units[unit]?.kind !== anchor.kind) return null;
  const missing = old.words.slice(first, last);
  const pairs = subsequence(missing, next.words);
  const [head] = pairs;
  const tail = pairs.at(-1);
  if (head === undefined || tail === undefined || paired(missing, pairs) < REST * total(missing)) return null;
  return { next, first: head[1], last: tail[1] };
}
