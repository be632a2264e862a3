/** All text of a page (or of a shadow root) in one string, as it would be without our marks: read once for all annotations. */
import { isPiece, pagePoint, wholeText } from "./splits";

/** A stretch of text of one block that no other block interrupts: what anchors call a unit. */
export interface TextBlock {
  element: Element;
  path: string;
  start: number;
  end: number;
  /** All that the block's element holds, other blocks in it as well. */
  whole: { from: number; to: number };
  /** Its number among the blocks with words; -1 if there is no more than white space. */
  rank: number;
  /** How deep the element lies that holds this block with words and the one before. */
  join: number;
  /** The nearest one above. */
  heading: TextBlock | undefined;
}

export type TextRoot = Document | ShadowRoot;

export interface PageText {
  root: TextRoot;
  text: string;
  /** The page's own text nodes, where they start in the text, and in which block. */
  nodes: Text[];
  starts: number[];
  inBlock: number[];
  paths: string[];
  blocks: TextBlock[];
  /** Those with words. */
  told: TextBlock[];
}

/** A part of a text node of the page. */
export interface TextRun {
  node: Text;
  from: number;
  to: number;
}

export const HOST_ID = "astro-inline-review-host";
export const BLOCKS =
  "p,div,li,h1,h2,h3,h4,h5,h6,td,th,pre,blockquote,dt,dd,figcaption,caption,summary,details,section,article,main,aside,header,footer,nav,form,fieldset,address,ul,ol,dl,table,body";
const BLOCK = new Set(BLOCKS.toUpperCase().split(","));
const UNREAD = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE"]);
const BATCH = 256;

/** Ours and not the page's: the host, the layer, the inspector's box. */
export const isOurs = (node: Node) => node.nodeType === 1 && ((node as Element).id === HOST_ID || (node as Element).hasAttribute("data-air-el"));

const isHidden = (node: Node) => isPiece(node) || isOurs(node);

const nameOf = (node: Node) => (node.nodeType === 3 ? "text()" : node.nodeName.toLowerCase());

/** Where a node is, from its root, as if we were not there: `/html[1]/body[1]/p[2]/text()[1]`. */
export function xpathOf(node: Node): string {
  let path = "";
  for (let at: Node | null = node; at !== null && (at.nodeType === 1 || at.nodeType === 3); at = at.parentNode) {
    if (isPiece(at) && at.nodeType === 1) continue;
    let number = 1;
    for (let before = at.previousSibling; before !== null; before = before.previousSibling) {
      if (before.nodeName === at.nodeName && !isHidden(before)) number += 1;
    }
    path = `/${nameOf(at)}[${number}]${path}`;
  }
  return path;
}

/** One element on the way down. */
interface Level {
  element: Node;
  path: string;
  block: Open;
  counts: Map<string, number>;
}

interface Open {
  element: Element;
  path: string;
  whole: { from: number; to: number };
}

const nextOf = (counts: Map<string, number>, name: string) => {
  const number = (counts.get(name) ?? 0) + 1;
  counts.set(name, number);
  return number;
};

