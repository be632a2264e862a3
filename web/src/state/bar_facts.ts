/** What the decision bar is read from, and what it is made of. */
import type { PersonVerdict } from "../wire/client";
import type { Review, Revision } from "../wire/types.gen";
import type { Phase, Wish } from "./phases";
import type { Words } from "./drafts/answers";
import type { Countdown } from "./inbox";
import { plural } from "./words";

export type Choice =
  | "approve"
  | "approve_with_notes"
  | "request_changes"
  | "send"
  | "send_approval"
  | "send_notes"
  | "send_changes"
  | "send_without"
  | "keep_and_send"
  | "back"
  | "try_again"
  | "copy"
  | "next"
  | "show_newest"
  | "read_again";

export interface Offer {
  choice: Choice;
  label: string;
  key: string | null;
  /** The one that Ctrl/Cmd+Enter asks about, or that Enter answers a question with. */
  filled: boolean;
  /** Why it cannot be chosen now. */
  cannot: string | null;
}

export interface Dot {
  words: string;
  state: "done" | "open" | "heed";
}

export interface Bar {
  headline: string;
  small: string;
  tone: "plain" | "heed";
  seal: boolean;
  dots: readonly Dot[];
  countdown: Countdown | null;
  /** Why notes cannot go with an approval. */
  reason: string | null;
  /** Whether there are words to be read before, or after, they go to the agent. */
  preview: boolean;
  /** The answer that the bar asks about; null: it asks nothing. */
  asks: Wish["what"] | null;
  offers: readonly Offer[];
}

/** The marks that a verdict would take along. */
export interface Unsent {
  marks: number;
  /** Notes on the whole. */
  notes: number;
  /** When the last of them was changed. */
  changed_at: string | null;
  /** Whether the hub has them all; what it has not cannot go with an answer. */
  kept: boolean;
}

/** Marks that are still being written. */
export interface Open {
  count: number;
  /** Why one of them is no mark yet. */
  lacks: string | null;
  /** Whether a picture of theirs is on its way. */
  awaiting: boolean;
}

export interface BarFacts {
  review: Review;
  /** The revision on the page, when it is not the newest. */
  older: Revision | null;
  phase: Phase;
  words: Words | null;
  /** Slices in the page and in all; null before the first has come. */
  loaded: { inserted: number; slices: number | null; folded: boolean } | null;
  failed: boolean;
  unsent: Unsent;
  open: Open;
  now: number;
}

export const ENTER = "⏎";
export const QUIET: Bar = { headline: "", small: "", tone: "plain", seal: false, dots: [], countdown: null, reason: null, preview: false, asks: null, offers: [] };

export function offer(choice: Choice, label: string, key: string | null = null, filled = false, cannot: string | null = null): Offer {
  return { choice, label, key, filled, cannot };
}

export const written = (words: Words | null) => (words?.text ?? "").trim() !== "";
export const marked = ({ unsent }: BarFacts) => unsent.marks + unsent.notes > 0;
export const something = (facts: BarFacts) => written(facts.words) || marked(facts);

/** "4 marks, 1 note": what is counted; words are not. */
export function marksWords({ marks, notes }: Pick<Unsent, "marks" | "notes">): string {
  return [marks > 0 ? plural(marks, "mark") : "", notes > 0 ? plural(notes, "note") : ""].filter((part) => part !== "").join(", ");
}

/** "4 marks, 1 note", "words", "4 marks and words" */
export function unsentWords({ words, unsent }: BarFacts): string {
  return [marksWords(unsent), written(words) ? "words" : ""].filter((part) => part !== "").join(" and ");
}

export const begin = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

export const BACK = offer("back", "Back", "Esc");

export const isOne = ({ words, unsent }: BarFacts) => !written(words) && unsent.marks + unsent.notes === 1;

export function cannotApprove({ loaded, failed }: BarFacts): string | null {
  if (failed) return "the text could not be loaded";
  if (loaded === null || loaded.slices === null) return "the text is loading";
  if (loaded.folded) return "source leaves out what stayed the same";
  return loaded.inserted < loaded.slices ? `the text is loading, part ${loaded.inserted} of ${loaded.slices}` : null;
}

export const cannotAnswer = ({ loaded, failed }: BarFacts) =>
  failed ? "the text could not be loaded" : loaded === null ? "the text is loading" : null;

export function cannotNote({ review }: BarFacts): string | null {
  if (review.takes_notes) return null;
  return review.notes_reason ?? `${review.agent_name} takes no notes with an approval`;
}

/** Why an answer with everything unsent cannot go now; null: it can. */
export function cannotSend(facts: BarFacts, verdict: PersonVerdict): string | null {
  const empty = something(facts) ? null : "say it in words first";
  if (!facts.unsent.kept) return "the hub does not have all marks yet";
  return (verdict === "approved" ? (cannotNote(facts) ?? cannotApprove(facts)) : cannotAnswer(facts)) ?? empty;
}

