/** From a person's wish to an answer on its way: confirm, write, send, and what came of it. */
import type { Signal } from "@preact/signals";
import { fetchFeedback, fetchReview, HubError, previewFeedback, sendVerdict } from "../wire/client";
import type { FeedbackWords, PersonVerdict, Revision } from "../wire/types";
import { heldMarkDrafts, loadAnnotations, unsentMarks } from "./annotations";
import { announce } from "./announce";
import { deafen, deafness } from "./cards";
import { documentIn, isAllShown } from "./documents";
import { adoptDraft, hasWords, sentWords, wordsOf } from "./drafts";
import { untilThere } from "./images_pending";
import { keepOpenMarks, openMarks } from "./open_marks";
import { adopt, reviewOf } from "./reviews";
import { signalIn } from "./signal_in";

interface Attempt extends FeedbackWords {
  /** The digest of the preview that was read, when the answer was sent from one. */
  feedback_sha256?: string;
}
/** An answer that was about to go when a comment was found to be open still. */
export interface Wish {
  /** approve: the question what becomes of everything else may still be asked. */
  what: "approve" | "approve_only" | "approve_with_notes" | "request_changes";
  /** The digest of the preview that was read. */
  previewed: string | null;
}

export type Phase =
  | { at: "rest" }
  | { at: "writing"; kind: PersonVerdict }
  /** `without`: open comments were asked about, and stay. */
  | { at: "confirm"; without?: boolean }
  | { at: "open"; wish: Wish; from: Phase; keeping: boolean }
  | { at: "sending"; attempt: Attempt }
  | { at: "failed"; attempt: Attempt; message: string; hint: string | null }
  | { at: "stale" };

/** Whether anything of the person's hangs on a review that no answer has taken along. */
export const hasUnsent = (id: string) => hasWords(id) || unsentOf(id).length > 0;

const unsentOf = (id: string) => unsentMarks(id, reviewOf(id)?.revision ?? 1);

const REST: Phase = { at: "rest" };
const phases = new Map<string, Signal<Phase>>();
const histories = new Map<string, Signal<readonly Revision[]>>();

export function phaseOf(review: string): Signal<Phase> {
  return signalIn(phases, review, () => REST);
}

export function revisionsOf(review: string): Signal<readonly Revision[]> {
  return signalIn(histories, review, () => []);
}

