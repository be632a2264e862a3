/** One end of a note (or both) as it stood in its block, and where it stands now. */
import type { BlockAnchor } from "./anchor";
import { splitsPair } from "../../anchors/place";
import type { BlockIndex } from "./blocks";
import { Worded } from "./worded";

export interface Piece {
  anchor: BlockAnchor;
  /** The block as it was, or a window of it. */
  old: Worded;
  /** Is all of the block known? */
  whole: boolean;
  start: number;
  end: number;
  /** The words that are marked, from the first to before the last. */
  first: number;
  last: number;
  weight: number;
  /** The number of the block in the page as it was seen. */
  was: number | null;
}

/** Where a piece stands: from a character of a block to before one of the same or another. */
export interface Landing {
  block: number;
  start: number;
  last: number;
  end: number;
  /** Share of it that is left. */
  left: number;
  /** If not, it will do beside another piece that is. */
  sure: boolean;
}

/** An end of an anchor; null if its offsets lie outside of its text, or it has no words. */
export function pieceOf(anchor: BlockAnchor, was: number | null): Piece | null {
  const start = anchor.offset - (anchor.text_at ?? 0);
  const end = start + anchor.length;
  if (!(start >= 0 && end <= anchor.text.length) || splitsPair(anchor.text, start) || splitsPair(anchor.text, end)) return null;
  const old = new Worded(anchor.text);
  const [first, last] = old.within(start, end);
  return first === last ? null : { anchor, old, whole: anchor.text_at === null, start, end, first, last, weight: old.weigh(first, last), was };
}

/** A span of some words of a block, from the first to before the last; a word that was marked in part is so again. */
export function landing(piece: Piece, blocks: BlockIndex, block: number, [first, last]: readonly [number, number], left: number, sure: boolean): Landing {
  const next = blocks.worded[block] ?? piece.old;
  const [start, end] = [opening(piece, next, first), closing(piece, next, last - 1)];
  const isTurned = start >= end;
  return { block, start: isTurned ? next.start(first) : start, last: block, end: isTurned ? next.end(last - 1) : end, left, sure };
}

const areAlike = (old: Worded, at: number, next: Worded, word: number) =>
  old.words[at] === next.words[word] && old.end(at) - old.start(at) === next.end(word) - next.start(word);

/** Where the piece begins, if its first word is this one. */
export function opening({ old, start, first }: Piece, next: Worded, word: number): number {
  const within = start - old.start(first);
  return within > 0 && areAlike(old, first, next, word) ? next.start(word) + within : next.start(word);
}

/** Where the piece ends, if its last word is this one. */
export function closing({ old, end, last }: Piece, next: Worded, word: number): number {
  const within = end - old.end(last - 1);
  return within < 0 && areAlike(old, last - 1, next, word) ? next.end(word) + within : next.end(word);
}
