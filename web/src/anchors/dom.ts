/** Places in a host element: their ranges, the text nodes to mark, their words. Nothing here forces layout. */
import { isBlank, splitsPair, type Place } from "./place";
import { blocksOf, firstIndex, ownText, readNodes, blockOf, type OwnNode, type PageBlock } from "./page_blocks";

export { blocksOf, blockOf, ownText, type Blocks, type PageBlock } from "./page_blocks";
export { placeBefore, placeOf } from "./selected";

/** A piece of a text node that shows a part of a place. */
export interface Segment {
  node: Text;
  start: number;
  end: number;
}

/** Elements in which the HTML has line ends between their children; nothing can be marked there. */
const STRUCTURE = new Set(["UL", "OL", "TABLE", "THEAD", "TBODY", "TFOOT", "TR", "DL", "SECTION", "DETAILS", "DIV", "BLOCKQUOTE"]);

const isBlock = (node: Node | null) => node instanceof Element && node.matches("[data-block], [data-continues], ul, ol, table");
const isStructure = (node: Text) =>
  isBlank(node.data) && (STRUCTURE.has(node.parentElement?.tagName ?? "") || isBlock(node.previousSibling) || isBlock(node.nextSibling));

/** The blocks of a place with the stretch of each, or null when the place does not exist here. */
function stretchesOf(place: Place, host: Element): { block: PageBlock; start: number; end: number }[] | null {
  const first = blockOf(host, place.start_block);
  const last = blockOf(host, place.end_block);
  if (first === null || last === null || last.at < first.at) return null;
  const head = ownText(first);
  const tail = ownText(last);
  if (isBlank(head) || isBlank(tail) || (first === last && place.start >= place.end)) return null;
  if (place.start < 0 || place.start > head.length || splitsPair(head, place.start)) return null;
  if (place.end < 0 || place.end > tail.length || splitsPair(tail, place.end)) return null;
  return blocksOf(host)
    .ranked.slice(first.at, last.at + 1)
    .map((block) => ({
      block,
      start: block === first ? place.start : 0,
      end: block === last ? place.end : ownText(block).length,
    }))
    .filter(({ block }) => !isBlank(ownText(block)));
}

/** Nothing has split, joined or taken away this node since it was read. */
const stands = (block: PageBlock, { node, start, end }: OwnNode) =>
  node.length === end - start && block.parts.some((part) => part.contains(node));

/** The text nodes of a stretch; a block is read anew only if those have changed. */
function nodesIn(block: PageBlock, start: number, end: number): OwnNode[] {
  const cut = (nodes: OwnNode[]) =>
    nodes.slice(
      firstIndex(nodes, (node) => node.end > start),
      firstIndex(nodes, (node) => node.start >= end),
    );
  const known = block.nodes === null ? [] : cut(block.nodes);
  if (known.length > 0 && known.every((node) => stands(block, node))) return known;
  return cut(readNodes(block));
}

/**
 * The pieces of text nodes to mark, in the order of the text. Wrapping one ends those of the same node that come later:
 * wrap from the last to the first.
 */
export function segmentsOf(place: Place, host: Element): Segment[] {
  const found: Segment[] = [];
  for (const { block, start, end } of stretchesOf(place, host) ?? []) {
    for (const own of nodesIn(block, start, end)) {
      const piece = { node: own.node, start: Math.max(0, start - own.start), end: Math.min(own.end, end) - own.start };
      if (piece.start < piece.end && !isStructure(own.node)) found.push(piece);
    }
  }
  return found;
}

/** The range of a place, to scroll to or to select; null when the place does not exist in the host. */
export function rangeOf(place: Place, host: Element): Range | null {
  const found = segmentsOf(place, host);
  // The page may show the title before the front matter.
  const turned = blocksOf(host).ranked[0] !== blocksOf(host).opened[0];
  if (turned) found.sort(({ node: one }, { node: other }) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1));
  const first = found[0];
  const last = found.at(-1);
  if (first === undefined || last === undefined) return null;
  const range = host.ownerDocument.createRange();
  range.setStart(first.node, first.start);
  range.setEnd(last.node, last.end);
  return range;
}

/** The words of a place as they were selected: a line for each block that has words. */
export function quoteOf(place: Place, host: Element): string | null {
  const found = stretchesOf(place, host);
  return found === null ? null : found.map(({ block, start, end }) => ownText(block).slice(start, end)).join("\n");
}
