/** Where a person stands with an answer: at rest, writing, asked about it, sending, and what came of it. */
import type { PersonVerdict } from "../wire/client";
import type { FeedbackAsked } from "../wire/types.gen";

export interface Attempt extends FeedbackAsked {
  /** The digest of the preview that was read, when the answer was sent from one. */
  feedback_sha256?: string;
  /** In which the agent goes on after an approval. */
  mode?: string;
}

/** The answer that a person is about to give, and is asked about. */
export interface Wish {
  /** approve: what becomes of unsent marks and words is part of the question. */
  what: "approve" | "approve_with_notes" | "request_changes";
  /** The digest of the preview that was read. */
  previewed: string | null;
}

interface WritingPhase {
  at: "writing";
  kind: PersonVerdict;
}
/** Where a question came from, and goes back to. */
type Origin = { at: "rest" } | WritingPhase;

/** What every question is about: this answer to this revision. */
interface Asked {
  wish: Wish;
  revision: number;
  from: Origin;
}
/** About the answer itself, which may leave open comments behind on purpose; or about a comment that is still open. */
type Question = (Asked & { at: "confirm"; without_open: boolean }) | (Asked & { at: "open"; keeping: boolean });

export type Phase =
  | Origin
  | Question
  | { at: "sending"; attempt: Attempt }
  | { at: "failed"; attempt: Attempt; message: string; hint: string | null }
  | { at: "stale" };

export const REST: Origin = { at: "rest" };

/** Whether the bar asks about an answer; nothing goes to the agent but from here. */
export const isQuestion = (phase: Phase): phase is Question => phase.at === "confirm" || phase.at === "open";

/** Where words to the agent are being written, a question about them included. */
export function writingIn(phase: Phase): WritingPhase | null {
  const origin = isQuestion(phase) ? phase.from : phase;
  return origin.at === "writing" ? origin : null;
}
