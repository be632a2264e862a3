/** The desk's panes: what each shows, how they share the space, which one the keys speak to. */
import { computed, signal } from "@preact/signals";
import type { ByKind, Item, ItemName } from "./items";
import { keep, kept } from "./keep";
import { insertBeside, movePane, narrowest, neighbourOf, panesOf, readTree, removePane, type Edge, type Tree } from "./split_tree";

export type View =
  | { kind: "empty" }
  /** `item` null is the list of all entries. */
  | { kind: "journal"; item: string | null }
  | { kind: "rules" }
  | { kind: "history" }
  /** `site` null is the list of all sites. */
  | { kind: "pages"; site: string | null }
  | { kind: "session"; session: string }
  /** The list of them all. */
  | { kind: "sessions" }
  | { kind: "agents" }
  /** `revision` null follows the newest. */
  | { kind: "review"; review: string; revision: number | null }
  | { kind: "permission"; permission: string }
  | { kind: "question"; question: string };

export interface Pane {
  id: string;
  view: View;
  locked: boolean;
  /** Opened by itself and not touched since. */
  fresh: boolean;
  /** What is covered, the last one nearest: a plan by a history, that by what was opened from it. Closing brings it back. */
  under: readonly View[];
}

/** A pane narrower than this is not worth opening by itself. */
const ROOM_PX = 560;

let last = 0;
const newId = () => `p${(last += 1)}`;

function start(): { tree: Tree; panes: Map<string, Pane> } {
  const id = newId();
  return { tree: { pane: id }, panes: new Map([[id, { id, view: { kind: "empty" }, locked: false, fresh: false, under: [] }]]) };
}

const first = restore() ?? start();
export const tree = signal<Tree>(first.tree);
export const panes = signal<ReadonlyMap<string, Pane>>(first.panes);
export const activeId = signal(panesOf(first.tree)[0] ?? "");
/** On a phone one thing is shown at a time: the list or the pane. */
export const phoneShows = signal<"inbox" | "pane">("inbox");

export const active = computed(() => panes.value.get(activeId.value) ?? null);
export const paneOf = (id: string) => panes.value.get(id) ?? null;
/** What a part of a pane is called, so that the same part of another pane is called something else. */
export function nameInPane(part: string, id: string): string {
  const at = panesOf(tree.value).indexOf(id);
  return at < 1 ? part : `${part}, pane ${at + 1}`;
}
export const shownSession = (pane: Pane | null) => (pane?.view.kind === "session" ? pane.view.session : null);
export const shownSite = (pane: Pane | null) => (pane?.view.kind === "pages" ? pane.view.site : null);
/** The permission or question that a pane shows. */
export const shownAsked = (pane: Pane | null) =>
  pane?.view.kind === "permission" ? pane.view.permission : pane?.view.kind === "question" ? pane.view.question : null;
export const shownReview = (pane: Pane | null) => (pane?.view.kind === "review" ? pane.view.review : null);

/** The item that a view shows, of whatever kind. */
function itemIn(view: View): string | null {
  switch (view.kind) {
    case "review": return view.review;
    case "permission": return view.permission;
    case "question": return view.question;
    case "empty": case "journal": case "rules": case "history": case "pages": case "session": case "sessions": case "agents": return null;
  }
}
export const shownItem = (pane: Pane | null) => (pane === null ? null : itemIn(pane.view));

/** How an item of each kind is shown. */
const VIEW: ByKind<(id: string) => View> = {
  review: (review) => ({ kind: "review", review, revision: null }),
  permission: (permission) => ({ kind: "permission", permission }),
  question: (question) => ({ kind: "question", question }),
};
export const viewOf = (item: ItemName): View => VIEW[item.item_kind](item.id);

function save(): void {
  keep("layout", { tree: tree.value, panes: [...panes.value.values()], active: activeId.value });
}

function change(id: string, changes: Partial<Pane>): void {
  const pane = panes.value.get(id);
  if (pane === undefined) return;
  panes.value = new Map(panes.value).set(id, { ...pane, ...changes });
  save();
}

