/** What the decision bar says and offers in every state: a pure reading of what is known. */
import type { Delivery, PersonVerdict, Review, Revision } from "../wire/types";
import type { Phase } from "./decisions";
import type { Words } from "./drafts";
import { countdownOf, withdrawnWords, type Countdown } from "./inbox";
import { clockTime, exactTime, plural, shortDigest, travelWords, whenWords } from "./words";

export type Choice =
  | "approve"
  | "approve_only"
  | "approve_with_notes"
  | "request_changes"
  | "send"
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
  /** Whether there are words to be read before, or after, they go to the agent. */
  preview: boolean;
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
  loaded: { inserted: number; slices: number; folded: boolean } | null;
  failed: boolean;
  unsent: Unsent;
  open: Open;
  now: number;
}

const QUIET: Bar = { headline: "", small: "", tone: "plain", seal: false, dots: [], countdown: null, reason: null, preview: false, offers: [] };

function offer(choice: Choice, label: string, key: string | null = null, filled = false, cannot: string | null = null): Offer {
  return { choice, label, key, filled, cannot };
}

const written = (words: Words | null) => (words?.text ?? "").trim() !== "";
const marked = ({ unsent }: BarFacts) => unsent.marks + unsent.notes > 0;
const something = (facts: BarFacts) => written(facts.words) || marked(facts);

/** "4 marks, 1 note": what is counted; words are not. */
export function marksWords({ marks, notes }: Pick<Unsent, "marks" | "notes">): string {
  return [marks > 0 ? plural(marks, "mark") : "", notes > 0 ? plural(notes, "note") : ""].filter((part) => part !== "").join(", ");
}

/** "4 marks, 1 note", "words", "4 marks and words" */
function unsentWords({ words, unsent }: BarFacts): string {
  return [marksWords(unsent), written(words) ? "words" : ""].filter((part) => part !== "").join(" and ");
}

const begin = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** "Words not sent", "4 marks, 1 note, not sent" */
function unsentHeadline(facts: BarFacts): string {
  return `${begin(unsentWords(facts))}${marked(facts) ? "," : ""} not sent`;
}

/** "Your 4 marks are kept", "Your words are kept" */
function keptHeadline(facts: BarFacts): string {
  const one = !written(facts.words) && facts.unsent.marks + facts.unsent.notes === 1;
  return `Your ${unsentWords(facts)} ${one ? "is" : "are"} kept`;
}

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

/** Of marks and words, what was kept last. */
function keptBoth({ words, unsent }: BarFacts): string {
  if (words !== null && words.state !== "kept") return keptWords(words);
  if (!unsent.kept) return "Keeping the marks …";
  const times = [words?.saved_at ?? "", unsent.changed_at ?? ""].sort();
  return times[1] === "" || times[1] === undefined ? keptWords(words) : `Draft kept ${exactTime(times[1])}`;
}

function cannotApprove({ loaded, failed }: BarFacts): string | null {
  if (failed) return "the text could not be loaded";
  if (loaded === null) return "the text is loading";
  if (loaded.folded) return "source leaves out what stayed the same";
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
  if (phase.at === "open") return openBar(facts, phase);
  return something(facts) ? unsentBar(facts) : restBar(facts);
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
  const { review, now } = facts;
  const notes = unsentVerdict(facts) === "approved";
  return {
    ...QUIET,
    headline: review.delivery === "gone" ? `${review.agent_name} no longer waits` : unsentHeadline(facts),
    small: keptBoth(facts),
    preview: true,
    dots: dotsOf("waiting"),
    countdown: countdownOf(review, now),
    reason: cannotNote(facts),
    offers: offersOf(facts, notes ? "approve_with_notes" : "request_changes"),
  };
}

/** What is unsent would go with this verdict, unless the person says otherwise: marks ask for changes. */
export function unsentVerdict({ review, words, phase }: Pick<BarFacts, "review" | "words" | "phase">): PersonVerdict {
  const kind = phase.at === "writing" ? phase.kind : written(words) ? words?.kind : undefined;
  return kind === "approved" && review.takes_notes ? "approved" : "changes_requested";
}

