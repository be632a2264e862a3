/** A range of a page as seed 002 stores it, and the way back through the tree. */
import { CONTEXT_LENGTH, firstOf, lastOf, type SerializedRange } from "./projection";

const BLOCKS =
  "p,div,li,h1,h2,h3,h4,h5,h6,td,th,pre,blockquote,dt,dd,figcaption,caption,summary,details,section,article,main,aside,header,footer,nav,form,fieldset,address,ul,ol,dl,table,body";
const UNREAD = "script,style,noscript";

function step(node: Node): string {
  const isText = node instanceof Text;
  let number = 1;
  for (let before = node.previousSibling; before !== null; before = before.previousSibling) {
    if (isText ? before instanceof Text : before.nodeName === node.nodeName) number += 1;
  }
  return `/${isText ? "text()" : node.nodeName.toLowerCase()}[${number}]`;
}

/** Where a node is, from the root: `/html[1]/body[1]/p[2]/text()[1]`; all numbers count siblings of the same name. */
export function xpathOf(node: Node): string {
  let path = "";
  for (let at: Node | null = node; at !== null && at.nodeType !== Node.DOCUMENT_NODE; at = at.parentNode) path = step(at) + path;
  return path;
}

/** The text node that a path leads to; null for any that leads nowhere or is no path. */
function textAt(path: string, root: Document): Text | null {
  try {
    const found = root.evaluate(path, root, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue;
    return found instanceof Text ? found : null;
  } catch (failure) {
    if (failure instanceof DOMException) return null;
    throw failure;
  }
}

function textsIn(root: Node): Text[] {
  const walker = (root.ownerDocument ?? document).createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = root instanceof Text ? root : walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text && node.parentElement?.closest(UNREAD) == null) found.push(node);
  }
  return found;
}

interface End {
  node: Text;
  offset: number;
}

/** The range's ends in text nodes that it holds a character of. */
function endsOf(range: Range): [End, End] | null {
  const held = textsIn(range.commonAncestorContainer)
    .filter((node) => range.intersectsNode(node))
    .map((node) => ({
      node,
      start: node === range.startContainer ? range.startOffset : 0,
      end: node === range.endContainer ? range.endOffset : node.length,
    }))
    .filter(({ start, end }) => start < end);
  const [first] = held;
  const last = held.at(-1);
  if (first === undefined || last === undefined) return null;
  return [
    { node: first.node, offset: first.start },
    { node: last.node, offset: last.end },
  ];
}

/** The text of the block around an end, up to it and from it on. */
function around({ node, offset }: End): [before: string, after: string] {
  const block = node.parentElement?.closest(BLOCKS);
  const texts = block == null ? [node] : textsIn(block);
  const at = texts.indexOf(node);
  const words = (some: Text[]) => some.map(({ data }) => data).join("");
  return [words(texts.slice(0, at)) + node.data.slice(0, offset), node.data.slice(offset) + words(texts.slice(at + 1))];
}

/** The stored form of a range; null for one that holds no text. */
export function serializeRange(range: Range): SerializedRange | null {
  const ends = endsOf(range);
  if (ends === null) return null;
  const [start, end] = ends;
  const exact = range.cloneRange();
  exact.setStart(start.node, start.offset);
  exact.setEnd(end.node, end.offset);
  return {
    startXPath: xpathOf(start.node),
    startOffset: start.offset,
    endXPath: xpathOf(end.node),
    endOffset: end.offset,
    selectedText: exact.toString(),
    contextBefore: lastOf(around(start)[0], CONTEXT_LENGTH),
    contextAfter: firstOf(around(end)[1], CONTEXT_LENGTH),
  };
}

/** The range that the paths lead to, if it still holds exactly the selected text: the seed's first tier. */
export function rangeFrom(stored: SerializedRange, root: Document): Range | null {
  const start = textAt(stored.startXPath, root);
  const end = textAt(stored.endXPath, root);
  if (start === null || end === null) return null;
  if (stored.startOffset > start.length || stored.endOffset > end.length) return null;
  const range = root.createRange();
  range.setStart(start, stored.startOffset);
  range.setEnd(end, stored.endOffset);
  return range.toString() === stored.selectedText ? range : null;
}
