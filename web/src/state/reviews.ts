/** The reviews this desk knows, as the hub last told them. */
import { computed, signal } from "@preact/signals";
import type { Review } from "../wire/types.gen";
import { countWaiting, endedQuietly, groupByWorkspace, inOrder, isListed } from "./inbox";

interface Known {
  review: Review;
  /** The journal's number when the hub said so: later words win, whichever way they came. */
  seq: number;
}

const known = signal<ReadonlyMap<string, Known>>(new Map());
/** Ended without the person: listed until noticed. */
const lingering = signal<ReadonlySet<string>>(new Set());

const listed = computed(() =>
  [...known.value.values()].map(({ review }) => review).filter((review) => isListed(review, lingering.value)),
);
export const inbox = computed(() => groupByWorkspace(listed.value));
export const inboxItems = computed(() => inOrder(inbox.value));
export const waiting = computed(() => countWaiting(listed.value));

/** Whether the hub has told of what was decided, too. */
const allKnown = signal(false);
/** Whether no review is known, of now or of before. */
export const noneEver = computed(() => allKnown.value && known.value.size === 0);

export const reviewOf = (id: string) => known.value.get(id)?.review ?? null;

/** The whole list of open reviews, as of `seq`: what is not on it is no longer open. */
export function adoptOpen(open: readonly Review[], seq: number): void {
  const next = new Map(known.value);
  const still = new Set(open.map((review) => review.id));
  for (const [id, { review }] of next) if (review.status === "open" && !still.has(id)) next.delete(id);
  for (const review of open) next.set(review.id, { review, seq });
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
export function adopt(review: Review, seq: number): Review | null | undefined {
  const before = known.value.get(review.id);
  if (before !== undefined && before.seq > seq) return undefined;
  known.value = new Map(known.value).set(review.id, { review, seq });
  const ended = endedQuietly(review);
  if (before?.review.status === "open" && ended) linger(review.id, true);
  if (!ended) linger(review.id, false);
  return before?.review ?? null;
}

export function linger(id: string, wanted: boolean): void {
  if (lingering.value.has(id) === wanted) return;
  const next = new Set(lingering.value);
  if (wanted) next.add(id);
  else next.delete(id);
  lingering.value = next;
}

/** The next thing to look at after `id`: the one below it, else the first. */
export function nextItem(id: string | null): Review | null {
  const items = inboxItems.value.filter((review) => review.status === "open");
  const here = items.findIndex((review) => review.id === id);
  const next = items[here + 1] ?? items[0] ?? null;
  return next?.id === id ? null : next;
}
