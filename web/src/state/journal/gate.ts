/** What the journal's lines say of permissions, questions, grants, rules and modes. */
import type { EntryKind, KnownEntry } from "../../wire/types.gen";

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

export const text = (value: unknown) => (typeof value === "string" ? value : "");
const CUT = 90;
export const cut = (words: string) => (words.length <= CUT ? words : `${words.slice(0, CUT).trimEnd()} …`);

const SCOPES: Record<string, string> = { once: "Allowed once", conversation: "Allowed for the conversation", always: "Allowed always" };

/** A rule's yes has no other scope than the call. */
function permissionVerb({ body }: KnownEntry): string {
  if (body["outcome"] === "denied") return body["stops_turn"] === true ? "Denied, and stopped" : "Denied";
  if (body["outcome"] !== "allowed") return "Decided";
  return body["decider"] === "person" ? (SCOPES[text(body["scope"])] ?? "Allowed") : "Allowed";
}

const QUESTION_VERBS: Record<string, string> = { answered: "Answered", declined: "Declined", cancelled: "Put off" };

const VERBS: Record<GateKind, string | ((entry: KnownEntry) => string)> = {
  permission_asked: "Asked to do",
  permission_decided: permissionVerb,
  permission_expired: "Expired",
  permission_withdrawn: "Withdrawn",
  permission_seen: "Looked at",
  question_asked: "Asked",
  question_answered: ({ body }) => QUESTION_VERBS[text(body["outcome"])] ?? "Answered",
  question_expired: "Expired",
  question_withdrawn: "Withdrawn",
  question_seen: "Looked at",
  countdown_stopped: "Countdown stopped of",
  delivery_failed: "Answer not delivered to",
  answer_joined: "Same call, same answer:",
  countdowns_held: "Countdowns stand still",
  countdowns_resumed: "Countdowns go on",
  call_refused: "Refused, it could not be understood:",
  call_left: "Left to the agent’s own rules:",
  call_denied_by_agent: "Denied by the agent itself:",
  conversation_ended: "Conversation ended",
  grant_given: "Allowed for a conversation:",
  grant_ended: "No longer allowed for a conversation:",
  rules_changed: "Rules changed:",
  rules_refused: "Rules do not load:",
  rules_trusted: "Rules trusted:",
  rules_added: "Rules added:",
  mode_set: "Mode set:",
};

export const isOfGate = (kind: EntryKind): kind is GateKind => kind in VERBS;

export function gateVerb(entry: KnownEntry, kind: GateKind): string {
  const verb = VERBS[kind];
  return typeof verb === "string" ? verb : verb(entry);
}

const ENDINGS: Record<string, string> = {
  answered_in_terminal: "answered in the terminal",
  conversation_ended: "its conversation ended",
  turn_ended: "its turn ended",
  agent_gone: "the agent is gone",
  server_restarted: "its server was restarted",
  page_completed: "completed on that page, the agent says",
};

/** The last folder of a path. */
const folderOf = (path: unknown) => text(path).split("/").at(-1) ?? "";

/** What it was about, where no item says it. */
function subjectOf({ kind, title, body }: KnownEntry): string {
  if (kind === "mode_set") return `${text(body["mode"])} in ${folderOf(body["workspace"])}`;
  if (kind === "rules_trusted") return folderOf(body["workspace"]);
  if (kind === "rules_changed" || kind === "rules_refused") return body["source"] === "user" ? "yours" : folderOf(body["source"]);
  if (kind === "countdowns_resumed" && typeof body["held_ms"] === "number") return `after ${String(Math.round(body["held_ms"] / 1000))} s`;
  return title ?? (text(body["title"]) || text(body["rules"]) || text(body["tool"]));
}

/** What it was about, and why. */
export function aboutGate(entry: KnownEntry): string {
  const reason = text(entry.body["reason"]);
  const ended = entry.kind.endsWith("_withdrawn") ? (ENDINGS[reason] ?? reason) : "";
  const why = [text(entry.body["why"]), ended].filter((part) => part !== "");
  return [cut(subjectOf(entry)), ...why].filter((part) => part !== "").join(", ");
}

/** All texts in a value that JSON holds. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function read(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

/** What the person said in an answer, in quotation marks. */
export function saidIn({ kind, body }: KnownEntry): string {
  if (kind !== "question_answered" && kind !== "permission_decided") return "";
  const said = kind === "question_answered" ? textsIn(read(text(body["answers"]))) : [];
  const words = [...said, ...(body["decider"] === "rule" ? [] : textsIn(body["words"]))];
  return words.length === 0 ? "" : `“${cut(words.join(", "))}”`;
}
