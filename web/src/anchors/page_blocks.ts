/** The blocks that stand in a host element: looked up once per slice, read when a place asks for their words. */
const BLOCK = "[data-block],[data-continues]";
/** The desk's own words, which are no part of the text. */
const DESK = "[data-desk]";

/** A text node of a block and what it holds of the block's own text. */
export interface OwnNode {
  node: Text;
  start: number;
  end: number;
}

/** A block: its elements (one for each slice that it stands in), and what has been read of it. */
export interface PageBlock {
  id: string;
  /** Its number among the host's blocks, front matter first. */
  at: number;
  parts: Element[];
  nodes: OwnNode[] | null;
  text: string | null;
}

/** All blocks of a host. */
export interface Blocks {
  byId: Map<string, PageBlock>;
  /** In the order of the text: front matter first, even where the page has moved the title before it. */
  ranked: PageBlock[];
  /** As they open in the page. */
  opened: PageBlock[];
  /** Those of several parts. */
  split: Set<PageBlock>;
  first: Element | null;
  last: Element | null;
  children: number;
}

const hosts = new WeakMap<Element, Blocks>();

export const idOf = (element: Element) => element.getAttribute("data-block") ?? element.getAttribute("data-continues");

/** Forget what is known of a host, after something has rearranged it. */
export const forget = (host: Element) => hosts.delete(host);

function take(blocks: Blocks, element: Element, id: string): void {
  const known = blocks.byId.get(id);
  if (known !== undefined) {
    if (element.hasAttribute("data-block")) return;
    known.parts.push(element);
    known.nodes = known.text = null;
    blocks.split.add(known);
    return;
  }
  const block: PageBlock = { id, at: blocks.ranked.length, parts: [element], nodes: null, text: null };
  blocks.byId.set(id, block);
  blocks.opened.push(block);
  if (element.tagName !== "DL") {
    blocks.ranked.push(block);
    return;
  }
  // Front matter, which the hub has before the title.
  blocks.ranked.unshift(block);
  blocks.ranked.forEach((each, at) => (each.at = at));
}

function takeSlice(blocks: Blocks, slice: Element): void {
  const found = slice.querySelectorAll(BLOCK);
  const mayBeOurs = slice.closest(DESK) !== null || slice.querySelector(DESK) !== null;
  for (const element of slice.matches(BLOCK) ? [slice, ...found] : found) {
    const id = idOf(element);
    if (id !== null && !(mayBeOurs && element.closest(DESK) !== null)) take(blocks, element, id);
  }
  blocks.last = slice;
  blocks.children += 1;
}

function begin(host: Element): Blocks {
  const blocks: Blocks = {
    byId: new Map(),
    ranked: [],
    opened: [],
    split: new Set(),
    first: host.firstElementChild,
    last: null,
    children: 0,
  };
  hosts.set(host, blocks);
  return blocks;
}

/** The blocks of a host; only slices that have come since the last call are looked through. */
export function blocksOf(host: Element): Blocks {
  let blocks = hosts.get(host);
  if (blocks === undefined || blocks.first !== host.firstElementChild || (blocks.last !== null && blocks.last.parentNode !== host)) {
    blocks = begin(host);
  }
  for (;;) {
    const next = blocks.last === null ? host.firstElementChild : blocks.last.nextElementSibling;
    if (next === null) return blocks;
    takeSlice(blocks, next);
  }
}

/** A block of the host, looked for once more when the host has been rearranged. */
export function blockOf(host: Element, id: string): PageBlock | null {
  const blocks = blocksOf(host);
  const known = blocks.byId.get(id);
  if (known !== undefined && known.parts.every((part) => host.contains(part))) return known;
  if (known === undefined && blocks.children === host.childElementCount) return null;
  forget(host);
  return blocksOf(host).byId.get(id) ?? null;
}

function collect(parent: Node, nodes: OwnNode[], from: number): number {
  let at = from;
  for (let child = parent.firstChild; child !== null; child = child.nextSibling) {
    if (child instanceof Text) {
      nodes.push({ node: child, start: at, end: at + child.length });
      at += child.length;
    } else if (child instanceof Element && !child.matches("[data-block],[data-continues],[data-desk]")) {
      at = collect(child, nodes, at);
    }
  }
  return at;
}

/** Reads the block anew: its text nodes as they are now. */
export function readNodes(block: PageBlock): OwnNode[] {
  const nodes: OwnNode[] = [];
  let at = 0;
  for (const part of block.parts) at = collect(part, nodes, at);
  block.nodes = nodes;
  return nodes;
}

/** The block's own text; words never change in a page that stands. */
export function ownText(block: PageBlock): string {
  block.text ??= (block.nodes ?? readNodes(block)).map(({ node }) => node.data).join("");
  return block.text;
}

/** The index of the first item of which this holds, when it holds of all after it. */
export function firstIndex<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && holds(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
