/** What a new session is opened with: kept while the dialog is open, and what was chosen last for the next time. */
import { computed, signal } from "@preact/signals";
import { HubError } from "../../wire/client";
import { addAgent, fetchSessionAgents, openSession } from "../../wire/sessions";
import type { ListedSession, SessionAgent } from "../../wire/types.gen";
import { keep, kept } from "../keep";
import { agentNameOf, commandWords } from "./command_words";
import { loadSessions, sessions } from "./list";

export const sessionAgents = signal<readonly SessionAgent[] | null>(null);

const LAST = "session_begun";
const MOST_FOLDERS = 8;

/** The choice beside the known agents: a command line of one's own. */
export const OWN_COMMAND = "command";

interface Wanted {
  agent: string;
  /** With `OWN_COMMAND`, what starts the agent. */
  command: string;
  /** With `OWN_COMMAND`, whether it is kept as an agent of one's own, and what it is called. */
  keeps: boolean;
  title: string;
  folder: string;
  mcp_servers: string;
  mode: string;
  /** More folders, one in each line. */
  folders: string;
  /** A conversation of the agent's to go on with, by its own id; none: a new one. */
  conversation: string;
  how: "load" | "resume" | "fork";
}

function readLast(): Wanted {
  const value = kept(LAST);
  const text = (name: string) => {
    const found: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : null;
    return typeof found === "string" ? found : "";
  };
  return { agent: text("agent"), command: text("command"), keeps: false, title: "", folder: text("folder"), mcp_servers: "[]", mode: "", folders: "", conversation: "", how: "load" };
}

export const wantedSession = signal<Wanted>(readLast());
export const beginFailure = signal<string | null>(null);
export const beginning = signal(false);

export const want = (changes: Partial<Wanted>) => (wantedSession.value = { ...wantedSession.peek(), ...changes });

/** Where sessions were held before, the newest first. */
export const recentFolders = computed(() => [...new Set(sessions.value.map(({ folder }) => folder))].slice(0, MOST_FOLDERS));

export async function loadAgents(): Promise<void> {
  try {
    sessionAgents.value = (await fetchSessionAgents()).agents;
    const { agent } = wantedSession.peek();
    const isThere = agent === OWN_COMMAND || sessionAgents.value.some(({ name }) => name === agent);
    const first = sessionAgents.value.find(({ found }) => found) ?? sessionAgents.value[0];
    if (!isThere && first !== undefined) want({ agent: first.name });
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    beginFailure.value = failure.message;
  }
}

/** Why it cannot be opened as it is; null when it can. */
export function objectionToSession({ agent, command, keeps, title, folder, mcp_servers, folders }: Wanted): string | null {
  if (agent === "") return "Choose an agent";
  const objection = agent === OWN_COMMAND ? objectionToCommand(command) : null;
  if (objection !== null) return objection;
  if (agent === OWN_COMMAND && keeps && title.trim() === "") return "Write what the agent is to be called";
  if (!folder.startsWith("/")) return "The folder is an absolute path, such as /home/you/project";
  if (!linesIn(folders).every((line) => line.startsWith("/"))) return "More folders are absolute paths, too, one in each line";
  try {
    return Array.isArray(JSON.parse(mcp_servers)) ? null : "The MCP servers are a JSON list";
  } catch {
    return "The MCP servers are no JSON";
  }
}

export function objectionToCommand(line: string): string | null {
  const found = commandWords(line);
  return "why" in found ? found.why : null;
}

/** What the agent is started with where that is not what its file says. */
export function commandOf({ agent, command }: Pick<Wanted, "agent" | "command">): string[] {
  const found = agent === OWN_COMMAND ? commandWords(command) : { words: [] };
  return "words" in found ? [...found.words] : [];
}

/** Keeps the command as an agent of one's own; from here on it is that agent that is wanted. */
async function keepAgent({ title, command }: Wanted): Promise<void> {
  const name = agentNameOf(title);
  const known = await addAgent({ name, title: title.trim(), command: commandOf({ agent: OWN_COMMAND, command }) });
  sessionAgents.value = known.agents;
  want({ agent: name, command: "", keeps: false, title: "" });
}

const linesIn = (text: string) => text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));

/** The session, or null where it was refused. */
export async function begin(): Promise<ListedSession | null> {
  beginning.value = true;
  beginFailure.value = null;
  try {
    if (wantedSession.peek().agent === OWN_COMMAND && wantedSession.peek().keeps) await keepAgent(wantedSession.peek());
    const { agent, command, folder, mcp_servers, mode, folders, conversation, how } = wantedSession.peek();
    const goesOn = conversation.trim() !== "";
    const { session } = await openSession({
      agent, folder, mcp_servers, mode: mode.trim() === "" ? null : mode.trim(), title: "", command: commandOf({ agent, command }), folders: linesIn(folders),
      conversation: goesOn ? conversation.trim() : null, how: goesOn ? how : "new",
    });
    keep(LAST, { agent, folder, command });
    want({ conversation: "" });
    await loadSessions();
    return session;
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    beginFailure.value = failure.told;
    return null;
  } finally {
    beginning.value = false;
  }
}