export function activate(id: string): void {
  if (!panes.value.has(id)) return;
  activeId.value = id;
  if (panes.value.get(id)?.fresh === true) change(id, { fresh: false });
}

/** What is looked at for a moment. */
const COVERS = new Set<View["kind"]>(["journal", "history", "rules"]);

/** What comes back when the cover is closed: no second one of its kind, and nothing that stands for nothing. */
function coveredBy({ view, under }: Pane, cover: View): readonly View[] {
  const isWorthIt = COVERS.has(view.kind) ? !COVERS.has(cover.kind) : view.kind === "pages" || view.kind === "session" || itemIn(view) !== null;
  const all = isWorthIt ? [...under, view] : under;
  const again = all.findIndex(({ kind }) => kind === cover.kind && COVERS.has(kind));
  return again < 0 ? all : all.slice(0, again);
}

export function showIn(id: string, view: View, fresh = false): void {
  const before = panes.value.get(id);
  change(id, { view, fresh, under: before !== undefined && COVERS.has(view.kind) ? coveredBy(before, view) : [] });
}
export const setLocked = (id: string, locked: boolean) => change(id, { locked });

/** A new pane beside `target`; it does not become the active one. */
export function openBeside(target: string, edge: Edge, view: View, fresh = false): string {
  const id = newId();
  panes.value = new Map(panes.value).set(id, { id, view, locked: false, fresh, under: [] });
  tree.value = insertBeside(tree.value, target, edge, id);
  save();
  return id;
}

/** Splitting shows the same thing twice: the person then opens something else in one of the two. */
export function split(id: string, edge: Edge): void {
  const pane = panes.value.get(id);
  if (pane !== undefined) activate(openBeside(id, edge, pane.view));
}

export function close(id: string): void {
  const under = panes.value.get(id)?.under ?? [];
  const back = under.at(-1);
  if (back !== undefined) return change(id, { view: back, fresh: false, under: under.slice(0, -1) });
  const rest = removePane(tree.value, id);
  if (rest === null) {
    change(id, { view: { kind: "empty" }, locked: false, fresh: false, under: [] });
    return;
  }
  const next = new Map(panes.value);
  next.delete(id);
  panes.value = next;
  tree.value = rest;
  if (activeId.value === id) activate(panesOf(rest)[0] ?? "");
  save();
}

export function move(id: string, target: string, edge: Edge): void {
  tree.value = movePane(tree.value, id, target, edge);
  save();
}

/** By keyboard: past the neighbour on that side. */
export function moveTowards(id: string, side: Edge): void {
  const neighbour = neighbourOf(tree.value, id, side);
  if (neighbour !== null) move(id, neighbour, side);
}

export function setTree(next: Tree): void {
  tree.value = next;
  save();
}

export function activateNext(step: 1 | -1): string {
  const order = panesOf(tree.value);
  const here = order.indexOf(activeId.value);
  const next = order[(here + step + order.length) % order.length] ?? activeId.value;
  activate(next);
  return next;
}

function isShowing(pane: Pane, view: View): boolean {
  const item = itemIn(view);
  if (item !== null) return shownItem(pane) === item;
  if (view.kind === "session") return shownSession(pane) === view.session;
  return pane.view.kind === view.kind && (view.kind !== "pages" || shownSite(pane) === view.site);
}

/** Opens what a list names, in the list's own place: closing it brings the list back. Else as anything else opens. */
export function openOver(list: string, view: View): string {
  const pane = panes.value.get(list);
  if (pane === undefined || pane.locked || [...panes.value.values()].some((each) => isShowing(each, view))) return open(view);
  change(list, { view, fresh: false, under: coveredBy(pane, view) });
  activate(list);
  phoneShows.value = "pane";
  return list;
}

/** Where a person's choice opens: where it is already, else the active pane, else one that is not locked. */
export function open(view: View): string {
  const all = [...panes.value.values()];
  const there = all.find((pane) => isShowing(pane, view));
  const target = there ?? (active.value?.locked === false ? active.value : all.find((pane) => !pane.locked));
  const id = target?.id ?? openBeside(activeId.value, "right", view);
  if (there === undefined || itemIn(view) !== null || view.kind === "journal") showIn(id, view);
  activate(id);
  phoneShows.value = "pane";
  return id;
}

