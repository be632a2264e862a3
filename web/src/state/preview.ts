/** The very words that the agent will get, or got, as the hub composes them. */
import { signal } from "@preact/signals";
import { fetchFeedback, HubError, previewFeedback } from "../wire/client";
import type { PersonVerdict } from "../wire/client";
import { unsentVerdict } from "./bar";
import { hasUnsent, phaseOf, unsentFeedback } from "./decisions";
import { documentIn } from "./documents";
import { wordsOf } from "./drafts/answers";
import { isQuestion } from "./phases";
import { reviewOf } from "./reviews";

export interface Preview {
  pane: string;
  review: string;
  /** The verdict it is to go with; null: it has gone already. */
  verdict: PersonVerdict | null;
  markdown: string | null;
  /** What an answer sent from here names, so that no other words go. */
  sha256: string | null;
  failure: string | null;
  /** The hub refused to send it: it would have composed other words by now. */
  changed: boolean;
}

export const preview = signal<Preview | null>(null);
/** Counts requests, so that a slow answer to an older one is dropped. */
let turn = 0;

function verdictOf(id: string): PersonVerdict | null {
  const review = reviewOf(id);
  if (review?.status !== "open" || !hasUnsent(id)) return null;
  return unsentVerdict({ review, words: wordsOf(id).peek(), phase: phaseOf(id).peek() });
}

/** Opens on what would be sent, else on what was. */
export function openPreview(pane: string, review: string): void {
  const phase = phaseOf(review).peek();
  const verdict = isQuestion(phase) && phase.wish.what !== "request_changes" ? "approved" : verdictOf(review);
  preview.value = { pane, review, verdict, markdown: null, sha256: null, failure: null, changed: false };
}

export const closePreview = () => (preview.value = null);

export function previewAs(verdict: PersonVerdict): void {
  const now = preview.peek();
  if (now === null) return;
  preview.value = { ...now, verdict, sha256: null, changed: false };
  void readPreview();
}

async function read({ pane, review, verdict }: Preview): Promise<Partial<Preview>> {
  if (verdict !== null) return { ...(await previewFeedback(review, unsentFeedback(review, verdict))), failure: null };
  const revision = documentIn(pane).peek()?.revision ?? reviewOf(review)?.revision ?? 1;
  return { markdown: (await fetchFeedback(review, revision)).markdown, failure: null };
}

/** Asks the hub for the words as they are now. */
export async function readPreview(): Promise<void> {
  const opened = preview.peek();
  if (opened === null) return;
  const mine = (turn += 1);
  const answer = await read(opened).catch((failure: unknown): Partial<Preview> => {
    if (!(failure instanceof HubError)) throw failure;
    return { failure: failure.message, sha256: null };
  });
  const now = preview.peek();
  if (mine === turn && now !== null) preview.value = { ...now, ...answer };
}

/** The hub would have sent other words than these: they are read again, and the person is told. */
export async function rereadPreview(): Promise<void> {
  const now = preview.peek();
  if (now !== null) preview.value = { ...now, sha256: null, changed: true };
  await readPreview();
}
