/** Decided reviews: searched at the hub, read page by page. */
import { signal } from "@preact/signals";
import { fetchDecidedReviews } from "../wire/client";
import type { Review } from "../wire/types.gen";

const PAGE = 40;

export const searchWords = signal("");
export const found = signal<readonly Review[]>([]);
export const foundAll = signal(false);
export const searching = signal(false);
/** Counts searches, so that a slow answer to old words is thrown away. */
let turn = 0;

export async function search(words: string): Promise<void> {
  searchWords.value = words;
  await load(null);
}

export async function loadMore(): Promise<void> {
  const last = found.peek().at(-1);
  if (!searching.peek() && !foundAll.peek() && last !== undefined) await load(last);
}

async function load(after: Review | null): Promise<void> {
  const mine = (turn += 1);
  searching.value = true;
  try {
    const { reviews } = await fetchDecidedReviews(searchWords.peek(), after?.id ?? null, PAGE);
    if (mine !== turn) return;
    const before = after === null ? [] : found.peek();
    const known = new Set(before.map((review) => review.id));
    const fresh = reviews.filter((review) => !known.has(review.id));
    found.value = [...before, ...fresh];
    foundAll.value = fresh.length === 0 || reviews.length < PAGE;
  } finally {
    if (mine === turn) searching.value = false;
  }
}