/** Reads a root in short steps. */
export function* readText(root: TextRoot): Generator<void, PageText> {
  const page: PageText = { root, text: "", nodes: [], starts: [], inBlock: [], paths: [], blocks: [], told: [] };
  const top: Node = "body" in root ? root.body : root;
  const parts: string[] = [];
  let at = 0;
  let steps = 0;
  let least = 0;
  const enter = (element: Node, path: string, around: Open | null): Level => {
    const opens = around === null || BLOCK.has(element.nodeName);
    const block = opens ? { element: element as Element, path, whole: { from: at, to: at } } : around;
    return { element, path, block, counts: new Map() };
  };
  const levels = [enter(top, root === top ? "" : xpathOf(top), null)];
  let node = top.firstChild;
  for (let level = levels.at(-1); level !== undefined; ) {
    if (node === null) {
      if (level.block.element === level.element) level.block.whole.to = at;
      node = level.element.nextSibling;
      levels.pop();
      least = Math.min(least, levels.length);
      level = levels.at(-1);
      continue;
    }
    if (++steps % BATCH === 0) yield;
    const goesDown: boolean = node.nodeType === 1 && !isHidden(node);
    if (node.nodeType === 3 && !isPiece(node)) {
      const data = wholeText(node as Text);
      const path = `${level.path}/text()[${nextOf(level.counts, "#text")}]`;
      const told = page.told.length;
      at = take(page, { node: node as Text, data, path, block: level.block, at, join: least }, parts);
      if (page.told.length > told) least = levels.length;
    } else if (goesDown) {
      const path = `${level.path}/${node.nodeName.toLowerCase()}[${nextOf(level.counts, node.nodeName)}]`;
      if (!UNREAD.has(node.nodeName)) {
        level = enter(node, path, level.block);
        levels.push(level);
        node = node.firstChild;
        continue;
      }
    }
    node = node.nextSibling;
  }
  page.text = parts.join("");
  return page;
}

interface Read {
  node: Text;
  data: string;
  path: string;
  block: Open;
  at: number;
  join: number;
}

const WORDS = /\S/;
export const HEADING = /^H[1-6]$/;

function take(page: PageText, { node, data, path, block, at, join }: Read, parts: string[]): number {
  const end = at + data.length;
  let last = page.blocks.at(-1);
  if (last?.element !== block.element || last.whole !== block.whole) {
    last = { ...block, start: at, end, rank: -1, join: 0, heading: undefined };
    page.blocks.push(last);
  }
  last.end = end;
  if (last.rank < 0 && WORDS.test(data)) {
    const above = page.told.at(-1);
    last.heading = above !== undefined && HEADING.test(above.element.nodeName) ? above : above?.heading;
    last.rank = page.told.push(last) - 1;
    last.join = join;
  }
  page.nodes.push(node);
  page.starts.push(at);
  page.inBlock.push(page.blocks.length - 1);
  page.paths.push(path);
  parts.push(data);
  return end;
}

/** The number of the last item that is no greater. */
export function lastAt(starts: readonly number[], position: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  return low - 1;
}

/** The block in which a character stands. */
export const blockAt = (page: PageText, position: number) => page.blocks[page.inBlock[lastAt(page.starts, position)] ?? -1];

/** The pieces of text nodes between two positions; none of the white space between blocks. */
export function segmentsOf(page: PageText, start: number, end: number): TextRun[] {
  const found: TextRun[] = [];
  for (let at = lastAt(page.starts, start); at < page.nodes.length && (page.starts[at] ?? end) < end; at += 1) {
    const node = page.nodes[at];
    const begin = page.starts[at] ?? 0;
    const size = (page.starts[at + 1] ?? page.text.length) - begin;
    const from = Math.max(start - begin, 0);
    const to = Math.min(end - begin, size);
    if (node !== undefined && from < to && (page.blocks[page.inBlock[at] ?? -1]?.rank ?? -1) >= 0) found.push({ node, from, to });
  }
  return found;
}

/** From where to where in the text a range of the page reaches; null if it holds none of it. */
export function stretchOf(page: PageText, range: Range): [start: number, end: number] | null {
  const order = new Map(page.nodes.map((node, at) => [node, at]));
  const common = range.commonAncestorContainer;
  const walker = document.createTreeWalker(common, NodeFilter.SHOW_TEXT);
  let stretch: [number, number] | null = null;
  for (let node = common.nodeType === 3 ? common : walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node as Text;
    const from = text === range.startContainer ? range.startOffset : 0;
    const to = text === range.endContainer ? range.endOffset : text.length;
    if (from >= to || !range.intersectsNode(text)) continue;
    const start = pagePoint(text, from);
    const at = page.starts[order.get(start.node) ?? -1];
    if (at === undefined) continue;
    stretch ??= [at + start.offset, 0];
    stretch[1] = at + start.offset + to - from;
  }
  return stretch;
}
