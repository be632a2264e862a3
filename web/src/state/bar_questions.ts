/** The bar as a question: no answer goes to an agent before the person has answered it. */
import type { Phase, Wish } from "./phases";
import { BACK, begin, cannotAnswer, cannotApprove, cannotNote, cannotSend, ENTER, isOne, offer, QUIET, something, unsentWords, written, type Bar, type BarFacts } from "./bar_facts";
import { amid, shortDigest } from "./words";

export function confirmBar(facts: BarFacts, what: Wish["what"]): Bar {
  if (what !== "approve") return takingAlong(facts, what);
  return something(facts) ? unsentQuestion(facts) : approvalQuestion(facts);
}

function approvalQuestion(facts: BarFacts): Bar {
  const { review } = facts;
  const small = `What you read is what is approved: text ${shortDigest(review.sha256)}`;
  const approve = offer("send_approval", "Approve", ENTER, true, cannotApprove(facts));
  return { ...QUIET, headline: `Approve revision ${review.revision}?`, small, offers: [BACK, approve] };
}

/** What becomes of marks and words that nobody has sent. */
function unsentQuestion(facts: BarFacts): Bar {
  const notes = cannotNote(facts);
  return {
    ...QUIET,
    headline: `Approve revision ${facts.review.revision} with ${unsentConfirm(facts)}?`,
    small: notes === null ? "They go along as notes, or stay here as a draft" : "They stay here as a draft",
    reason: notes,
    preview: notes === null,
    offers: [
      BACK,
      offer("send_approval", "Approve only", notes === null ? null : ENTER, notes !== null, cannotApprove(facts)),
      offer("send_notes", "Approve with notes", notes === null ? ENTER : null, notes === null, notes ?? cannotApprove(facts)),
    ],
  };
}

/** An answer that takes along whatever is unsent. */
function takingAlong(facts: BarFacts, what: Exclude<Wish["what"], "approve">): Bar {
  const { review } = facts;
  const changes = what === "request_changes";
  const cannot = cannotSend(facts, changes ? "changes_requested" : "approved");
  const send = changes ? offer("send_changes", "Request changes", ENTER, true, cannot) : offer("send_notes", "Approve with notes", ENTER, true, cannot);
  return {
    ...QUIET,
    headline: changes ? `Request changes of revision ${review.revision}?` : `Approve revision ${review.revision} with notes?`,
    small: something(facts) ? `${begin(unsentWords(facts))} ${isOne(facts) ? "goes" : "go"} to ${amid(review.agent_name)}` : "",
    preview: something(facts),
    offers: [BACK, send],
  };
}

/** A comment that was not kept would stay behind unnoticed. */
export function openBar(facts: BarFacts, { wish, keeping }: Extract<Phase, { at: "open" }>): Bar {
  const { count, lacks, awaiting } = facts.open;
  const one = count <= 1;
  if (keeping) {
    const small = awaiting ? "The answer goes when the hub has the picture" : "The answer goes when the hub has it";
    return { ...QUIET, headline: one ? "Keeping the comment …" : "Keeping the comments …", small, offers: [BACK] };
  }
  const changes = wish.what === "request_changes";
  const notes = changes ? null : cannotNote(facts);
  const without = wish.what !== "approve" ? cannotSend(facts, changes ? "changes_requested" : "approved") : cannotApprove(facts);
  const kept = lacks ?? (changes ? cannotAnswer(facts) : (notes ?? cannotApprove(facts)));
  return {
    ...QUIET,
    headline: one ? "A comment is still open" : `${count} comments are still open`,
    small: one ? "Keep it, so that it goes along, or it stays here as a draft" : "Keep them, so that they go along, or they stay here as drafts",
    reason: notes ?? lacks,
    offers: [
      BACK,
      offer("send_without", changes ? "Send without it" : "Approve without it", notes === null ? null : ENTER, notes !== null, without),
      offer("keep_and_send", changes ? "Keep and send" : "Keep and approve", notes === null ? ENTER : null, notes === null, kept),
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
