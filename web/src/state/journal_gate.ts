/** What the journal's lines say of permissions, questions, grants, rules and modes. */
import type { EntryKind, KnownEntry } from "../wire/types.gen";

type GateKind = Extract<
  EntryKind,
  | `permission_${string}`
  | `question_${string}`
  | `call_${string}`
  | `grant_${string}`
  | `rules_${string}`
  | `countdown${string}`
  | "delivery_failed"
  | "answer_joined"
  | "conversation_ended"
  | "mode_set"
>;

const OUTCOMES: Record<string, string> = { allowed: "Allowed", denied: "Denied", answered: "Answered", declined: "Declined", cancelled: "Cancelled" };
const text = (value: unknown) => (typeof value === "string" ? value : "");
const outcomeOf = ({ body }: KnownEntry) => OUTCOMES[text(body["outcome"])] ?? "Decided";

const VERBS: Record<GateKind, string | ((entry: KnownEntry) => string)> = {
  permission_asked: "Asked for permission:",
  permission_decided: outcomeOf,
  permission_expired: "Expired",
  permission_withdrawn: "Withdrawn",
  permission_seen: "Looked at",
  question_asked: "Asked",
  question_answered: outcomeOf,
  question_expired: "Expired",
  question_withdrawn: "Withdrawn",
  question_seen: "Looked at",
  countdown_stopped: "Countdown stopped of",
  delivery_failed: "Answer not delivered to",
  answer_joined: "Answer given again to",
  countdowns_held: "Countdowns stand still",
  countdowns_resumed: "Countdowns go on",
  call_refused: "Refused, not understood:",
  call_left: "Left to the agent’s own rules:",
  call_denied_by_agent: "Denied by the agent itself:",
  conversation_ended: "Conversation ended",
  grant_given: "Allowed for a conversation:",
  grant_ended: "No longer allowed for a conversation:",
  rules_changed: "Rules changed:",
  rules_refused: "Rules do not load:",
  rules_trusted: "Rules trusted of",
  rules_added: "Rules added:",
  mode_set: "Mode set:",
};

export const isOfGate = (kind: EntryKind): kind is GateKind => kind in VERBS;

export function gateVerb(entry: KnownEntry, kind: GateKind): string {
  const verb = VERBS[kind];
  return typeof verb === "string" ? verb : verb(entry);
}

const CUT = 90;
const cut = (words: string) => (words.length <= CUT ? words : `${words.slice(0, CUT).trimEnd()} …`);

/** What it was about, where the item does not say it. */
export function aboutGate({ title, body }: KnownEntry): string {
  const words = title ?? (text(body["title"]) || text(body["source"]) || text(body["rules"]) || text(body["mode"]) || text(body["tool"]));
  const why = text(body["why"]);
  return cut(why === "" ? words : `${words}: ${why}`);
}
