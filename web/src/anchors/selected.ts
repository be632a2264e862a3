/** From a selection to a place: what it holds of each block, and the longest stretch of it that is one piece of text. */
import { isBlank, outwards, type Place } from "./place";
import { blocksOf, firstIndex, idOf, ownText, readNodes, type Blocks, type OwnNode, type PageBlock } from "./page_blocks";

/** What is selected of a block; an `end` of null is the end of its text. */
interface Piece {
  block: PageBlock;
  start: number;
  end: number | null;
}

/** Do the two stand in one tree, so that their places can be compared? */
const meets = (range: Range, host: Element) => {
  const common = range.commonAncestorContainer;
  return host.contains(common) || common.contains(host);
};

/** The blocks around a node, from the inmost. */
function around(node: Node, host: Element, blocks: Blocks): PageBlock[] {
  const found: PageBlock[] = [];
  for (let at: Node | null = node; at !== null && at !== host; at = at.parentNode) {
    const id = at instanceof Element ? idOf(at) : null;
    const block = id === null ? undefined : blocks.byId.get(id);
    if (block !== undefined) found.push(block);
  }
  return found;
}

/** The blocks that a range may hold words of, in the order of the text. */
function touched(range: Range, host: Element, blocks: Blocks): PageBlock[] {
  const opening = (block: PageBlock) => range.comparePoint(block.parts[0] ?? host, 0);
  const from = firstIndex(blocks.opened, (block) => opening(block) >= 0);
  const to = firstIndex(blocks.opened, (block) => opening(block) > 0);
  const found = new Set([
    ...around(range.startContainer, host, blocks),
    ...around(range.endContainer, host, blocks),
    ...blocks.split,
    ...blocks.opened.slice(from, to),
  ]);
  return [...found].sort((one, other) => one.at - other.at);
}

/** How much of a node lies before a boundary of the range; the node may be the boundary's own container. */
const reach = ({ node, start, end }: OwnNode, container: Node, offset: number, otherwise: number) =>
  node === container ? Math.min(start + offset, end) : otherwise;

function partly(range: Range, block: PageBlock): Piece {
  const nodes = readNodes(block);
  const first = nodes[firstIndex(nodes, ({ node }) => range.comparePoint(node, node.length) >= 0)];
  const last = nodes[firstIndex(nodes, ({ node }) => range.comparePoint(node, 0) > 0) - 1];
  if (first === undefined || last === undefined) return { block, start: 0, end: 0 };
  const start = reach(first, range.startContainer, range.startOffset, first.start);
  const end = reach(last, range.endContainer, range.endOffset, last.end);
  return { block, ...outwards(ownText(block), start, Math.max(start, end)) };
}

function pieceOf(range: Range, block: PageBlock): Piece {
  const [part] = block.parts;
  const whole =
    part !== undefined && block.parts.length === 1 && !part.contains(range.startContainer) && !part.contains(range.endContainer);
  return whole ? { block, start: 0, end: null } : partly(range, block);
}

const wordsOf = ({ block, start, end }: Piece) => ownText(block).slice(start, end ?? undefined);

/** Is there nothing between two pieces but blanks? */
function joined(before: Piece, after: Piece, blocks: Blocks): boolean {
  if (before.end !== null && !isBlank(ownText(before.block).slice(before.end))) return false;
  if (after.start > 0 && !isBlank(ownText(after.block).slice(0, after.start))) return false;
  return blocks.ranked.slice(before.block.at + 1, after.block.at).every((between) => isBlank(ownText(between)));
}

function stretches(pieces: readonly Piece[], blocks: Blocks): Piece[][] {
  const found: Piece[][] = [];
  let before: Piece | undefined;
  for (const piece of pieces) {
    const current = found.at(-1);
    if (before !== undefined && current !== undefined && joined(before, piece, blocks)) current.push(piece);
    else found.push([piece]);
    before = piece;
  }
  return found;
}

function longest(found: readonly Piece[][]): Piece[] {
  const [only] = found;
  if (only === undefined || found.length === 1) return only ?? [];
  const size = (pieces: Piece[]) => pieces.reduce((sum, piece) => sum + wordsOf(piece).trim().length, 0);
  return found.reduce((best, pieces) => (size(pieces) > size(best) ? pieces : best), only);
}

