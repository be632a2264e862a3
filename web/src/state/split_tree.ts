/** How the desk's panes divide their space: a frozen tree of splits, changed by making a new one. */
type Direction = "row" | "column";
export type Edge = "left" | "right" | "top" | "bottom";

interface Leaf {
  readonly pane: string;
}
interface Split {
  readonly direction: Direction;
  readonly children: readonly Tree[];
  /** One share per child; they add up to 1. */
  readonly shares: readonly number[];
}
export type Tree = Leaf | Split;

export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
/** Where two neighbours meet; `path` names the split, `index` the neighbour before the border. */
export interface Border {
  readonly path: readonly number[];
  readonly index: number;
  readonly direction: Direction;
  readonly at: Rectangle;
  /** What the neighbour before it has of both their space. */
  readonly before: number;
  /** How long both are together, in fractions of the desk. */
  readonly span: number;
}

const WHOLE: Rectangle = { left: 0, top: 0, width: 1, height: 1 };
export const SMALLEST_SHARE = 0.15;

function isLeaf(tree: Tree): tree is Leaf {
  return "pane" in tree;
}

export function panesOf(tree: Tree): string[] {
  return isLeaf(tree) ? [tree.pane] : tree.children.flatMap(panesOf);
}

function edgeDirection(edge: Edge): Direction {
  return edge === "left" || edge === "right" ? "row" : "column";
}

/** Puts `pane` beside `target`, which gives it half of its space. */
export function insertBeside(tree: Tree, target: string, edge: Edge, pane: string): Tree {
  const direction = edgeDirection(edge);
  const first = edge === "left" || edge === "top";
  if (isLeaf(tree)) {
    if (tree.pane !== target) return tree;
    const pair = first ? [{ pane }, tree] : [tree, { pane }];
    return { direction, children: pair, shares: [0.5, 0.5] };
  }
  const index = tree.children.findIndex((child) => isLeaf(child) && child.pane === target);
  if (index >= 0 && tree.direction === direction) return insertAmong(tree, index, first, pane);
  return { ...tree, children: tree.children.map((child) => insertBeside(child, target, edge, pane)) };
}

function insertAmong(split: Split, index: number, first: boolean, pane: string): Split {
  const half = (split.shares[index] ?? 0) / 2;
  const place = first ? index : index + 1;
  const children = [...split.children];
  children.splice(place, 0, { pane });
  const shares = split.shares.map((share, at) => (at === index ? half : share));
  shares.splice(place, 0, half);
  return { ...split, children, shares };
}

/** Takes a pane out; its neighbours share its space in proportion. Null when nothing is left. */
export function removePane(tree: Tree, pane: string): Tree | null {
  if (isLeaf(tree)) return tree.pane === pane ? null : tree;
  const kept = tree.children.flatMap((child, index) => {
    const rest = removePane(child, pane);
    return rest === null ? [] : [{ rest, share: tree.shares[index] ?? 0 }];
  });
  const [only] = kept;
  if (only === undefined) return null;
  if (kept.length === 1) return only.rest;
  const total = kept.reduce((sum, child) => sum + child.share, 0);
  return flatten({
    direction: tree.direction,
    children: kept.map((child) => child.rest),
    shares: kept.map((child) => child.share / total),
  });
}

/** A split inside a split of the same direction is one split. */
function flatten(split: Split): Split {
  const children: Tree[] = [];
  const shares: number[] = [];
  split.children.forEach((child, index) => {
    const share = split.shares[index] ?? 0;
    if (isLeaf(child) || child.direction !== split.direction) {
      children.push(child);
      shares.push(share);
      return;
    }
    children.push(...child.children);
    shares.push(...child.shares.map((inner) => inner * share));
  });
  return { direction: split.direction, children, shares };
}

/** Moves a pane to an edge of another one. */
export function movePane(tree: Tree, pane: string, target: string, edge: Edge): Tree {
  if (pane === target) return tree;
  const without = removePane(tree, pane);
  return without === null ? tree : insertBeside(without, target, edge, pane);
}