export interface PaneSurroundings {
  width_px: number;
  itemOf: (id: string) => Item | null;
  hasWords: (id: string) => boolean;
}

const ARRIVED = new Set(["delivered", "received"]);
const isWithdrawn = (item: Item) => (item.item_kind === "review" ? item.verdict : item.outcome) === "withdrawn";

/** A pane that nobody needs now: empty, or its item is over and has no unsent words. */
function isFree(pane: Pane, around: PaneSurroundings): boolean {
  if (pane.locked) return false;
  if (pane.view.kind === "empty") return true;
  const id = shownItem(pane);
  if (id === null || around.hasWords(id)) return false;
  const item = around.itemOf(id);
  return item === null || (item.status === "decided" && (ARRIVED.has(item.delivery) || isWithdrawn(item)));
}

/** Where a new item opens: in a free pane, else beside when there is room; never where the person is reading. */
export function place(item: ItemName, around: PaneSurroundings): string | null {
  const view = viewOf(item);
  const all = [...panes.value.values()];
  const there = all.find((pane) => isShowing(pane, view));
  if (there !== undefined) {
    change(there.id, { fresh: true });
    return there.id;
  }
  const free = all.filter((pane) => isFree(pane, around));
  const chosen = free.find((pane) => pane.id !== activeId.value) ?? free[0];
  if (chosen !== undefined) {
    showIn(chosen.id, view, true);
    return chosen.id;
  }
  const unread = all.some((pane) => pane.fresh && pane.id !== activeId.value);
  if (unread || (narrowest(tree.value) * around.width_px) / 2 < ROOM_PX) return null;
  return openBeside(activeId.value, "right", view, true);
}

function readView(value: unknown): View {
  if (typeof value !== "object" || value === null || !("kind" in value)) return { kind: "empty" };
  if (value.kind === "history" || value.kind === "rules" || value.kind === "sessions" || value.kind === "agents") return { kind: value.kind };
  if (value.kind === "journal") return { kind: "journal", item: "item" in value && typeof value.item === "string" ? value.item : null };
  if (value.kind === "pages") return { kind: "pages", site: "site" in value && typeof value.site === "string" ? value.site : null };
  if (value.kind === "session" && "session" in value && typeof value.session === "string") return { kind: "session", session: value.session };
  if (value.kind === "permission" && "permission" in value && typeof value.permission === "string") return { kind: "permission", permission: value.permission };
  if (value.kind === "question" && "question" in value && typeof value.question === "string") return { kind: "question", question: value.question };
  if (value.kind !== "review" || !("review" in value) || typeof value.review !== "string") return { kind: "empty" };
  const revision = "revision" in value && typeof value.revision === "number" ? value.revision : null;
  return { kind: "review", review: value.review, revision };
}

function readPane(value: unknown): Pane | null {
  if (typeof value !== "object" || value === null || !("id" in value) || typeof value.id !== "string") return null;
  const view = "view" in value ? readView(value.view) : ({ kind: "empty" } as const);
  return { id: value.id, view, locked: "locked" in value && value.locked === true, fresh: false, under: [] };
}

function restore(): { tree: Tree; panes: Map<string, Pane> } | null {
  const value = kept("layout");
  if (typeof value !== "object" || value === null || !("tree" in value) || !("panes" in value)) return null;
  const read = readTree(value.tree);
  if (read === null || !Array.isArray(value.panes)) return null;
  const all = new Map(value.panes.map(readPane).filter((pane) => pane !== null).map((pane) => [pane.id, pane]));
  const ids = panesOf(read);
  if (new Set(ids).size !== all.size || !ids.every((id) => all.has(id))) return null;
  last = Math.max(0, ...ids.map((id) => Number(id.slice(1)) || 0));
  return { tree: read, panes: all };
}
