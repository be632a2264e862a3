/** What the decision bar says and offers in every state: a pure reading of what is known. */
import type { PersonVerdict } from "../wire/client";
import type { Delivery, Review, Revision } from "../wire/types.gen";
import { BACK, begin, cannotAnswer, cannotApprove, cannotNote, cannotSend, ENTER, isOne, marked, offer, QUIET, something, unsentWords, written, type Bar, type BarFacts, type Choice, type Dot, type Offer } from "./bar_facts";
import { confirmBar, openBar } from "./bar_questions";
import type { Words } from "./drafts/answers";
import { modeName } from "./going_on";
import { countdownOf, withdrawnWords } from "./inbox";
import { writingIn, type Phase } from "./phases";
import { amid, clockTime, exactTime, plural, shortDigest, travelWords, whenWords } from "./words";

/** "Words not sent", "4 marks, 1 note, not sent" */
function unsentHeadline(facts: BarFacts): string {
  return `${begin(unsentWords(facts))}${marked(facts) ? "," : ""} not sent`;
}

/** "Your 4 marks are kept", "Your words are kept" */
function keptHeadline(facts: BarFacts): string {
  return `Your ${unsentWords(facts)} ${isOne(facts) ? "is" : "are"} kept`;
}

/** The stations of an answer, filled as far as it has come. */
export function dotsOf(delivery: Delivery): Dot[] {
  if (delivery === "gone" || delivery === "kept") {
    return [{ words: "sent", state: "done" }, { words: "kept", state: "heed" }, { words: "received", state: "open" }];
  }
  const reached = ["waiting", "sent", "delivered", "received"].indexOf(delivery);
  return ["sent", "delivered", "received"].map((words, at) => ({ words, state: at < reached ? "done" : "open" }));
}

function keptWords(words: Words | null): string {
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
  if (phase.at === "confirm") return { ...confirmBar(facts, phase.wish.what), asks: phase.wish.what };
  if (phase.at === "open") return { ...openBar(facts, phase), asks: phase.wish.what };
  return something(facts) ? unsentBar(facts) : restBar(facts);
}

/** The agent of what came from another desk: nobody waits for its answer. */
const SHARED = "shared";

const goneWords = ({ agent, agent_name }: Review) => (agent === SHARED ? "Nobody waits for this" : `${agent_name} no longer waits`);
const keptAnswer = ({ agent }: Review) => (agent === SHARED ? "Share it back with your marks; your verdict is kept here" : "Your answer is kept, and sent when it returns");

function restBar(facts: BarFacts): Bar {
  const { review, now } = facts;
  const gone = review.delivery === "gone";
  const countdown = countdownOf(review, now);
  const since = `since ${whenWords(review.opened_at, now)}`;
  return {
    ...QUIET,
    headline: gone ? goneWords(review) : `${review.agent_name} waits`,
    small: gone ? keptAnswer(review) : countdown ? "Then it expires, unanswered" : since,
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
    headline: review.delivery === "gone" && review.agent !== SHARED ? goneWords(review) : unsentHeadline(facts),
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
  const kind = writingIn(phase)?.kind ?? (written(words) ? words?.kind : undefined);
  return kind === "approved" && review.takes_notes ? "approved" : "changes_requested";
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
    offers: [BACK, send],
  };
}

function failedBar(phase: Extract<Phase, { at: "failed" }>): Bar {
  const message = phase.message.charAt(0).toLowerCase() + phase.message.slice(1);
  const small = `${phase.hint ?? "Nothing was sent"}; the draft is kept`;
  const offers = [BACK, offer("try_again", "Try again", ENTER, true)];
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
  if (away && review.agent === SHARED) return { ...QUIET, headline: answerWords(review), small: answeredWhen(review), offers: [copy, next] };
  if (away) {
    return { ...QUIET, headline: goneWords(review), small: keptAnswer(review), dots, offers: [copy, next] };
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
  if (review.mode !== null && review.mode !== review.modes[0]?.id) parts.push(`goes on: ${modeName(review.modes, review.mode)}`);
  if (review.delivery === "received" && review.delivered_ms !== null) parts.push(`received in ${travelWords(review.delivered_ms)}`);
  if (review.verdict === "approved") parts.push(`text ${shortDigest(review.sha256)}${withNotes ? "" : ", as shown"}`);
  if (review.verdict === "approved" && withNotes) parts.push(notesWords(review));
  return parts.filter((part) => part !== "").join(", ");
}

/** Null: the notes travel with the answer itself. */
function notesWords({ notes_delivery, agent_name }: Review): string {
  if (notes_delivery === null) return "";
  return notes_delivery === "pending" ? `notes wait for ${amid(agent_name)}’s next step` : "notes delivered";
}

export const REVISION_WORDS = {
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
