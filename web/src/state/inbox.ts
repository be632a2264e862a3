/** What waits for the person: which reviews are listed, in which order, with which words. */
import type { Review } from "../wire/types.gen";
import { clockTime, spanWords } from "./words";

export interface InboxGroup {
  workspace: string;
  name: string;
  items: Review[];
}

/** A plan waits half an hour: its ring is shown only when the end is near. */
export const RING_FROM_MS = 5 * 60_000;
const HEED_FROM_MS = 15_000;

/** Undelivered answers and unnoticed endings stay listed although they are decided. */
export function endedQuietly(review: Review): boolean {
  if (review.status === "open") return false;
  if (review.verdict === "expired" || review.verdict === "withdrawn") return true;
  return review.delivery === "kept" || review.delivery === "gone";
}

export function isListed(review: Review, lingering: ReadonlySet<string>): boolean {
  return review.status === "open" || lingering.has(review.id);
}

const endOf = (review: Review) => (review.status === "open" && review.expires_at !== null ? review.expires_at : "9");

/** Soonest to expire first, then the oldest. ISO times in UTC sort as text. */
export function byUrgency(one: Review, other: Review): number {
  const keys = (review: Review) => [review.status === "open" ? "0" : "1", endOf(review), review.opened_at, review.id];
  const theirs = keys(other);
  for (const [index, mine] of keys(one).entries()) {
    const their = theirs[index] ?? "";
    if (mine !== their) return mine < their ? -1 : 1;
  }
  return 0;
}

/** Workspaces in the order of their most urgent item. */
export function groupByWorkspace(reviews: Iterable<Review>): InboxGroup[] {
  const groups = new Map<string, InboxGroup>();
  for (const review of [...reviews].sort(byUrgency)) {
    const group = groups.get(review.workspace);
    if (group) group.items.push(review);
    else groups.set(review.workspace, { workspace: review.workspace, name: review.workspace_name, items: [review] });
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

export function countdownOf(review: Review, now: number): Countdown | null {
  if (review.status !== "open" || review.expires_at === null) return null;
  const left_ms = Math.max(0, Date.parse(review.expires_at) - now);
  if (left_ms > RING_FROM_MS) return null;
  const whole = Math.min(RING_FROM_MS, Date.parse(review.expires_at) - Date.parse(review.opened_at));
  return { left_ms, share: whole <= 0 ? 0 : Math.min(1, left_ms / whole), heed: left_ms < HEED_FROM_MS };
}

const WITHDRAWN_WORDS: Record<string, string> = {
  answered_in_terminal: "answered in the terminal",
  asked_again: "asked again",
};

export function withdrawnWords(reason: string | null): string {
  return WITHDRAWN_WORDS[reason ?? ""] ?? "by the agent";
}

/** The second line of an item: how it stands, and the file, unless that is its title. */
export function itemWords(review: Review, now: number): string {
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
  if (countdownOf(review, now) !== null) return `${agent} · expires unanswered`;
  const span = now - Date.parse(review.opened_at);
  if (span < 60_000) return review.seen ? `${agent} · just now` : `${agent} · new, just now`;
  const waited = spanWords(span);
  return review.seen ? `${agent} · waits ${waited}` : `${agent} · new, ${waited}`;
}

/** How the tab and the rail count: only what still wants an answer. */
export const countWaiting = (reviews: Iterable<Review>) =>
  [...reviews].filter((review) => review.status === "open").length;
