/**
 * The page's own text nodes and the pieces of ours behind them: a node keeps its place and loses only its tail, so that a
 * framework which holds it can still change, move and remove it.
 */

/** A text node of the page that we have split. */
export interface Split {
  node: Text;
  /** The node itself, then our text nodes, in the order of the text. */
  leaves: Text[];
  /** Where the node stands. */
  home: Element | null;
}

/** By the page's node, and by each piece of ours. */
const splits = new WeakMap<Node, Split>();

/** Is this a piece of ours: a mark, or text in or behind one? */
export const isPiece = (node: Node) => {
  const split = splits.get(node);
  return split !== undefined && split.node !== node;
};

/** What the page's node says, with what we have taken over from it. */
export const wholeText = (node: Text) => splits.get(node)?.leaves.map(({ data }) => data).join("") ?? node.data;

/** What the page's nodes say now. */
export function textsNow(): WeakMap<Node, string> {
  const texts = new WeakMap<Node, string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) texts.set(node, wholeText(node as Text));
  return texts;
}

/** A boundary in the page as it would be without us. */
export function pagePoint(node: Text, offset: number): { node: Text; offset: number } {
  const split = splits.get(node);
  if (split === undefined) return { node, offset };
  let at = offset;
  for (const leaf of split.leaves.slice(0, split.leaves.indexOf(node))) at += leaf.length;
  return { node: split.node, offset: at };
}

/** The leaf that holds the character before (or behind) an offset of the page's node. */
export function leafPoint(node: Text, offset: number, isEnd: boolean): { node: Text; offset: number } {
  let at = offset;
  const leaves = splits.get(node)?.leaves ?? [node];
  for (const leaf of leaves) {
    if (at < leaf.length || (isEnd && at === leaf.length && at > 0)) return { node: leaf, offset: at };
    at -= leaf.length;
  }
  const last = leaves.at(-1) ?? node;
  return { node: last, offset: last.length };
}

/** Puts a part of the page's node into marks; several where it overlaps other marks. */
export function wrap(node: Text, from: number, to: number, make: () => HTMLElement): HTMLElement[] {
  const split = splits.get(node) ?? { node, leaves: [node], home: node.parentElement };
  splits.set(node, split);
  const marks: HTMLElement[] = [];
  let at = 0;
  for (const leaf of [...split.leaves]) {
    const size = leaf.length;
    const start = Math.max(from - at, 0);
    const end = Math.min(to - at, size);
    if (start < end) marks.push(wrapPiece(split, leaf, start, end, make()));
    at += size;
  }
  return marks;
}

function wrapPiece(split: Split, leaf: Text, start: number, end: number, mark: HTMLElement): HTMLElement {
  const { leaves } = split;
  const cut = (text: Text, at: number) => {
    const rest = text.splitText(at);
    leaves.splice(leaves.indexOf(text) + 1, 0, rest);
    splits.set(rest, split);
    return rest;
  };
  if (end < leaf.length) cut(leaf, end);
  const inside = start > 0 || leaf === split.node ? cut(leaf, start) : leaf;
  if (start === 0 && leaf === split.node) cut(leaf, 0); // goes with the emptied node only if the page normalizes
  splits.set(mark, split);
  inside.before(mark);
  mark.append(inside);
  return mark;
}

/** Takes a mark away; what only we had split is one again. */
export function unwrap(mark: Element): void {
  const split = splits.get(mark);
  if (split === undefined) return;
  splits.delete(mark);
  mark.replaceWith(...mark.childNodes);
  const { leaves } = split;
  for (let at = leaves.length - 1; at > 0; at -= 1) {
    const [before, leaf] = [leaves[at - 1], leaves[at]];
    if (before === undefined || leaf === undefined || leaf.previousSibling !== before) continue;
    before.appendData(leaf.data);
    forget(leaf);
    leaves.splice(at, 1);
  }
  if (leaves.length === 1) splits.delete(split.node);
}

function forget(piece: ChildNode): void {
  splits.delete(piece);
  piece.remove();
}

/** Our pieces that stand beside the page's node. */
function pieces({ node, leaves }: Split): ChildNode[] {
  const top = (leaf: Text): ChildNode => {
    let at: ChildNode = leaf;
    while (at.parentElement !== null && isPiece(at.parentElement)) at = at.parentElement;
    return at;
  };
  return [...new Set(leaves.filter((leaf) => leaf !== node).map(top))];
}

/** Takes all our pieces away. The page's node says what it said before, or what the page has just written into it. */
function dissolve(split: Split, text: string): void {
  const inner = pieces(split).flatMap((piece) => (piece.nodeType === 1 ? [piece, ...(piece as Element).querySelectorAll("mark")] : [piece]));
  for (const piece of inner) forget(piece);
  for (const leaf of split.leaves) splits.delete(leaf);
  if (split.node.data !== text) split.node.data = text;
}

/** The page has normalized an element, and removed its emptied node: the text goes on in one of its own. */
const adopt = (before: ChildNode, text: string) => before.before(new Text(text));

/** Puts one split in order after the page has touched it; true if its marks are gone. */
function mend(split: Split, written: boolean): boolean {
  const { node } = split;
  if (written) {
    dissolve(split, node.data);
    return true;
  }
  const ours = pieces(split);
  const first = ours.find(({ parentNode }) => parentNode !== null && parentNode === split.home);
  const whole = () => split.leaves.map(({ data }) => data).join("");
  if (node.parentNode === null) {
    const isSwept = node.data === "" && split.leaves[1]?.parentNode === null && first !== undefined;
    if (isSwept) adopt(first, whole());
    dissolve(split, whole());
    return true;
  }
  let before: ChildNode = node;
  const isInOrder = ours.every((piece) => {
    const follows = before.nextSibling === piece;
    before = piece;
    return follows;
  });
  const isWhole = split.leaves.every((leaf) => leaf === node || node.getRootNode().contains(leaf));
  if (isInOrder && isWhole) return false;
  if (!isWhole) {
    dissolve(split, whole());
    return true;
  }
  node.after(...ours);
  split.home = node.parentElement;
  return false;
}

/** What the page did to text that we have split is put in order before it is painted; the splits whose marks are gone. */
export function guard(records: readonly MutationRecord[]): Split[] {
  const touched = new Map<Split, boolean>();
  const touch = (node: Node | null, written: boolean) => {
    const split = node === null ? undefined : splits.get(node);
    if (split !== undefined) touched.set(split, written || touched.get(split) === true);
  };
  for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    // What someone types into a mark of ours stays there.
    if (type === "characterData" && !isPiece(target)) touch(target, true);
    for (const node of removedNodes) touch(node, false);
    for (const node of addedNodes) touch(node, false);
    if (type !== "childList") continue;
    touch(previousSibling, false);
    touch(nextSibling, false);
  }
  return [...touched].filter(([split, written]) => mend(split, written)).map(([split]) => split);
}