/** Gives the neighbour before a border `share` of what both sides of it have. */
export function moveBorder(tree: Tree, path: readonly number[], index: number, share: number): Tree {
  if (isLeaf(tree)) return tree;
  const [step, ...rest] = path;
  if (step !== undefined) {
    const children = tree.children.map((child, at) => (at === step ? moveBorder(child, rest, index, share) : child));
    return { ...tree, children };
  }
  const both = (tree.shares[index] ?? 0) + (tree.shares[index + 1] ?? 0);
  const before = Math.min(1 - SMALLEST_SHARE, Math.max(SMALLEST_SHARE, share)) * both;
  const shares = tree.shares.map((old, at) => (at === index ? before : at === index + 1 ? both - before : old));
  return { ...tree, shares };
}

function partOf(whole: Rectangle, direction: Direction, start: number, share: number): Rectangle {
  return direction === "row"
    ? { ...whole, left: whole.left + whole.width * start, width: whole.width * share }
    : { ...whole, top: whole.top + whole.height * start, height: whole.height * share };
}

function partsOf(split: Split, whole: Rectangle): { child: Tree; part: Rectangle; share: number }[] {
  let start = 0;
  return split.children.map((child, index) => {
    const share = split.shares[index] ?? 0;
    const part = partOf(whole, split.direction, start, share);
    start += share;
    return { child, part, share };
  });
}

/** Where each pane stands, in fractions of the desk. */
export function rectanglesOf(tree: Tree, whole: Rectangle = WHOLE): Map<string, Rectangle> {
  if (isLeaf(tree)) return new Map([[tree.pane, whole]]);
  return new Map(partsOf(tree, whole).flatMap(({ child, part }) => [...rectanglesOf(child, part)]));
}

export function bordersOf(tree: Tree, whole: Rectangle = WHOLE, path: readonly number[] = []): Border[] {
  if (isLeaf(tree)) return [];
  const parts = partsOf(tree, whole);
  return parts.flatMap(({ child, part, share }, index) => {
    const inner = bordersOf(child, part, [...path, index]);
    const next = parts[index + 1];
    if (next === undefined) return inner;
    const before = share / (share + next.share);
    const span = tree.direction === "row" ? part.width + next.part.width : part.height + next.part.height;
    return [...inner, { path, index, direction: tree.direction, at: next.part, before, span }];
  });
}

/** The pane that lies on the given side, nearest to the middle of this one. */
export function neighbourOf(tree: Tree, pane: string, side: Edge): string | null {
  const places = rectanglesOf(tree);
  const here = places.get(pane);
  if (here === undefined) return null;
  const near = 0.001;
  const touching = [...places].filter(([other, there]) => other !== pane && touches(here, there, side, near));
  const distance = (there: Rectangle) =>
    edgeDirection(side) === "row"
      ? Math.abs(there.top + there.height / 2 - (here.top + here.height / 2))
      : Math.abs(there.left + there.width / 2 - (here.left + here.width / 2));
  touching.sort(([, one], [, other]) => distance(one) - distance(other));
  return touching[0]?.[0] ?? null;
}

function touches(here: Rectangle, there: Rectangle, side: Edge, near: number): boolean {
  const overlapDown = there.top < here.top + here.height - near && there.top + there.height > here.top + near;
  const overlapAcross = there.left < here.left + here.width - near && there.left + there.width > here.left + near;
  if (side === "left") return overlapDown && Math.abs(there.left + there.width - here.left) < near;
  if (side === "right") return overlapDown && Math.abs(here.left + here.width - there.left) < near;
  if (side === "top") return overlapAcross && Math.abs(there.top + there.height - here.top) < near;
  return overlapAcross && Math.abs(here.top + here.height - there.top) < near;
}

/** How narrow the narrowest pane is, as a fraction of the desk's width. */
export function narrowest(tree: Tree): number {
  return Math.min(...[...rectanglesOf(tree).values()].map((place) => place.width));
}

/** Reads a tree kept by an earlier visit; null when it is not one. */
export function readTree(value: unknown): Tree | null {
  if (typeof value !== "object" || value === null) return null;
  if ("pane" in value) return typeof value.pane === "string" ? { pane: value.pane } : null;
  if (!("direction" in value) || !("children" in value) || !("shares" in value)) return null;
  const { direction, children, shares } = value;
  if ((direction !== "row" && direction !== "column") || !Array.isArray(children) || !Array.isArray(shares)) return null;
  const read = children.map(readTree).filter((child) => child !== null);
  const numbers = shares.filter((share): share is number => typeof share === "number" && share > 0);
  if (read.length < 2 || read.length !== children.length || numbers.length !== read.length) return null;
  return { direction, children: read, shares: numbers };
}
