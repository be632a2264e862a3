/** What waits for the person: which items are listed, in which order, with which words. */
import type { Review } from "../wire/types.gen";
import { askedEnd, askedEndedQuietly } from "./asked";
import type { Asked, Item } from "./items";
import { clockTime, spanWords } from "./words";

export interface InboxGroup {
  workspace: string;
  name: string;
  items: Item[];
}

/** A plan waits half an hour: its ring is shown only when the end is near. */
export const RING_FROM_MS = 5 * 60_000;
const HEED_FROM_MS = 15_000;

/** Undelivered answers and unnoticed endings stay listed although they are decided. */
export function endedQuietly(item: Item): boolean {
  if (item.status === "open") return false;
  return item.item_kind === "review" ? reviewEndedQuietly(item) : askedEndedQuietly(item);
}

function reviewEndedQuietly(item: Review): boolean {
  if (item.verdict === "expired" || item.verdict === "withdrawn") return true;
  return item.delivery === "kept" || item.delivery === "gone";
}

export function isListed(item: Item, lingering: ReadonlySet<string>): boolean {
  return item.status === "open" || lingering.has(item.id);
}

const endOf = (item: Item) => (item.status === "open" && item.expires_at !== null ? item.expires_at : "9");

/** Soonest to expire first, then the oldest. ISO times in UTC sort as text. */
export function byUrgency(one: Item, other: Item): number {
  const keys = (item: Item) => [item.status === "open" ? "0" : "1", endOf(item), item.opened_at, item.id];
  const theirs = keys(other);
  for (const [index, mine] of keys(one).entries()) {
    const their = theirs[index] ?? "";
    if (mine !== their) return mine < their ? -1 : 1;
  }
  return 0;
}

/** Workspaces in the order of their most urgent item. */
export function groupByWorkspace(items: Iterable<Item>): InboxGroup[] {
  const groups = new Map<string, InboxGroup>();
  for (const item of [...items].sort(byUrgency)) {
    const group = groups.get(item.workspace);
    if (group) group.items.push(item);
    else groups.set(item.workspace, { workspace: item.workspace, name: item.workspace_name, items: [item] });
  }
  return [...groups.values()];
}

export const inOrder = (groups: readonly InboxGroup[]) => groups.flatMap((group) => group.items);

export interface Countdown {
  left_ms: number;
  /** What is left of the shown span, 1 to 0. */
  share: number;
  heed: boolean;
}

export function countdownOf(item: Item, now: number): Countdown | null {
  if (item.status !== "open" || item.expires_at === null) return null;
  const left_ms = Math.max(0, Date.parse(item.expires_at) - now);
  if (left_ms > RING_FROM_MS) return null;
  const whole = Math.min(RING_FROM_MS, Date.parse(item.expires_at) - Date.parse(item.opened_at));
  return { left_ms, share: whole <= 0 ? 0 : Math.min(1, left_ms / whole), heed: left_ms < HEED_FROM_MS };
}

const WITHDRAWN_WORDS: Record<string, string> = {
  answered_in_terminal: "answered in the terminal",
  turn_ended: "ended with the agent’s turn",
  asked_again: "asked again",
};

export function withdrawnWords(reason: string | null): string {
  return WITHDRAWN_WORDS[reason ?? ""] ?? "by the agent";
}

/** The second line of an item: how it stands, and the file, unless that is its title. */
export function itemWords(item: Item, now: number): string {
  switch (item.item_kind) {
    case "review": return reviewWords(item, now);
    case "permission": case "question": return askedEnd(item) ?? waitingWords(item, now);
  }
}

function reviewWords(review: Review, now: number): string {
  const standing = standingWords(review, now);
  return review.file === null || review.file === review.title ? standing : `${standing} · ${review.file}`;
}

function standingWords(review: Review, now: number): string {
  const agent = review.agent_name;
  const ended = review.decided_at === null ? "" : ` ${clockTime(review.decided_at)}`;
  if (review.verdict === "expired") return `Expired${ended}, nobody answered`;
  if (review.verdict === "withdrawn") return `Withdrawn${ended}, ${withdrawnWords(review.reason)}`;
  if (review.status === "decided") return `${agent} is gone · answer is kept`;
  if (review.delivery === "gone") return `${agent} no longer waits`;
  return waitingWords(review, now);
}

function waitingWords(item: Review | Asked, now: number): string {
  const agent = item.agent_name;
  if (countdownOf(item, now) !== null) return `${agent} · expires unanswered`;
  const span = now - Date.parse(item.opened_at);
  if (span < 60_000) return item.seen ? `${agent} · just now` : `${agent} · new, just now`;
  const waited = spanWords(span);
  return item.seen ? `${agent} · waits ${waited}` : `${agent} · new, ${waited}`;
}

/** How the tab and the rail count: only what still wants an answer. */
export const countWaiting = (items: Iterable<Item>) => [...items].filter((item) => item.status === "open").length;
