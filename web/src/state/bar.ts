/** What the decision bar says and offers in every state: a pure reading of what is known. */
import type { Delivery, Review, Revision } from "../wire/types";
import type { Phase } from "./decisions";
import type { Words } from "./drafts";
import { countdownOf, withdrawnWords, type Countdown } from "./inbox";
import { clockTime, exactTime, shortDigest, travelWords, whenWords } from "./words";

export type Choice =
  | "approve"
  | "approve_only"
  | "approve_with_notes"
  | "request_changes"
  | "send"
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
  /** The one that Ctrl/Cmd+Enter sends. */
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
  offers: readonly Offer[];
}

export interface BarFacts {
  review: Review;
  /** The revision on the page, when it is not the newest. */
  older: Revision | null;
  phase: Phase;
  words: Words | null;
  /** Slices in the page and in all; null before the first has come. */
  loaded: { inserted: number; slices: number } | null;
  failed: boolean;
  now: number;
}

const QUIET: Bar = { headline: "", small: "", tone: "plain", seal: false, dots: [], countdown: null, reason: null, offers: [] };

function offer(choice: Choice, label: string, key: string | null = null, filled = false, cannot: string | null = null): Offer {
  return { choice, label, key, filled, cannot };
}

const written = (words: Words | null) => (words?.text ?? "").trim() !== "";

/** The stations of an answer, filled as far as it has come. */
export function dotsOf(delivery: Delivery): Dot[] {
  if (delivery === "gone" || delivery === "kept") {
    return [{ words: "sent", state: "done" }, { words: "kept", state: "heed" }, { words: "received", state: "open" }];
  }
  const reached = ["waiting", "sent", "delivered", "received"].indexOf(delivery);
  return ["sent", "delivered", "received"].map((words, at) => ({ words, state: at < reached ? "done" : "open" }));
}

export function keptWords(words: Words | null): string {
  if (words === null) return "";
  if (words.state === "kept") return words.saved_at === null ? "Draft kept" : `Draft kept ${exactTime(words.saved_at)}`;
  if (words.state === "local") return "Draft kept in this browser; the hub does not answer";
  return words.state === "saving" ? "Keeping the draft …" : "This browser cannot keep the draft: send it or copy it";
}

function cannotApprove({ loaded, failed }: BarFacts): string | null {
  if (failed) return "the text could not be loaded";
  if (loaded === null) return "the text is loading";
  return loaded.inserted < loaded.slices ? `the text is loading, part ${loaded.inserted} of ${loaded.slices}` : null;
}

const cannotAnswer = ({ loaded, failed }: BarFacts) =>
  failed ? "the text could not be loaded" : loaded === null ? "the text is loading" : null;

function cannotNote({ review }: BarFacts): string | null {
  if (review.takes_notes) return null;
  return review.notes_reason ?? `${review.agent_name} takes no notes with an approval`;
}

/** An answer to a text that is no longer the newest has not gone out: that is said before anything else. */
const UNSENT = new Set<Phase["at"]>(["stale", "failed"]);

export function barOf(facts: BarFacts): Bar {
  const { review, older, phase } = facts;
  if (older !== null) return review.status === "open" && UNSENT.has(phase.at) ? staleBar(facts) : olderBar(facts, older);
  if (review.status === "decided") return decidedBar(facts);
  if (phase.at === "stale") return staleBar(facts);
  if (phase.at === "failed") return failedBar(phase);
  if (phase.at === "sending") return { ...QUIET, headline: "Sending …", small: review.title, dots: dotsOf("waiting") };
  if (phase.at === "writing") return writingBar(facts, phase.kind);
  if (phase.at === "confirm") return confirmBar(facts);
  return written(facts.words) ? unsentBar(facts) : restBar(facts);
}

function restBar(facts: BarFacts): Bar {
  const { review, now } = facts;
  const gone = review.delivery === "gone";
  const countdown = countdownOf(review, now);
  const since = `since ${whenWords(review.opened_at, now)}`;
  return {
    ...QUIET,
    headline: gone ? `${review.agent_name} no longer waits` : `${review.agent_name} waits`,
    small: gone ? "Your answer is kept, and sent when it returns" : countdown ? "Then it expires, unanswered" : since,
    countdown,
    reason: cannotNote(facts),
    offers: offersOf(facts, "approve"),
  };
}

function unsentBar(facts: BarFacts): Bar {
  const { review, words, now } = facts;
  const notes = words?.kind === "approved" && review.takes_notes;
  return {
    ...QUIET,
    headline: review.delivery === "gone" ? `${review.agent_name} no longer waits` : "Words not sent",
    small: keptWords(words),
    dots: dotsOf("waiting"),
    countdown: countdownOf(review, now),
    reason: cannotNote(facts),
    offers: offersOf(facts, notes ? "approve_with_notes" : "request_changes"),
  };
}

function offersOf(facts: BarFacts, filled: Choice): Offer[] {
  return [
    offer("approve", "Approve", "a", filled === "approve", cannotApprove(facts)),
    offer("request_changes", "Request changes", "r", filled === "request_changes", cannotAnswer(facts)),
    offer("approve_with_notes", "Approve with notes", "A", filled === "approve_with_notes", cannotNote(facts) ?? cannotApprove(facts)),
  ];
}