/** Why an answer with everything unsent cannot go now; null: it can. */
export function cannotSend(facts: BarFacts, verdict: PersonVerdict): string | null {
  const empty = something(facts) ? null : "say it in words first";
  if (!facts.unsent.kept) return "the hub does not have all marks yet";
  return (verdict === "approved" ? (cannotNote(facts) ?? cannotApprove(facts)) : cannotAnswer(facts)) ?? empty;
}

function offersOf(facts: BarFacts, filled: Choice): Offer[] {
  return [
    offer("approve", "Approve", "a", filled === "approve", cannotApprove(facts)),
    offer("request_changes", "Request changes", "r", filled === "request_changes", cannotAnswer(facts)),
    offer("approve_with_notes", "Approve with notes", "A", filled === "approve_with_notes", cannotNote(facts) ?? cannotApprove(facts)),
  ];
}

function writingBar(facts: BarFacts, kind: Words["kind"]): Bar {
  const some = something(facts);
  const label = kind === "approved" ? "Approve with notes" : "Request changes";
  const send = offer("send", label, "Ctrl ⏎", true, cannotSend(facts, kind));
  return {
    ...QUIET,
    headline: some ? unsentHeadline(facts) : `${facts.review.agent_name} waits`,
    preview: some,
    small: some ? keptBoth(facts) : `since ${whenWords(facts.review.opened_at, facts.now)}`,
    countdown: countdownOf(facts.review, facts.now),
    offers: [offer("back", "Back", "Esc"), send],
  };
}

function confirmBar(facts: BarFacts): Bar {
  const { review } = facts;
  const back = offer("back", "Back", "Esc");
  if (!something(facts)) {
    const small = `What you read is what is approved: text ${shortDigest(review.sha256)}`;
    const approve = offer("approve_only", "Approve", "Ctrl ⏎", true, cannotApprove(facts));
    return { ...QUIET, headline: `Approve revision ${review.revision}?`, small, offers: [back, approve] };
  }
  const notes = cannotNote(facts);
  return {
    ...QUIET,
    headline: `Approve revision ${review.revision} with ${unsentConfirm(facts)}?`,
    small: notes === null ? "They go along as notes, or stay here as a draft" : "They stay here as a draft",
    reason: notes,
    preview: notes === null,
    offers: [
      back,
      offer("approve_only", "Approve only", notes === null ? null : "Ctrl ⏎", notes !== null, cannotApprove(facts)),
      offer("approve_with_notes", "Approve with notes", notes === null ? "Ctrl ⏎" : null, notes === null, notes ?? cannotApprove(facts)),
    ],
  };
}

/** A comment that was not kept would stay behind unnoticed. */
function openBar(facts: BarFacts, { wish, keeping }: Extract<Phase, { at: "open" }>): Bar {
  const { count, lacks, awaiting } = facts.open;
  const back = offer("back", "Back", "Esc");
  const one = count <= 1;
  if (keeping) {
    const small = awaiting ? "The answer goes when the hub has the picture" : "The answer goes when the hub has it";
    return { ...QUIET, headline: one ? "Keeping the comment …" : "Keeping the comments …", small, offers: [back] };
  }
  const changes = wish.what === "request_changes";
  const notes = changes ? null : cannotNote(facts);
  const bare = wish.what === "approve" || wish.what === "approve_only";
  const without = changes || !bare ? cannotSend(facts, changes ? "changes_requested" : "approved") : cannotApprove(facts);
  const kept = lacks ?? (changes ? cannotAnswer(facts) : (notes ?? cannotApprove(facts)));
  return {
    ...QUIET,
    headline: one ? "A comment is still open" : `${count} comments are still open`,
    small: one ? "Keep it, so that it goes along, or it stays here as a draft" : "Keep them, so that they go along, or they stay here as drafts",
    reason: notes ?? lacks,
    offers: [
      back,
      offer("send_without", changes ? "Send without it" : "Approve without it", notes === null ? null : "Ctrl ⏎", notes !== null, without),
      offer("keep_and_send", changes ? "Keep and send" : "Keep and approve", notes === null ? "Ctrl ⏎" : null, notes === null, kept),
    ].map((each) => (one ? each : { ...each, label: each.label.replace(/it$/, "them") })),
  };
}

