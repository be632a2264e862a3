/** The figures of the journal's plots: how long things waited for the person, and who or what decided. */
import { signal } from "@preact/signals";
import { HubError } from "../../wire/client";
import { fetchFigures, verifyJournal } from "../../wire/journal";
import type { Decided, ItemKind, JournalFigures, Verified, Waited } from "../../wire/types.gen";
import type { Hand } from "./sentences";

export const DAYS = 14;
export const figures = signal<JournalFigures | null>(null);

export async function loadFigures(): Promise<void> {
  try {
    figures.value = await fetchFigures(DAYS);
  } catch (problem) {
    // The list says that the hub does not answer.
    if (!(problem instanceof HubError)) throw problem;
  }
}

/** What following the chain has shown; the hub reads the whole journal for it, so it is asked for now and then only. */
export const verified = signal<Verified | null>(null);
const STALE_MS = 10 * 60_000;
let verifiedAt = 0;

export async function verifyNowAndThen(now: number): Promise<void> {
  if (now - verifiedAt < STALE_MS) return;
  verifiedAt = now;
  try {
    verified.value = await verifyJournal();
  } catch (problem) {
    verifiedAt = 0;
    if (!(problem instanceof HubError)) throw problem;
  }
}

/** "chain unbroken", or what is wrong first of all. */
export function chainWords({ broken_at, faults }: Verified): { words: string; heed: boolean } {
  if (broken_at !== null) return { words: `chain broken at entry ${broken_at.toLocaleString("en-GB")}`, heed: true };
  const [gravest] = faults;
  return gravest === undefined ? { words: "chain unbroken", heed: false } : { words: gravest.words, heed: true };
}

export const KIND_NAMES: Readonly<Record<ItemKind, string>> = { permission: "Permissions", question: "Questions", review: "Plans" };
const ORDER: readonly ItemKind[] = ["permission", "question", "review"];

const FIRST_MS = 1000;
export const LAST_MS = 3_600_000;
const SPAN = Math.log(LAST_MS / FIRST_MS);

/** Where a span stands on the axis from one second to one hour, as a share; what is outside stands at its end. */
export const shareOf = (ms: number) => Math.log(Math.min(LAST_MS, Math.max(FIRST_MS, ms)) / FIRST_MS) / SPAN;

interface Dot {
  share: number;
  /** Steps up or down from the middle of the strip. */
  step: number;
  expired: boolean;
}

export interface WaitStrip {
  kind: ItemKind;
  name: string;
  answered: number;
  expired: number;
  median_ms: number | null;
  longest_ms: number | null;
  dots: Dot[];
}

const BINS = 64;
/** Where so many stand already, one more would only make the same place darker. */
const MOST_IN_BIN = 7;

/** Dots of the same time stand above and below each other; rings first, since there are few. */
export function swarm(waits: readonly Waited[]): Dot[] {
  const filled = new Map<number, number>();
  const dots: Dot[] = [];
  for (const { ms, expired } of waits.toSorted((one, other) => Number(other.expired) - Number(one.expired))) {
    const share = shareOf(ms);
    const bin = Math.round(share * BINS);
    const before = filled.get(bin) ?? 0;
    filled.set(bin, before + 1);
    if (before >= MOST_IN_BIN) continue;
    const step = before % 2 === 1 ? (before + 1) / 2 : -before / 2;
    dots.push({ share, step: step === 0 ? 0 : step, expired });
  }
  return dots;
}

export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** One strip for each kind of which something has waited. */
export function stripsOf(waits: readonly Waited[]): WaitStrip[] {
  return ORDER.map((kind): WaitStrip => {
    const own = waits.filter((wait) => wait.kind === kind);
    const answered = own.filter(({ expired }) => !expired).map(({ ms }) => ms);
    const longest = answered.length === 0 ? null : Math.max(...answered);
    return { kind, name: KIND_NAMES[kind], answered: answered.length, expired: own.length - answered.length, median_ms: median(answered), longest_ms: longest, dots: swarm(own) };
  }).filter(({ dots }) => dots.length > 0);
}

export interface Bar {
  /** As the filter has it. */
  by: string;
  name: string;
  count: number;
  hand: Hand;
}

const VERBS: Record<string, string> = { allowed: "allow", denied: "deny" };
const OTHERS: Record<string, string> = { grant: "Your grants", agent: "The agent itself", policy: "The hub" };

function barOf({ decider, decider_id, outcome }: Decided): Omit<Bar, "count"> {
  if (decider === "person") return { by: "person", name: "You", hand: "person" };
  if (decider === "timeout") return { by: "timeout", name: "Nobody, expired", hand: "nobody" };
  if (decider === "rule") return { by: `rule:${decider_id}`, name: [VERBS[outcome ?? ""] ?? "rule", decider_id].join(": "), hand: "other" };
  if (decider === "mode") return { by: `mode:${decider_id}`, name: `mode: ${decider_id}`, hand: "other" };
  return { by: decider, name: OTHERS[decider] ?? decider, hand: "other" };
}

const RANK: Record<Hand, number> = { person: 0, other: 1, nobody: 2 };

/** You first, then by count, and last what nobody decided. */
export function barsOf(decided: readonly Decided[]): Bar[] {
  const bars = new Map<string, Bar>();
  for (const each of decided) {
    const bar = barOf(each);
    bars.set(bar.by, { ...bar, count: (bars.get(bar.by)?.count ?? 0) + each.count });
  }
  return [...bars.values()].toSorted((one, other) => RANK[one.hand] - RANK[other.hand] || other.count - one.count);
}

/** Of one agent or one tool alone; null is all of them. */
export const narrowed = (decided: readonly Decided[], agent: string | null, tool: string | null) =>
  decided.filter((each) => (agent === null || each.agent === agent) && (tool === null || each.tool === tool));

/** The different ones that a list has, by name. */
export function differing<Value>(list: readonly Value[], key: (value: Value) => string | null): string[] {
  return [...new Set(list.map(key).filter((value) => value !== null && value !== ""))].toSorted() as string[];
}

export const total = (decided: readonly Decided[]) => decided.reduce((sum, { count }) => sum + count, 0);