function writingBar(facts: BarFacts, kind: Words["kind"]): Bar {
  const empty = written(facts.words) ? null : "say it in words first";
  const send =
    kind === "approved"
      ? offer("send", "Approve with notes", "Ctrl ⏎", true, cannotApprove(facts) ?? empty)
      : offer("send", "Request changes", "Ctrl ⏎", true, cannotAnswer(facts) ?? empty);
  return {
    ...QUIET,
    headline: empty === null ? "Words not sent" : `${facts.review.agent_name} waits`,
    small: empty === null ? keptWords(facts.words) : `since ${whenWords(facts.review.opened_at, facts.now)}`,
    countdown: countdownOf(facts.review, facts.now),
    offers: [offer("back", "Back", "Esc"), send],
  };
}

function confirmBar(facts: BarFacts): Bar {
  const { review } = facts;
  const back = offer("back", "Back", "Esc");
  if (!written(facts.words)) {
    const small = `What you read is what is approved: text ${shortDigest(review.sha256)}`;
    const approve = offer("approve_only", "Approve", "Ctrl ⏎", true, cannotApprove(facts));
    return { ...QUIET, headline: `Approve revision ${review.revision}?`, small, offers: [back, approve] };
  }
  const notes = cannotNote(facts);
  return {
    ...QUIET,
    headline: `Approve revision ${review.revision} with unsent words?`,
    small: notes === null ? "They go along as notes, or stay here as a draft" : "They stay here as a draft",
    reason: notes,
    offers: [
      back,
      offer("approve_only", "Approve only", notes === null ? null : "Ctrl ⏎", notes !== null, cannotApprove(facts)),
      offer("approve_with_notes", "Approve with notes", notes === null ? "Ctrl ⏎" : null, notes === null, notes ?? cannotApprove(facts)),
    ],
  };
}

function failedBar(phase: Extract<Phase, { at: "failed" }>): Bar {
  const message = phase.message.charAt(0).toLowerCase() + phase.message.slice(1);
  const small = `${phase.hint ?? "Nothing was sent"}; the draft is kept`;
  const offers = [offer("back", "Back", "Esc"), offer("try_again", "Try again", "Ctrl ⏎", true)];
  return { ...QUIET, headline: `Not sent: ${message}`, small, tone: "heed", offers };
}

function staleBar({ words }: BarFacts): Bar {
  const small = written(words) ? "Your words are kept. Read the new text, then decide" : "Read the new text, then decide";
  return { ...QUIET, headline: "Not sent: the text has changed", small, tone: "heed", offers: [offer("read_again", "Show the new text", null, true)] };
}

const copy = offer("copy", "Copy as Markdown");
const next = offer("next", "Next item", "n");

function decidedBar(facts: BarFacts): Bar {
  const { review, words } = facts;
  const ended = review.decided_at === null ? "" : ` ${exactTime(review.decided_at)}`;
  const unsent = written(words);
  const draft = unsent ? "Your words are kept as a draft" : "";
  const offers = unsent ? [copy, next] : [next];
  if (review.verdict === "expired") {
    return { ...QUIET, headline: `Expired${ended}, nobody answered`, small: draft || "Nothing was sent in your name", offers };
  }
  if (review.verdict === "withdrawn") {
    return { ...QUIET, headline: `Withdrawn${ended}: ${withdrawnWords(review.reason)}`, small: draft || "No answer is needed", offers };
  }
  return answeredBar(review);
}

function answeredBar(review: Review): Bar {
  const received = review.delivery === "received";
  const away = review.delivery === "kept" || review.delivery === "gone";
  const dots = dotsOf(review.delivery);
  if (away) {
    const headline = `${review.agent_name} no longer waits`;
    return { ...QUIET, headline, small: "Your answer is kept, and sent when it returns", dots, offers: [copy, next] };
  }
  return {
    ...QUIET,
    headline: answerWords(review),
    small: answeredWhen(review),
    seal: review.verdict === "approved" && received,
    dots,
    offers: received || review.delivery === "delivered" ? [next] : [],
  };
}

function answerWords({ verdict, notes, delivery }: Review): string {
  if (verdict !== "approved") return "Changes requested";
  return `Approved${delivery === "received" ? " by you" : ""}${notes === null ? "" : ", with notes"}`;
}

function answeredWhen(review: Review): string {
  const parts = [review.decided_at === null ? "" : exactTime(review.decided_at)];
  if (review.delivery === "received" && review.delivered_ms !== null) parts.push(`received in ${travelWords(review.delivered_ms)}`);
  if (review.verdict === "approved") parts.push(`text ${shortDigest(review.sha256)}${review.notes === null ? ", as shown" : ""}`);
  if (review.verdict === "approved" && review.notes !== null) parts.push(notesWords(review));
  return parts.filter((part) => part !== "").join(", ");
}

/** Null: the notes travel with the answer itself. */
function notesWords({ notes_delivery, agent_name }: Review): string {
  if (notes_delivery === null) return "";
  return notes_delivery === "pending" ? `notes wait for ${agent_name}’s next step` : "notes delivered";
}

const REVISION_WORDS = {
  approved: "approved",
  changes_requested: "changes requested",
  expired: "expired, nobody answered",
  withdrawn: "withdrawn",
} as const;

function olderBar({ review, words }: BarFacts, older: Revision): Bar {
  const verdict = older.verdict === null ? "not decided" : REVISION_WORDS[older.verdict];
  const when = older.decided_at === null ? "" : clockTime(older.decided_at);
  const received = older.delivered_ms === null ? "" : `, received in ${travelWords(older.delivered_ms)}`;
  const newest = offer("show_newest", `Show revision ${review.revision}`, null, review.status === "open");
  return {
    ...QUIET,
    headline: `Revision ${older.number} of ${review.revisions}: ${verdict}`,
    small: `${when}${received}` || (written(words) ? keptWords(words) : ""),
    offers: older.notes === null ? [newest] : [copy, newest],
  };
}