/**
 * The place of a selection: no word that is not selected, blocks at either end left out when only blanks of them are. A
 * selection that is not one piece of the text (the title and a part of the front matter that the page shows under it) has
 * the place of the longest piece.
 */
export function placeOf(range: Range, host: Element): Place | null {
  if (range.collapsed || !meets(range, host)) return null;
  const blocks = blocksOf(host);
  const pieces = touched(range, host, blocks)
    .map((block) => pieceOf(range, block))
    .filter((piece) => piece.end === null || !isBlank(wordsOf(piece)));
  const stretch = longest(stretches(pieces, blocks));
  const first = stretch.find((piece) => !isBlank(wordsOf(piece)));
  const last = stretch.findLast((piece) => !isBlank(wordsOf(piece)));
  if (first === undefined || last === undefined) return null;
  return {
    start_block: first.block.id,
    start: first.start,
    end_block: last.block.id,
    end: last.end ?? ownText(last.block).length,
  };
}

/** How far to look for the beginning of a word. */
const LONGEST_WORD = 200;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The last word before an offset, or the one that the offset is in. */
function lastWord(text: string, caret: number): { start: number; end: number } | null {
  const rest = /^\S*/.exec(text.slice(caret, caret + LONGEST_WORD))?.[0] ?? "";
  const inWord = rest !== "" && caret > 0 && !isBlank(text.slice(caret - 1, caret));
  const upTo = inWord && !UNSPACED.test(rest) ? caret + rest.length : caret;
  const begin = Math.max(0, upTo - LONGEST_WORD);
  const found = /(\S+)\s*$/.exec(text.slice(begin, upTo));
  if (found?.[1] === undefined) return upTo > LONGEST_WORD ? lastWord(text, begin) : null;
  const start = begin + found.index;
  const end = start + found[1].length;
  if (!UNSPACED.test(found[1])) return outwards(text, start, end);
  const words = [...new Intl.Segmenter(undefined, { granularity: "word" }).segment(found[1])];
  const word = words.findLast(({ isWordLike }) => isWordLike === true);
  return outwards(text, start + (word?.index ?? 0), end);
}

/** A word and the text node that it ends in. */
interface Word {
  place: Place;
  node: Node;
}

function laterOne(one: Word | null, other: Word | null): Word | null {
  if (one === null || other === null) return one ?? other;
  return (one.node.compareDocumentPosition(other.node) & Node.DOCUMENT_POSITION_FOLLOWING) === 0 ? one : other;
}

/** The last word of a block before a caret. */
function wordIn(block: PageBlock, caret: Range): Word | null {
  const nodes = readNodes(block);
  const before = nodes[firstIndex(nodes, ({ node }) => caret.comparePoint(node, 0) > 0) - 1];
  if (before === undefined) return null;
  const word = lastWord(ownText(block), reach(before, caret.endContainer, caret.endOffset, before.end));
  const holder = word === null ? undefined : nodes.find(({ end }) => end >= word.end);
  if (word === null || holder === undefined) return null;
  return { place: { start_block: block.id, start: word.start, end_block: block.id, end: word.end }, node: holder.node };
}

/** The place of an insertion: the word before the caret, be it in the block before; null when no word precedes it. */
export function placeBefore(range: Range, host: Element): Place | null {
  if (!meets(range, host)) return null;
  const blocks = blocksOf(host);
  const caret = range.cloneRange();
  caret.collapse(false);
  const holders = around(caret.endContainer, host, blocks);
  const words = holders.map((block) => wordIn(block, caret));
  let at = firstIndex(blocks.opened, ({ parts: [part] }) => caret.comparePoint(part ?? host, 0) > 0) - 1;
  for (; at >= 0; at -= 1) {
    const block = blocks.opened[at];
    const word = block === undefined ? null : wordIn(block, caret);
    if (block === undefined || word === null) continue;
    // Words of a block around it may stand behind it.
    words.push(word, ...around(block.parts[0] ?? host, host, blocks).map((outer) => wordIn(outer, caret)));
    break;
  }
  return words.reduce(laterOne, null)?.place ?? null;
}
