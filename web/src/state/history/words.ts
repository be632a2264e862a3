/** History in the desk's words: how an item ended and by whom, and what stands in the menus. */
import type { DeciderKind, HistoryLine, HistoryOutcome, ItemKind } from "../../wire/types.gen";
import { plural } from "../words";
import type { By, Choices, TimeSpan } from "./choices";

export const OUTCOME_WORDS: Record<HistoryOutcome, string> = {
  approved: "Approved",
  changes_requested: "Changes requested",
  allowed: "Allowed",
  denied: "Denied",
  answered: "Answered",
  declined: "Declined",
  cancelled: "Cancelled",
  expired: "Expired",
  withdrawn: "Withdrawn",
};

export const KIND_WORDS: Record<ItemKind, string> = { review: "Plans and documents", permission: "Permissions", question: "Questions" };

export const BY_WORDS: Record<By, string> = { person: "You", timeout: "Nobody, it expired", agent: "The agent itself", rules: "Rules and what you allowed" };

export const SPAN_WORDS: Record<TimeSpan, string> = { any: "At any time", today: "Today", week: "The last 7 days", month: "The last 30 days", between: "Between two days" };

const DECIDERS: Record<DeciderKind, string> = {
  person: "you",
  rule: "a rule",
  grant: "what you allowed for its conversation",
  session: "what you allowed for its session",
  mode: "the mode of its workspace",
  timeout: "nobody",
  agent: "the agent itself",
  policy: "the hub",
};

/** Whose hand it was, for the colour of the word. */
export const handOf = (decider: DeciderKind) => (decider === "person" ? "person" : decider === "timeout" ? "nobody" : "");

/** "Approved", "you": how it ended, and by whom. */
export const endOf = ({ outcome, decider }: Pick<HistoryLine, "outcome" | "decider">): [string, string] => [OUTCOME_WORDS[outcome], DECIDERS[decider]];

export const marksWords = (marks: number) => (marks === 0 ? "" : plural(marks, "mark"));

/** The word in the sentence for a span of time. */
export function spanWords({ span, from, to }: Choices): string {
  switch (span) {
    case "any": return "at any time";
    case "today": return "today";
    case "week": return "in the last 7 days";
    case "month": return "in the last 30 days";
    case "between": return betweenWords(from, to);
  }
}

function betweenWords(from: string, to: string): string {
  if (from === "" && to === "") return "between two days";
  if (to === "") return `since ${from}`;
  return from === "" ? `until ${to}` : `from ${from} to ${to}`;
}
