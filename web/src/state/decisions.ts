/** From a person's wish to an answer on its way: confirm, write, send, and what came of it. */
import { signal, type Signal } from "@preact/signals";
import { fetchFeedback, fetchReview, HubError, sendVerdict } from "../wire/client";
import type { PersonVerdict, Revision } from "../wire/types";
import { announce } from "./announce";
import { deafen, deafness } from "./cards";
import { documentIn, isWhole } from "./documents";
import { adoptDraft, hasWords, sentWords, wordsOf } from "./drafts";
import { adopt, reviewOf } from "./reviews";

interface Attempt {
  verdict: PersonVerdict;
  notes: string | null;
}
export type Phase =
  | { at: "rest" }
  | { at: "writing"; kind: PersonVerdict }
  | { at: "confirm" }
  | { at: "sending"; attempt: Attempt }
  | { at: "failed"; attempt: Attempt; message: string; hint: string | null }
  | { at: "stale" };

const REST: Phase = { at: "rest" };
const phases = new Map<string, Signal<Phase>>();
const histories = new Map<string, Signal<readonly Revision[]>>();

export function phaseOf(review: string): Signal<Phase> {
  let phase = phases.get(review);
  if (phase === undefined) {
    phase = signal<Phase>(REST);
    phases.set(review, phase);
  }
  return phase;
}

export function revisionsOf(review: string): Signal<readonly Revision[]> {
  let revisions = histories.get(review);
  if (revisions === undefined) {
    revisions = signal<readonly Revision[]>([]);
    histories.set(review, revisions);
  }
  return revisions;
}

/** A review with its revisions and the person's draft. */
export async function loadReview(id: string): Promise<void> {
  const detail = await fetchReview(id);
  adopt(detail.review, detail.seq);
  revisionsOf(id).value = detail.revisions;
  adoptDraft(id, detail.draft, detail.review.status === "open");
}

/** Where a person can answer: an open review, its newest revision in the page, the card awake. */
function answerable(pane: string, id: string): boolean {
  const shown = documentIn(pane).peek();
  const review = reviewOf(id);
  if (review?.status !== "open" || shown?.review !== id || shown.revision !== review.revision) return false;
  const phase = phaseOf(id).peek().at;
  return !deafness(pane).peek() && phase !== "sending";
}

export function startWriting(pane: string, id: string, kind: PersonVerdict): void {
  if (!answerable(pane, id) || (kind === "approved" && reviewOf(id)?.takes_notes !== true)) return;
  phaseOf(id).value = { at: "writing", kind };
}

export function backToRest(id: string): void {
  if (phaseOf(id).peek().at !== "sending") phaseOf(id).value = REST;
}

export function askToApprove(pane: string, id: string): void {
  if (!answerable(pane, id) || !isWhole(documentIn(pane).peek())) return;
  phaseOf(id).value = { at: "confirm" };
  deafen(pane);
}

/** A click is deliberate; a stray letter is not, and unsent words always deserve the question. */
export function approveByClick(pane: string, id: string): void {
  if (hasWords(id)) askToApprove(pane, id);
  else void approve(pane, id, false);
}

export async function approve(pane: string, id: string, withNotes: boolean): Promise<void> {
  if (!answerable(pane, id) || !isWhole(documentIn(pane).peek())) return;
  const notes = withNotes ? (wordsOf(id).peek()?.text.trim() ?? "") : "";
  await send(pane, id, { verdict: "approved", notes: notes === "" ? null : notes });
}

export async function requestChanges(pane: string, id: string): Promise<void> {
  const notes = wordsOf(id).peek()?.text.trim() ?? "";
  if (!answerable(pane, id) || notes === "") return;
  await send(pane, id, { verdict: "changes_requested", notes });
}

export async function tryAgain(pane: string, id: string): Promise<void> {
  const phase = phaseOf(id).peek();
  if (phase.at === "failed" && answerable(pane, id)) await send(pane, id, phase.attempt);
}

async function send(pane: string, id: string, attempt: Attempt): Promise<void> {
  const shown = documentIn(pane).peek();
  if (shown === null) return;
  phaseOf(id).value = { at: "sending", attempt };
  try {
    const answer = await sendVerdict(id, { ...attempt, shown_sha256: shown.sha256, revision: shown.revision });
    adopt(answer.review, answer.seq);
    settled(id, attempt);
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    await notSent(id, attempt, failure);
  }
}

function settled(id: string, attempt: Attempt): void {
  phaseOf(id).value = REST;
  if (attempt.notes !== null) sentWords(id);
  announce(attempt.verdict === "approved" ? "Approved. The answer is sent." : "Changes requested. The answer is sent.");
}

async function notSent(id: string, attempt: Attempt, failure: HubError): Promise<void> {
  if (failure.code === "stale") {
    phaseOf(id).value = { at: "stale" };
    announce("Not sent: the text has changed");
  } else if (failure.code === "already_decided") {
    await loadReview(id).catch(() => undefined);
    const review = reviewOf(id);
    // The hub had our answer and its reply was lost on the way: that is no refusal.
    if (review?.verdict === attempt.verdict && review.notes === attempt.notes) settled(id, attempt);
    else phaseOf(id).value = REST;
    announce("Already decided");
  } else {
    phaseOf(id).value = { at: "failed", attempt, message: failure.message, hint: failure.hint };
    announce(`Not sent: ${failure.message}`);
  }
}

/** The words an agent would get, or got, for the clipboard. */
export async function copyAsMarkdown(id: string, revision: number): Promise<void> {
  const unsent = wordsOf(id).peek()?.text.trim() ?? "";
  const markdown = unsent !== "" ? unsent : (await fetchFeedback(id, revision)).markdown;
  await navigator.clipboard.writeText(markdown);
  announce("Copied as Markdown");
}
