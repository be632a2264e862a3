/** What the journal's lines say of sessions: what happened, and one line of it. */
import type { EntryKind, KnownEntry } from "../../wire/types.gen";
import { cut, text } from "./gate";

type SessionKind = Extract<EntryKind, `session_${string}`>;

export const SESSION_VERBS: Record<SessionKind, string> = {
  session_opened: "Session opened:",
  session_connected: "Agent of a session:",
  session_disconnected: "Agent of a session ended:",
  session_adjusted: "Session adjusted,",
  session_prompted: "Prompt for the queue:",
  session_turn_began: "Told the agent:",
  session_turn_ended: "Turn ended:",
  session_message: "The agent said:",
  session_call: "Tool call,",
  session_planned: "Plan of the agent,",
  session_noted: "Noted in a session:",
  session_item: "In a session:",
  session_marked: "Mark on a difference:",
  session_closed: "Session closed",
  session_chosen: "Chosen for a session:",
  session_forgotten: "Session removed",
  session_text_kept: "Text attached,",
};

export const isOfSession = (kind: EntryKind): kind is SessionKind => kind in SESSION_VERBS;

export function aboutSession({ kind, body }: KnownEntry): string {
  if (kind === "session_chosen") return `${text(body["name"])}: ${cut(text(body["value"]))}`;
  if (kind === "session_text_kept") return `${String(body["size"])} bytes`;
  return cut(text(body["words"]));
}

/** The session that a line is about. */
export const sessionIn = ({ kind, body }: KnownEntry): string | null => (isOfSession(kind) ? text(body["session"]) || null : null);
