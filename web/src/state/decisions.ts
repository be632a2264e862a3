/** From a person's wish to an answer on its way: confirm, write, send, and what came of it. */
import type { Signal } from "@preact/signals";
import { fetchFeedback, fetchReview, HubError, previewFeedback, sendVerdict } from "../wire/client";
import type { PersonVerdict } from "../wire/client";
import type { FeedbackAsked, Review, Revision } from "../wire/types.gen";
import { heldMarkDrafts, loadAnnotations, unsentMarks } from "./annotations";
import { announce, hush, narrate } from "./announce";
import { NewestAnswer } from "./asking";
import { deafen, deafness } from "./cards";
import { documentIn, isAllShown } from "./documents";
import { adoptDraft, hasWords, sentWords, versionOf, wordsOf } from "./drafts/answers";
import { modeFor } from "./going_on";
import { untilThere } from "./images_pending";
import { keepOpenMarks, openMarks } from "./open_marks";
import { isQuestion, REST, writingIn, type Attempt, type Phase, type Wish } from "./phases";
import { adopt, reviewOf } from "./reviews";
import { signalIn } from "./signal_in";

/** Whether anything of the person's hangs on a review that no answer has taken along. */
export const hasUnsent = (id: string) => hasWords(id) || unsentOf(id).length > 0;

const unsentOf = (id: string) => unsentMarks(id, reviewOf(id)?.revision ?? 1);

const phases = new Map<string, Signal<Phase>>();
const histories = new Map<string, Signal<readonly Revision[]>>();

export function phaseOf(review: string): Signal<Phase> {
  return signalIn(phases, review, () => REST);
}

export function revisionsOf(review: string): Signal<readonly Revision[]> {
  return signalIn(histories, review, () => []);
}

const askings = new Map<string, NewestAnswer>();

