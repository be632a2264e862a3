/** The rules of all layers, and a draft of the person's own with its check. */
import { signal } from "@preact/signals";
import { HubError } from "../wire/client";
import { checkDraft, chooseMode, fetchEffect, fetchRules, saveRules, trustRules } from "../wire/rules";
import type { DraftChecked, DraftEffect, GateMode, RuleLayer, RulesState, ToolKind, TriedLine, TurnedCall } from "../wire/types.gen";
import { announce } from "./announce";
import { keep, kept } from "./keep";
import { ruleCount } from "./rail";

interface RulesDraft {
  text: string;
  /** The digest of the content that it began with. */
  instead_of: string;
}

const DRAFT = "rules_draft";

export const rules = signal<RulesState | null>(null);
export const rulesFailure = signal<HubError | null>(null);
export const draft = signal<RulesDraft | null>(keptDraft());
export const tries = signal<readonly TriedLine[]>([]);
export const check = signal<DraftChecked | null>(null);
export const effect = signal<DraftEffect | null>(null);
/** Why the last save failed. */
export const saveFailure = signal<HubError | null>(null);

function keptDraft(): RulesDraft | null {
  const value = kept(DRAFT);
  if (typeof value !== "object" || value === null || !("text" in value) || !("instead_of" in value)) return null;
  return typeof value.text === "string" && typeof value.instead_of === "string" ? { text: value.text, instead_of: value.instead_of } : null;
}

/** A refusal is shown; anything else is a fault of ours. */
function told(problem: unknown): HubError {
  if (problem instanceof HubError) return problem;
  throw problem;
}

export async function loadRules(folder: string | null): Promise<void> {
  try {
    rules.value = await fetchRules(folder);
    ruleCount.value = String(rules.value.count);
    rulesFailure.value = null;
  } catch (problem) {
    rulesFailure.value = told(problem);
  }
}

const FIRST_LINE = "version = 1\n";

export function beginDraft(): void {
  const now = rules.peek();
  if (now === null) return;
  write({ text: now.text === "" ? FIRST_LINE : now.text, instead_of: now.sha256 });
}

export function dropDraft(): void {
  draft.value = null;
  keep(DRAFT, null);
  check.value = null;
  effect.value = null;
  saveFailure.value = null;
}

function write(next: RulesDraft): void {
  draft.value = next;
  keep(DRAFT, next);
  checkSoon();
}

export const writeDraft = (text: string) => draft.peek() !== null && write({ ...(draft.peek() as RulesDraft), text });

const CHECK_MS = 250;
const EFFECT_MS = 600;
let timer = 0;
let turn = 0;

/** The check follows the typing; what takes longer waits until it rests. */
export function checkSoon(): void {
  turn += 1;
  window.clearTimeout(timer);
  timer = window.setTimeout(() => void runCheck(turn), CHECK_MS);
}

async function runCheck(mine: number): Promise<void> {
  const text = draft.peek()?.text;
  if (text === undefined) return;
  const found = await checkDraft(text, tries.peek(), rules.peek()?.project ?? "").catch(told);
  if (mine !== turn) return;
  saveFailure.value = found instanceof HubError ? found : null;
  if (found instanceof HubError) return;
  check.value = found;
  if (found.problem === null) timer = window.setTimeout(() => void runEffect(mine, text), EFFECT_MS);
  else effect.value = null;
}

async function runEffect(mine: number, text: string): Promise<void> {
  const found = await fetchEffect(text).catch(told);
  if (mine === turn && !(found instanceof HubError)) effect.value = found;
}

export function tryLine(tool: ToolKind, text: string): void {
  tries.value = [...tries.peek().filter((each) => each.tool !== tool || each.text !== text), { tool, text }].slice(-20);
  checkSoon();
}

export function dropTry(line: TriedLine): void {
  tries.value = tries.peek().filter((each) => each.tool !== line.tool || each.text !== line.text);
  checkSoon();
}

export async function saveDraft(): Promise<void> {
  const mine = draft.peek();
  if (mine === null) return;
  try {
    await saveRules(mine.text, mine.instead_of);
  } catch (problem) {
    saveFailure.value = told(problem);
    return;
  }
  dropDraft();
  announce("Your rules are saved");
  await loadRules(rules.peek()?.project ?? null);
}

