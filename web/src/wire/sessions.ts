/** One function per request about sessions. */
import { ask, HubError, request } from "./client";
import type {
  AgentChecked, AgentConversations, AgentToAdd, Attachment, ConversationsWanted, DiffMarkGiven, OrderGiven, PromptGiven, PromptPlaced, SessionAgents, SessionChanged,
  SessionDifferences, SessionEvents, SessionFiles, SessionList, SessionMessages, SessionParts, SessionPlaced, SessionReceipt, SessionSnapshot, SessionTraffic, SessionWanted,
  TextPlaced,
} from "./types.gen";

const SESSIONS = "/api/sessions";
const sessionAt = (id: string) => `${SESSIONS}/${encodeURIComponent(id)}`;
const promptAt = (session: string, prompt: string) => `${sessionAt(session)}/prompts/${encodeURIComponent(prompt)}`;

export type SessionOrder = OrderGiven["order"];

/** Those whose title, prompts and messages have all of the words; without words all of them, what changed last first. */
export const fetchSessions = (words: string) => ask<SessionList>("GET", words === "" ? SESSIONS : `${SESSIONS}?${new URLSearchParams({ words }).toString()}`);
export const openSession = (wanted: SessionWanted) => ask<SessionPlaced>("POST", SESSIONS, wanted);
export const fetchSession = (id: string) => ask<SessionSnapshot>("GET", sessionAt(id));
/** The parts before a place in the ledger. */
export const fetchSessionParts = (id: string, before: number) => ask<SessionParts>("GET", `${sessionAt(id)}/parts?before=${before}`);
export const fetchSessionEvents = (id: string, after: number) => ask<SessionEvents>("GET", `${sessionAt(id)}/events?after=${after}`);
/** What somebody has missed who has seen everything up to an event. */
export const fetchReceipt = (id: string, since: number) => ask<SessionReceipt>("GET", `${sessionAt(id)}/receipt?since=${since}`);
export const fetchTraffic = (id: string, after: number) => ask<SessionTraffic>("GET", `${sessionAt(id)}/traffic?after=${after}`);
export const fetchSessionFiles = (id: string, words: string) => ask<SessionFiles>("GET", `${sessionAt(id)}/files?${new URLSearchParams({ words }).toString()}`);

/** Messages as they are shown, block by block. */
export const fetchRendered = (id: string, parts: readonly string[]) =>
  ask<SessionMessages>("GET", `${sessionAt(id)}/messages?${new URLSearchParams(parts.map((part) => ["part", part])).toString()}`);

/** What a call has changed in files, row by row. */
export const fetchDifferences = (id: string, part: string, whole: boolean) =>
  ask<SessionDifferences>("GET", `${sessionAt(id)}/differences?${new URLSearchParams({ part, whole: String(whole) }).toString()}`);
const markAt = (session: string, mark: string) => `${sessionAt(session)}/marks/${encodeURIComponent(mark)}`;
export const setDiffMark = (id: string, mark: string, given: DiffMarkGiven) => ask<SessionChanged>("PUT", markAt(id, mark), given);
export const removeDiffMark = (id: string, mark: string) => ask<SessionChanged>("DELETE", markAt(id, mark), {});

/** The same key is the same prompt, however often it is sent. */
export const queuePrompt = (id: string, prompt: PromptGiven) => ask<PromptPlaced>("POST", `${sessionAt(id)}/prompts`, prompt);
export const changePrompt = (id: string, prompt: string, text: string, attachments: readonly Attachment[]) =>
  ask<SessionChanged>("PATCH", promptAt(id, prompt), { text, attachments });
export const removePrompt = (id: string, prompt: string) => ask<SessionChanged>("DELETE", promptAt(id, prompt), {});
export const reorderPrompts = (id: string, ids: readonly string[]) => ask<SessionChanged>("POST", `${sessionAt(id)}/prompts/order`, { ids });
export const keepSessionText = (text: string) => ask<TextPlaced>("POST", `${SESSIONS}/attachments`, { text });

/** Answered when it is done. */
export const giveOrder = (id: string, order: SessionOrder) => ask<SessionChanged>("POST", `${sessionAt(id)}/orders`, { order });
export const allowUntil = (id: string, until: number | null) => ask<SessionChanged>("POST", `${sessionAt(id)}/auto-allow`, { until });
export const renameSession = (id: string, title: string) => ask<SessionChanged>("POST", `${sessionAt(id)}/rename`, { title });
export const closeSession = (id: string) => ask<SessionChanged>("POST", `${sessionAt(id)}/close`, {});
export const forgetSession = (id: string) => ask<SessionList>("DELETE", sessionAt(id), {});

/** The whole session as Markdown. */
export async function fetchExport(id: string): Promise<Blob> {
  const response = await request(`${sessionAt(id)}/export.md`, {});
  if (!response.ok) throw new HubError(response.status, "no_export", "The session could not be exported", null);
  return response.blob();
}

/** What a session can be started with. */
export const fetchSessionAgents = () => ask<SessionAgents>("GET", "/api/agents");
/** Starts it once, and ends it again. */
export const checkAgent = (name: string) => ask<AgentChecked>("POST", `/api/agents/${encodeURIComponent(name)}/check`, {});
/** Starts it in a folder, hears which conversations it knows there, and ends it again. */
export const fetchConversations = (name: string, wanted: ConversationsWanted) => ask<AgentConversations>("POST", `/api/agents/${encodeURIComponent(name)}/conversations`, wanted);
export const addAgent = (agent: AgentToAdd) => ask<SessionAgents>("POST", "/api/agents", agent);
export const removeAgent = (name: string) => ask<SessionAgents>("POST", `/api/agents/${encodeURIComponent(name)}/remove`, {});