/** A review with its revisions and the person's draft. */
export async function loadReview(id: string): Promise<void> {
  const detail = await fetchReview(id);
  adopt(detail.review, detail.seq);
  revisionsOf(id).value = detail.revisions;
  adoptDraft(id, detail.draft, detail.review.status === "open");
  heldMarkDrafts(id).value = detail.mark_drafts;
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

/** Out of a question; from the one about open comments back to the words. */
export function stepBack(id: string): void {
  const phase = phaseOf(id).peek();
  if (phase.at === "open" && phase.from.at === "writing") phaseOf(id).value = phase.from;
  else backToRest(id);
}

export function backToRest(id: string): void {
  if (phaseOf(id).peek().at !== "sending") phaseOf(id).value = REST;
}

export function askToApprove(pane: string, id: string, without = false): void {
  if (!answerable(pane, id) || !isAllShown(documentIn(pane).peek())) return;
  phaseOf(id).value = { at: "confirm", without };
  deafen(pane);
}

/** Asks first if a comment is still open; returns whether it does. */
export function askAboutOpen(pane: string, id: string, wish: Wish): boolean {
  const from = phaseOf(id).peek();
  if (from.at === "confirm" && from.without === true) return false;
  if (!answerable(pane, id) || openMarks(id, reviewOf(id)?.revision ?? 1).length === 0) return false;
  phaseOf(id).value = { at: "open", wish, from, keeping: false };
  deafen(pane);
  return true;
}

const wishOf = (id: string) => {
  const phase = phaseOf(id).peek();
  return phase.at === "open" && !phase.keeping ? phase : null;
};

/** Who writes on in a comment does not want it sent as it was. */
export function holdBack(id: string): void {
  const phase = phaseOf(id).peek();
  if (phase.at === "open" && phase.keeping) stepBack(id);
}

/** The answer goes as it was wished; what is open stays a draft. */
export async function sendWithout(pane: string, id: string): Promise<Outcome> {
  const phase = wishOf(id);
  if (phase === null || !answerable(pane, id)) return "not_sent";
  const { what, previewed } = phase.wish;
  phaseOf(id).value = phase.from;
  if (what === "request_changes") return requestChanges(pane, id, previewed);
  if (what !== "approve") return approve(pane, id, what === "approve_with_notes", previewed);
  if (!hasUnsent(id)) return approve(pane, id, false);
  askToApprove(pane, id, true);
  return "not_sent";
}

/** What is open is kept, and goes along with everything else once the hub has it. */
export async function keepAndSend(pane: string, id: string): Promise<Outcome> {
  const phase = wishOf(id);
  if (phase === null || !answerable(pane, id)) return "not_sent";
  const waiting: Phase = { ...phase, keeping: true };
  phaseOf(id).value = waiting;
  const revision = reviewOf(id)?.revision ?? 1;
  const there = await untilThere(openMarks(id, revision).map(({ slot }) => slot));
  // The person has gone back meanwhile, and may write on: nothing is kept, nothing is sent.
  if (phaseOf(id).peek() !== waiting) return "not_sent";
  if (!there) announce("Not sent: a picture did not get to the hub");
  const kept = there && (await keepOpenMarks(id, revision));
  // Gone back after that: the mark is kept, nothing is sent.
  if (phaseOf(id).peek() !== waiting) return "not_sent";
  phaseOf(id).value = phase.from.at === "writing" ? phase.from : REST;
  if (!kept) return "not_sent";
  return phase.wish.what === "request_changes" ? requestChanges(pane, id) : approve(pane, id, true);
}

/** A click is deliberate; a stray letter is not, and unsent words and marks always deserve the question. */
export function approveByClick(pane: string, id: string): void {
  if (hasUnsent(id)) askToApprove(pane, id);
  else void approve(pane, id, false);
}

/** Everything that is unsent now, as it would go with a verdict. */
export function unsentFeedback(id: string, verdict: PersonVerdict): FeedbackWords {
  const notes = wordsOf(id).peek()?.text.trim() ?? "";
  return { verdict, notes: notes === "" ? null : notes, annotations: unsentOf(id).map((mark) => mark.id) };
}

const seal = (feedback_sha256: string | null) => (feedback_sha256 === null ? {} : { feedback_sha256 });

/** What came of an answer; `other_words`: it would have taken other words along than the person has read. */
export type Outcome = "sent" | "not_sent" | "other_words";

export async function approve(pane: string, id: string, withNotes: boolean, previewed: string | null = null): Promise<Outcome> {
  if (!answerable(pane, id) || !isAllShown(documentIn(pane).peek())) return "not_sent";
  const bare: FeedbackWords = { verdict: "approved", notes: null, annotations: [] };
  return send(pane, id, { ...(withNotes ? unsentFeedback(id, "approved") : bare), ...seal(previewed) });
}

export async function requestChanges(pane: string, id: string, previewed: string | null = null): Promise<Outcome> {
  const words = unsentFeedback(id, "changes_requested");
  if (!answerable(pane, id) || (words.notes === null && words.annotations.length === 0)) return "not_sent";
  return send(pane, id, { ...words, ...seal(previewed) });
}

export async function tryAgain(pane: string, id: string): Promise<void> {
  const phase = phaseOf(id).peek();
  if (phase.at === "failed" && answerable(pane, id)) await send(pane, id, phase.attempt);
}

async function send(pane: string, id: string, attempt: Attempt): Promise<Outcome> {
  const shown = documentIn(pane).peek();
  if (shown === null) return "not_sent";
  phaseOf(id).value = { at: "sending", attempt };
  try {
    const answer = await sendVerdict(id, { ...attempt, shown_sha256: shown.sha256, revision: shown.revision });
    adopt(answer.review, answer.seq);
    settled(id, attempt);
    return "sent";
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    if (failure.code === "stale" && (await isOnlyWords(id, shown.sha256, attempt))) return "other_words";
    await notSent(id, attempt, failure);
    return "not_sent";
  }
}

/** The text is still the one that was read: then it was the preview that had become an old one. */
async function isOnlyWords(id: string, shown_sha256: string, attempt: Attempt): Promise<boolean> {
  if (attempt.feedback_sha256 === undefined) return false;
  await loadReview(id).catch(() => undefined);
  if (reviewOf(id)?.sha256 !== shown_sha256) return false;
  phaseOf(id).value = REST;
  return true;
}

function settled(id: string, attempt: Attempt): void {
  phaseOf(id).value = REST;
  if (attempt.notes !== null) sentWords(id);
  const revision = reviewOf(id)?.revision;
  if (attempt.annotations.length > 0 && revision !== undefined) void loadAnnotations(id, revision);
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
    const ours = review?.verdict === attempt.verdict && review.notes === attempt.notes && review.marks === attempt.annotations.length;
    if (ours) settled(id, attempt);
    else phaseOf(id).value = REST;
    announce("Already decided");
  } else {
    phaseOf(id).value = { at: "failed", attempt, message: failure.message, hint: failure.hint };
    announce(`Not sent: ${failure.message}`);
  }
}

/** The words an agent would get, or got, for the clipboard. */
export async function copyAsMarkdown(id: string, revision: number): Promise<void> {
  await navigator.clipboard.writeText(hasUnsent(id) ? await unsentMarkdown(id) : (await fetchFeedback(id, revision)).markdown);
  announce("Copied as Markdown");
}

/** Without a hub the words alone are still there to be copied. */
async function unsentMarkdown(id: string): Promise<string> {
  const words = unsentFeedback(id, wordsOf(id).peek()?.kind ?? "changes_requested");
  try {
    return (await previewFeedback(id, words)).markdown;
  } catch (failure) {
    if (!(failure instanceof HubError) || words.notes === null) throw failure;
    return words.notes;
  }
}