/** The draft goes on, from the content that is there now. */
export async function takeUpPresent(): Promise<void> {
  await loadRules(rules.peek()?.project ?? null);
  const now = rules.peek();
  if (now !== null && draft.peek() !== null) write({ text: (draft.peek() as RulesDraft).text, instead_of: now.sha256 });
}

export async function setMode(folder: string, mode: GateMode, until: string | null): Promise<void> {
  try {
    rules.value = await chooseMode(folder, mode, until);
    announce("The mode is set");
  } catch (problem) {
    announce(`Not set: ${told(problem).message}`);
  }
}

export async function trust(folder: string, sha256: string): Promise<void> {
  try {
    rules.value = await trustRules(folder, sha256);
    announce("These rules are trusted as they are");
  } catch (problem) {
    announce(`Not trusted: ${told(problem).message}`);
  }
}

/** What stands between back-ticks is set as machines speak. */
export function piecesOf(sentence: string): { words: string; mono: boolean }[] {
  return sentence.split("`").map((words, index) => ({ words, mono: index % 2 === 1 })).filter(({ words }) => words !== "");
}

const LAYER_ORDER: readonly RuleLayer["source"][] = ["user", "project", "built-in"];

/** Yours, then the project's, then those that come with the program. */
export const inOrder = (layers: readonly RuleLayer[]) =>
  LAYER_ORDER.map((source) => ({ source, layers: layers.filter((layer) => layer.source === source) })).filter((group) => group.layers.length > 0 || group.source === "user");

interface ModeEnd {
  words: string;
  /** Null: until another mode is chosen. */
  until: string | null;
}

const HOUR = 3_600_000;

/** Until when a mode may hold; every mode but asking has an end. */
export function endsFor(mode: GateMode, now: number): ModeEnd[] {
  const tonight = new Date(now);
  tonight.setHours(23, 59, 0, 0);
  const after = (ms: number) => new Date(now + ms).toISOString();
  const ends: ModeEnd[] = [
    { words: "for an hour", until: after(HOUR) },
    { words: "for eight hours", until: after(8 * HOUR) },
    { words: "for a week", until: after(7 * 24 * HOUR) },
  ];
  if (tonight.getTime() - now > HOUR) ends.splice(1, 0, { words: "until midnight", until: tonight.toISOString() });
  return mode === "ask" ? [{ words: "until I choose another", until: null }, ...ends] : ends;
}

export const MODES: Readonly<Record<GateMode, { name: string; what: string }>> = {
  ask: { name: "ask", what: "Reading is allowed; changes and most commands are asked" },
  edits: { name: "edits", what: "Files of the project are changed, built and tested without asking" },
  "read-only": { name: "read-only", what: "Only reading passes; what writes is refused" },
  unattended: { name: "unattended", what: "As edits, and what would be asked is denied: nobody is there" },
};

/** "would have asked 41 times less" */
export function effectWords({ days, calls, asked_less, asked_more }: DraftEffect): string {
  if (calls === 0) return `Nothing was decided in the last ${days} days.`;
  const times = (count: number) => (count === 1 ? "once" : `${count} times`);
  const parts = [asked_less > 0 ? `${times(asked_less)} less` : "", asked_more > 0 ? `${times(asked_more)} more` : ""].filter((part) => part !== "");
  const asked = parts.length === 0 ? "as often as now" : parts.join(" and ");
  return `Against the ${calls.toLocaleString("en-GB")} ${calls === 1 ? "call" : "calls"} of the last ${days} days it would have asked ${asked}.`;
}

/** The same call that was asked for several times is one line, with the newest of them. */
export function alike(calls: readonly TurnedCall[]): { call: TurnedCall; count: number }[] {
  const groups = new Map<string, { call: TurnedCall; count: number }>();
  for (const call of calls) {
    const key = JSON.stringify([call.title, call.agent_name, call.workspace_name, call.outcome, call.why]);
    groups.set(key, { call: groups.get(key)?.call ?? call, count: (groups.get(key)?.count ?? 0) + 1 });
  }
  return [...groups.values()];
}
