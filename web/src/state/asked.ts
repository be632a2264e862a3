/** What the desk says of permissions and questions alike: how they stand, how they ended, who decided. */
import type { Decider, Permission, Question } from "../wire/types.gen";
import type { Asked } from "./items";
import { clockTime } from "./words";

const ENDINGS: Record<NonNullable<Asked["ending"]>, string> = {
  answered_in_terminal: "answered in the terminal",
  conversation_ended: "its conversation ended",
  turn_ended: "its turn ended",
  agent_gone: "the agent went away",
  server_restarted: "its server was restarted and lost the request",
  page_completed: "completed on that page, the agent says",
};

function endingWords(item: Pick<Asked, "ending" | "by_server" | "agent_name">): string {
  if (item.ending === null) return "by the agent";
  return item.ending === "answered_in_terminal" && item.by_server ? `answered in ${ownDialogAt(item)}` : ENDINGS[item.ending];
}

/** Where the agent's own dialog is: what asks by a server may have it in any program that is connected there. */
export const ownDialogAt = ({ by_server, agent_name }: Pick<Asked, "by_server" | "agent_name">) => (by_server ? `${agent_name} itself` : "the terminal");

/** Over without a person's answer, or with one that has not arrived: somebody should notice. */
export function askedEndedQuietly(item: Asked): boolean {
  if (item.outcome === "expired" || item.outcome === "withdrawn") return true;
  return item.delivery === "kept" || item.delivery === "gone" || item.delivery_failed;
}

/** "by you", "by a rule", "by what you allowed for this conversation" */
export function deciderWords(decider: Decider | null): string {
  switch (decider?.kind) {
    case undefined: return "";
    case "person": return "by you";
    case "rule": return "by a rule";
    case "grant": return "by what you allowed for this conversation";
    case "session": return "by what you allowed for this session until a moment";
    case "mode": return `by the mode “${decider.id}”`;
    case "timeout": return "by nobody";
    case "agent": return "by the agent itself";
    case "policy": return "by the hub";
  }
}

const ALLOWED: Record<NonNullable<Permission["scope"]>, string> = {
  once: "Allowed once",
  conversation: "Allowed for this conversation",
  always: "Allowed until a date, by a new rule",
};

const QUESTION_ENDS: Record<"answered" | "declined" | "cancelled", string> = {
  answered: "Answered",
  declined: "Declined",
  cancelled: "Cancelled",
};

function permissionEnd(permission: Permission): string {
  if (permission.outcome === "allowed") return `${ALLOWED[permission.scope ?? "once"]}${permission.edited ? ", with other words" : ""}`;
  return permission.stops_turn ? "No, and stop" : permission.words === null ? "No" : "No, with words";
}

/** What a person, a rule or anybody else decided: "Allowed once", "No, with words", "Declined". */
export function outcomeWords(item: Asked): string {
  if (item.outcome === "expired") return "Expired, nobody answered";
  if (item.outcome === "withdrawn") return `Withdrawn: ${endingWords(item)}`;
  if (item.item_kind === "permission") return permissionEnd(item);
  return item.outcome === null ? "Open" : QUESTION_ENDS[item.outcome];
}

/** The second line of an item that is over, or that nobody waits for. */
export function askedEnd(item: Asked): string | null {
  const ended = item.ended_at === null ? "" : ` ${clockTime(item.ended_at)}`;
  if (item.outcome === "expired") return `Expired${ended}, nobody answered`;
  if (item.outcome === "withdrawn") return `Withdrawn${ended}, ${endingWords(item)}`;
  if (item.delivery_failed) return "Not delivered · answer is kept";
  if (item.status === "decided") return `${item.agent_name} is gone · answer is kept`;
  if (item.delivery !== "gone") return null;
  return item.by_server ? `${item.agent_name}’s server cannot be reached · an answer is kept` : `${item.agent_name} no longer waits`;
}

/** Who wants to know: a server that asks by an agent is named with it. */
export const askerOf = (question: Question) =>
  question.server === null ? question.agent_name : `The server ${question.server}`;