/** "4 unsent marks", "4 unsent marks and words", "unsent words" */
function unsentConfirm(facts: BarFacts): string {
  const { marks, notes } = facts.unsent;
  const counted = [marks > 0 ? `${marks} unsent ${marks === 1 ? "mark" : "marks"}` : "", notes > 0 ? `${notes} unsent ${notes === 1 ? "note" : "notes"}` : ""];
  const all = counted.filter((part) => part !== "").join(", ");
  if (all === "") return "unsent words";
  return written(facts.words) ? `${all} and words` : all;
}

function failedBar(phase: Extract<Phase, { at: "failed" }>): Bar {
  const message = phase.message.charAt(0).toLowerCase() + phase.message.slice(1);
  const small = `${phase.hint ?? "Nothing was sent"}; the draft is kept`;
  const offers = [offer("back", "Back", "Esc"), offer("try_again", "Try again", "Ctrl ⏎", true)];
  return { ...QUIET, headline: `Not sent: ${message}`, small, tone: "heed", offers };
}

function staleBar(facts: BarFacts): Bar {
  const small = something(facts) ? `${keptHeadline(facts)}. Read the new text, then decide` : "Read the new text, then decide";
  return { ...QUIET, headline: "Not sent: the text has changed", small, tone: "heed", offers: [offer("read_again", "Show the new text", null, true)] };
}

const copy = offer("copy", "Copy as Markdown");
const next = offer("next", "Next item", "n");

function decidedBar(facts: BarFacts): Bar {
  const { review } = facts;
  const ended = review.decided_at === null ? "" : ` ${exactTime(review.decided_at)}`;
  const unsent = something(facts);
  const draft = unsent ? keptWhere(facts) : "";
  const offers = unsent ? [copy, next] : [next];
  if (review.verdict === "expired") {
    return { ...QUIET, headline: `Expired${ended}, nobody answered`, small: draft || "Nothing was sent in your name", offers };
  }
  if (review.verdict === "withdrawn") {
    return { ...QUIET, headline: `Withdrawn${ended}: ${withdrawnWords(review.reason)}`, small: draft || "No answer is needed", offers };
  }
  return answeredBar(review);
}

/** Marks wait for the next revision; words without marks are a draft. */
const keptWhere = (facts: BarFacts) => `${keptHeadline(facts)} ${marked(facts) ? "for the next revision" : "as a draft"}`;

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
    preview: review.notes !== null || review.marks > 0,
    dots,
    offers: received || review.delivery === "delivered" ? [next] : [],
  };
}

function answerWords({ verdict, notes, marks, delivery }: Review): string {
  if (verdict !== "approved") return "Changes requested";
  return `Approved${delivery === "received" ? " by you" : ""}${notes === null && marks === 0 ? "" : ", with notes"}`;
}

function answeredWhen(review: Review): string {
  const withNotes = review.notes !== null || review.marks > 0;
  const parts = [review.decided_at === null ? "" : exactTime(review.decided_at)];
  if (review.marks > 0) parts.push(plural(review.marks, "mark"));
  if (review.delivery === "received" && review.delivered_ms !== null) parts.push(`received in ${travelWords(review.delivered_ms)}`);
  if (review.verdict === "approved") parts.push(`text ${shortDigest(review.sha256)}${withNotes ? "" : ", as shown"}`);
  if (review.verdict === "approved" && withNotes) parts.push(notesWords(review));
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
    preview: older.notes !== null || older.marks > 0,
    offers: older.notes === null && older.marks === 0 ? [newest] : [copy, newest],
  };
}
