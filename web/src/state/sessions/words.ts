/** What the desk says about a session: its state, its clock, what it costs. Pure. */
import { seen } from "../unseen_characters";
import { countdown, plural, tookWords } from "../words";
import type { Prompt, SessionState, Usage } from "../../wire/types.gen";
import type { Part } from "./model";

type SessionStanding = Pick<SessionState, "connection" | "closed" | "deleted" | "taken" | "cancelling" | "sign_in" | "queue"> & { waiting: readonly unknown[] };

/** In the middle of a sentence that begins with the agent's name. */
export function standingWords({ connection, closed, deleted, taken, cancelling, sign_in, waiting }: SessionStanding): string {
  if (deleted) return "deleted";
  if (closed) return "closed";
  switch (connection) {
    case "starting": return "starting";
    case "failed": return "could not be started";
    case "disconnected": return "disconnected";
    case "initialised":
      if (sign_in !== null) return "wants you to sign in";
      if (cancelling) return "stopping";
      if (waiting.length > 0) return "waits for you";
      return taken === null ? "your turn" : "working";
  }
}

/** Whether the agent's program runs, or is being started. */
export const isConnected = ({ connection, closed }: Pick<SessionStanding, "connection" | "closed">) => !closed && (connection === "initialised" || connection === "starting");

/** "12,400 of 200,000 tokens, 6 %" */
export function usageWords({ used, size, cost, currency }: Usage): string {
  const figure = (value: number) => value.toLocaleString("en-GB");
  const share = size > 0 ? `${figure(used)} of ${figure(size)} tokens, ${Math.round((used / size) * 100)} %` : `${figure(used)} tokens`;
  return cost === null ? share : `${share}; ${costWords(cost, currency)}`;
}

/** "6 % of the context", as far as its size is known, and what it has cost. */
export function shortUsage({ used, size, cost, currency }: Usage): string {
  const share = size > 0 ? `${Math.round((used / size) * 100)} % of the context` : `${used.toLocaleString("en-GB")} tokens`;
  return cost === null ? share : `${share}, ${costWords(cost, currency)}`;
}

const costWords = (cost: number, currency: string | null) => `${cost < 0.1 ? cost.toFixed(3) : cost.toFixed(2)} ${currency ?? ""}`.trim();

/** "0:04" since a moment. */
export const runsSince = (at: number, now: number) => countdown(Math.max(0, Math.floor((now - at) / 1000) * 1000));

/** "Thought for 6 s" */
export const thoughtWords = (span_ms: number) => `Thought for ${tookWords(Math.max(1000, span_ms))}`;

const REASONS: Readonly<Record<string, string>> = {
  max_tokens: "It stopped: the answer has reached its longest length",
  max_turn_requests: "It stopped: it has asked its model as often as it may in one turn",
  refusal: "It refused; what was said since your words does not go along with the next ones",
  cancelled: "Stopped by you",
};

/** Why a turn has ended, where that is worth a line. */
export function endWords({ state, stop_reason, why }: Prompt): string | null {
  if (state === "interrupted") return `Not answered: ${unstopped(why ?? "the agent’s program ended")}`;
  if (state !== "answered" || stop_reason === null || stop_reason === "end_turn") return null;
  return REASONS[stop_reason] ?? `It stopped: ${stop_reason.replaceAll("_", " ")}`;
}

export const sizeWords = (bytes: number) => (bytes < 1024 ? plural(bytes, "byte") : bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`);

/** The last folder of a path, as a workspace is called. */
export const folderName = (path: string) => path.split("/").findLast((part) => part !== "") ?? path;

function firstPrompt(ledger: Iterable<Part>): Prompt | null {
  for (const part of ledger) if (part.type === "prompt") return part.prompt;
  return null;
}

/** What a session is called: its title, else its first words. */
export function titleOf({ title, ledger, queue, folder }: Pick<SessionState, "title" | "queue" | "folder"> & { ledger: Iterable<Part> }): string {
  if (title !== "") return seen(title);
  const first = firstPrompt(ledger) ?? queue[0];
  const line = first?.text.trim().split("\n")[0] ?? "";
  return line === "" ? `Session in ${folderName(folder)}` : line.slice(0, 80);
}

/** A reason as it stands before a full stop of the desk's. */
export const unstopped = (words: string) => words.trim().replace(/\.$/u, "");