/** A review with its revisions and the person's draft. */
export async function loadReview(id: string): Promise<void> {
  const asking = askings.get(id) ?? new NewestAnswer();
  askings.set(id, asking);
  const version = versionOf(id);
  const detail = await asking.newest(() => fetchReview(id));
  if (detail === null) return;
  adopt(detail.review, detail.seq);
  revisionsOf(id).value = detail.revisions;
  adoptDraft(id, detail.draft, { open: detail.review.status === "open", version });
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

/** Out of a question, back to the words it came from. */
export function stepBack(id: string): void {
  const phase = phaseOf(id).peek();
  if (isQuestion(phase) && phase.from.at === "writing") phaseOf(id).value = phase.from;
  else backToRest(id);
}

/** A question ends with the page that it was asked on, and with the revision that it was about. */
export function dropQuestion(id: string): void {
  if (isQuestion(phaseOf(id).peek())) stepBack(id);
}

export function dropOldQuestion(review: Review): void {
  const phase = phaseOf(review.id).peek();
  if (isQuestion(phase) && (review.status !== "open" || phase.revision !== review.revision)) stepBack(review.id);
}

export function backToRest(id: string): void {
  if (phaseOf(id).peek().at !== "sending") phaseOf(id).value = REST;
}

/** The bar turns into a question: first about a comment that is still open, else about the answer itself. */
export function ask(pane: string, id: string, wish: Wish): void {
  if (!answerable(pane, id)) return;
  const asked = { wish, revision: reviewOf(id)?.revision ?? 1, from: writingIn(phaseOf(id).peek()) ?? REST };
  if (openMarks(id, asked.revision).length > 0) phaseOf(id).value = { ...asked, at: "open", keeping: false };
  else if (cannotWish(pane, id, wish)) return;
  else phaseOf(id).value = { ...asked, at: "confirm", without_open: false };
  hush();
  deafen(pane);
}

/** An approval needs a text that was shown, a request something to change. */
function cannotWish(pane: string, id: string, { what }: Wish): boolean {
  return what === "request_changes" ? !hasUnsent(id) : !isAllShown(documentIn(pane).peek());
}

const wishOf = (id: string) => {
  const phase = phaseOf(id).peek();
  return phase.at === "open" && !phase.keeping && phase.revision === reviewOf(id)?.revision ? phase : null;
};

/** Who writes on in a comment does not want it sent as it was. */
export function holdBack(id: string): void {
  const phase = phaseOf(id).peek();
  if (phase.at === "open" && phase.keeping) stepBack(id);
}

/** The answer goes as it was wished; what is open stays a draft. */
export async function sendWithout(pane: string, id: string): Promise<SendOutcome> {
  const phase = wishOf(id);
  if (phase === null || !answerable(pane, id)) return "not_sent";
  const { what, previewed } = phase.wish;
  if (what === "request_changes") return requestChanges(pane, id, previewed);
  if (what === "approve_with_notes" || !hasUnsent(id)) return approve(pane, id, what === "approve_with_notes", previewed);
  // There is more that is unsent, and it has not been asked about.
  const { wish, revision, from } = phase;
  phaseOf(id).value = { wish, revision, from, at: "confirm", without_open: true };
  deafen(pane);
  return "not_sent";
}

/** The answer that the question was about; `bare`: the approval alone. */
export async function sendWish(pane: string, id: string, bare: boolean): Promise<SendOutcome> {
  const phase = phaseOf(id).peek();
  if (phase.at !== "confirm" || phase.revision !== reviewOf(id)?.revision) return "not_sent";
  const { wish, revision, from } = phase;
  if (!phase.without_open && openMarks(id, revision).length > 0) {
    // Begun while the question stood, which said nothing of it.
    phaseOf(id).value = { wish, revision, from, at: "open", keeping: false };
    deafen(pane);
    return "not_sent";
  }
  const { what, previewed } = wish;
  if (what === "request_changes") return requestChanges(pane, id, previewed);
  return approve(pane, id, !bare, bare ? null : previewed);
}

/** What is open is kept, and goes along with everything else once the hub has it. */
export async function keepAndSend(pane: string, id: string): Promise<SendOutcome> {
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
  phaseOf(id).value = phase.from;
  if (!kept) return "not_sent";
  return phase.wish.what === "request_changes" ? requestChanges(pane, id) : approve(pane, id, true);
}

/** Everything that is unsent now, as it would go with a verdict. */
export function unsentFeedback(id: string, verdict: PersonVerdict): Required<FeedbackAsked> {
  const notes = wordsOf(id).peek()?.text.trim() ?? "";
  return { verdict, notes: notes === "" ? null : notes, annotations: unsentOf(id).map((mark) => mark.id) };
}

/** How the agent goes on after an approval, if it offers a choice. */
function onward(id: string): { mode?: string } {
  const review = reviewOf(id);
  const mode = review === null ? null : modeFor(review);
  return mode === null ? {} : { mode };
}

const seal = (feedback_sha256: string | null) => (feedback_sha256 === null ? {} : { feedback_sha256 });

/** What came of an answer; `other_words`: it would have taken other words along than the person has read. */
export type SendOutcome = "sent" | "not_sent" | "other_words";

async function approve(pane: string, id: string, withNotes: boolean, previewed: string | null = null): Promise<SendOutcome> {
  if (!answerable(pane, id) || !isAllShown(documentIn(pane).peek())) return "not_sent";
  const bare: FeedbackAsked = { verdict: "approved", notes: null, annotations: [] };
  return send(pane, id, { ...(withNotes ? unsentFeedback(id, "approved") : bare), ...seal(previewed), ...onward(id) });
}

async function requestChanges(pane: string, id: string, previewed: string | null = null): Promise<SendOutcome> {
  const words = unsentFeedback(id, "changes_requested");
  if (!answerable(pane, id) || (words.notes === null && words.annotations.length === 0)) return "not_sent";
  return send(pane, id, { ...words, ...seal(previewed) });
}

export async function tryAgain(pane: string, id: string): Promise<SendOutcome> {
  const phase = phaseOf(id).peek();
  return phase.at === "failed" && answerable(pane, id) ? send(pane, id, phase.attempt) : "not_sent";
}

async function send(pane: string, id: string, attempt: Attempt): Promise<SendOutcome> {
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
  narrate(attempt.verdict === "approved" ? "Approved. The answer is sent." : "Changes requested. The answer is sent.");
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
