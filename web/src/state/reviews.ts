/** The items that this desk knows, as the hub last told them; of reviews, the ended ones of before, too. */
import { computed, signal } from "@preact/signals";
import type { Permission, Question, Review } from "../wire/types.gen";
import { postponed } from "./attention";
import type { Asked, Item } from "./items";
import { countWaiting, endedQuietly, groupByWorkspace, inOrder, isListed } from "./inbox";

interface Known {
  item: Item;
  /** The journal's number when the hub said so: later words win, whichever way they came. */
  seq: number;
}

const known = signal<ReadonlyMap<string, Known>>(new Map());
/** Ended without the person: listed until noticed. */
const lingering = signal<ReadonlySet<string>>(new Set());

const listed = computed(() =>
  [...known.value.values()].map(({ item }) => item).filter((item) => isListed(item, lingering.value)),
);
export const inbox = computed(() => groupByWorkspace(listed.value));
export const inboxItems = computed(() => inOrder(inbox.value));
export const waiting = computed(() => countWaiting(listed.value));

/** Whether the hub has told of what was decided, too. */
const allKnown = signal(false);
/** Whether no item is known, of now or of before. */
export const noneEver = computed(() => allKnown.value && known.value.size === 0);

export const itemOf = (id: string): Item | null => known.value.get(id)?.item ?? null;

export function reviewOf(id: string): Review | null {
  const item = itemOf(id);
  return item?.item_kind === "review" ? item : null;
}

export function permissionOf(id: string): Permission | null {
  const item = itemOf(id);
  return item?.item_kind === "permission" ? item : null;
}

export function questionOf(id: string): Question | null {
  const item = itemOf(id);
  return item?.item_kind === "question" ? item : null;
}

export const askedOf = (id: string): Asked | null => permissionOf(id) ?? questionOf(id);

/** The whole list of open items, as of `seq`: what is not on it is no longer open. */
export function adoptOpen(open: readonly Item[], seq: number): void {
  const next = new Map(known.value);
  const still = new Set(open.map(({ id }) => id));
  for (const [id, { item }] of next) if (item.status === "open" && !still.has(id)) next.delete(id);
  for (const item of open) next.set(item.id, { item, seq });
  known.value = next;
}

/** Decided reviews of an earlier time: an ending that nobody has seen is listed again. */
export function adoptDecided(decided: readonly Review[], seq: number): void {
  allKnown.value = true;
  for (const review of decided) {
    adopt(review, seq);
    if (endedQuietly(review) && !review.seen) linger(review.id, true);
  }
}

/** Returns what was known before, or undefined when the words are older than ours. */
export function adopt(item: Item, seq: number): Item | null | undefined {
  const before = known.value.get(item.id);
  if (before !== undefined && before.seq > seq) return undefined;
  known.value = new Map(known.value).set(item.id, { item, seq });
  const ended = endedQuietly(item);
  if (before?.item.status === "open" && ended) linger(item.id, true);
  if (!ended) linger(item.id, false);
  return before?.item ?? null;
}

/** The countdowns have stood still for so long; the hub says it once, of all of them. */
export function postponeAll(held_ms: number, at: number): void {
  known.value = new Map([...known.value].map(([id, { item, seq }]) => [id, { item: postponed(item, held_ms, at), seq }]));
}

export function linger(id: string, wanted: boolean): void {
  if (lingering.value.has(id) === wanted) return;
  const next = new Set(lingering.value);
  if (wanted) next.add(id);
  else next.delete(id);
  lingering.value = next;
}

/** The next thing to look at after `id`: the one below it, else the first. */
export function nextItem(id: string | null): Item | null {
  const items = inboxItems.value.filter(({ status }) => status === "open");
  const here = items.findIndex((item) => item.id === id);
  const next = items[here + 1] ?? items[0] ?? null;
  return next?.id === id ? null : next;
}
