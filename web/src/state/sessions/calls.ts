/** A tool call as one line: what it does, to what, and what came of it. Pure. */
import { plural } from "../words";
import type { Output } from "./model";
import type { CallPart, DiffOutput } from "../../wire/types.gen";

/** The protocol's kinds; a kind that nobody knows is called as it is. */
const VERBS: Readonly<Record<string, string>> = {
  read: "Read", edit: "Edit", delete: "Delete", move: "Move", search: "Search", execute: "Run", fetch: "Fetch", think: "Think",
  switch_mode: "Mode", other: "Tool",
};

export const verbOf = ({ kind }: Pick<CallPart, "kind">) => VERBS[kind] ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll("_", " ")}`;

interface Subject {
  words: string;
  /** It is a file, a command or an address, and stands as machines speak. */
  mono: boolean;
}

function fieldsOf(json: string | null): Readonly<Record<string, unknown>> {
  if (json === null || json.length > 200_000) return {};
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const textIn = (value: unknown): string | null => {
  if (typeof value === "string" && value.trim() !== "") return value.trim();
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "string") ? value.join(" ") : null;
};

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  execute: ["command", "cmd"],
  search: ["pattern", "query", "regex"],
  fetch: ["url", "uri", "query"],
};

/** A path as it is called within a folder. */
export const within = (folder: string, path: string) => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path);

/** A title without the verb, which stands before it already; what an agent has set as code is code. */
function titled(call: CallPart): Subject {
  const title = call.title.trim();
  const verb = `${verbOf(call)} `;
  const rest = title.toLowerCase().startsWith(verb.toLowerCase()) ? title.slice(verb.length) : title;
  const code = /^`([^`]+)`$/u.exec(rest);
  return code === null ? { words: rest, mono: false } : { words: code[1] ?? rest, mono: true };
}

/** What the agent calls it, where the line does not say the same. */
export function longTitle(call: CallPart, folder: string): string | null {
  const { words } = titled(call);
  const shown = subjectOf(call, folder).words;
  return words === "" || words === shown || shown.endsWith(`/${words}`) ? null : call.title;
}

export function subjectOf(call: CallPart, folder: string): Subject {
  const input = fieldsOf(call.raw_input);
  const [named] = (FIELDS[call.kind] ?? []).flatMap((field) => textIn(input[field]) ?? []);
  if (named !== undefined) return { words: named.replace(/\s*\n\s*/gu, " ⏎ "), mono: true };
  if (call.kind === "execute" || call.kind === "search" || call.kind === "fetch" || call.kind === "think") return titled(call);
  const path = call.outputs.find((output) => output.type === "diff")?.path ?? call.locations[0]?.path;
  return path === undefined ? titled(call) : { words: within(folder, path), mono: true };
}

/** More cells than this would be felt: then all lines between the ends count as replaced. */
const MOST_CELLS = 1_000_000;

/** How many lines come and how many go. */
export function linesChanged({ old, new: fresh }: Pick<DiffOutput, "old" | "new">): { added: number; removed: number } {
  const [one, other] = [linesOf(old), linesOf(fresh)];
  let head = 0;
  while (head < one.length && head < other.length && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < one.length - head && tail < other.length - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  const [before, after] = [one.slice(head, one.length - tail), other.slice(head, other.length - tail)];
  const same = before.length * after.length > MOST_CELLS ? 0 : commonLines(before, after);
  return { added: after.length - same, removed: before.length - same };
}

const linesOf = (text: string | null) => (text === null || text === "" ? [] : text.replace(/\n$/u, "").split("\n"));

function commonLines(one: readonly string[], other: readonly string[]): number {
  let row = new Uint32Array(other.length + 1);
  for (const line of one) {
    const next = new Uint32Array(other.length + 1);
    for (const [at, theirs] of other.entries()) next[at + 1] = line === theirs ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0);
    row = next;
  }
  return row[other.length] ?? 0;
}

/** "+4 −2" of all files of a call. */
function changeWords(diffs: readonly DiffOutput[]): string {
  const counts = diffs.map(linesChanged);
  const sum = (side: "added" | "removed") => counts.reduce((total, count) => total + count[side], 0);
  const files = new Set(diffs.map(({ path }) => path)).size;
  return `${files > 1 ? `${plural(files, "file")}, ` : ""}+${sum("added")} −${sum("removed")}`;
}

const CONTROL = /\u001b\[[0-9;?]*[A-Za-z]/gu;
/** What a terminal would not show as text. */
export const plainOutput = (text: string) => text.replace(CONTROL, "").replace(/[^\n]*\r(?!\n)/gu, "");
const LONGEST_RESULT = 60;

/** The last line that says something: what test runners and compilers end with. */
function lastWords(text: string): string {
  const last = linesOf(plainOutput(text)).map((line) => line.replace(/[=─-]{3,}/gu, " ").trim()).findLast((line) => line !== "") ?? "";
  return last.length > LONGEST_RESULT ? "" : last;
}

/** What a text that came counts as. */
function textResult({ kind, status, outputs }: CallPart): string {
  const text = outputs.flatMap((output) => (output.type === "text" ? [output.text] : [])).join("\n");
  if (text === "") return "";
  if (kind === "execute" || status === "failed") return lastWords(text) || plural(linesOf(text).length, "line");
  return kind === "think" ? "" : plural(linesOf(text).length, "line");
}

function terminalResult(outputs: readonly Output[]): string | null {
  const terminal = outputs.findLast((output) => output.type === "terminal");
  if (terminal === undefined) return null;
  const exit = terminal.signal === null ? (terminal.exit_code === null || terminal.exit_code === 0 ? "" : `exit status ${terminal.exit_code}`) : `ended by ${terminal.signal}`;
  return [lastWords(terminal.output), exit].filter((part) => part !== "").join(", ");
}

/** What came of it, in a few words; while it runs, nothing. */
export function resultOf(call: CallPart): string {
  if (call.status === "cancelled") return "stopped";
  if (call.status === "refused") return "refused";
  if (call.status === "no_further_word") return "no further word of it";
  if (call.status === "pending" || call.status === "in_progress") return "";
  const diffs = call.outputs.filter((output) => output.type === "diff");
  const words = diffs.length > 0 ? changeWords(diffs) : (terminalResult(call.outputs) ?? textResult(call));
  return call.status === "failed" ? (words === "" || diffs.length > 0 ? "failed" : `failed: ${words}`) : words;
}

/** Whether the line alone is not enough. */
export const opensItself = ({ status, replayed }: CallPart) => status === "failed" && !replayed;
