/** What a person has chosen to see of history, and what the hub is asked for then; pure, the clock is handed in. */
import type { HistoryAsked } from "../../wire/history";
import type { DeciderKind, HistoryFacets, HistoryOutcome, ItemKind } from "../../wire/types.gen";

export type By = "person" | "timeout" | "agent" | "rules";
export type TimeSpan = "any" | "today" | "week" | "month" | "between";

export interface Choices {
  words: string;
  kind: ItemKind | null;
  agent: string | null;
  workspace: string | null;
  outcome: HistoryOutcome | null;
  /** Who decided; null is anybody. */
  by: By | null;
  /** Whether what was decided without a person asked is listed with the rest. */
  rules: boolean;
  span: TimeSpan;
  /** With `between`: days as "2026-11-24", empty for none; both are inclusive. */
  from: string;
  to: string;
}

export const ALL: Choices = { words: "", kind: null, agent: null, workspace: null, outcome: null, by: null, rules: false, span: "any", from: "", to: "" };

/** What decides while nobody is asked. */
const BY_ITSELF: readonly DeciderKind[] = ["rule", "grant", "session", "mode", "policy"];
const ASKED: readonly DeciderKind[] = ["person", "timeout", "agent"];

function decidersOf({ by, rules }: Choices): readonly DeciderKind[] {
  if (by === "rules") return BY_ITSELF;
  if (by !== null) return [by];
  return rules ? [] : ASKED;
}

const midnight = (now: number, daysAgo: number) => {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - daysAgo);
};

/** A day of a field as a moment of the person's own time; null for what is no day. */
function momentOf(day: string, time: string): string | null {
  const moment = new Date(`${day}T${time}`);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

const DAYS_AGO: Record<"today" | "week" | "month", number> = { today: 0, week: 6, month: 29 };

function boundsOf({ span, from, to }: Choices, now: number): [string | null, string | null] {
  if (span === "any") return [null, null];
  if (span === "between") return [momentOf(from, "00:00"), momentOf(to, "23:59:59.999")];
  return [midnight(now, DAYS_AGO[span]).toISOString(), null];
}

export function askedFor(choices: Choices, now: number): HistoryAsked {
  const { words, kind, agent, workspace, outcome } = choices;
  const [since, until] = boundsOf(choices, now);
  return { words, kind, agent, workspace, outcome, deciders: decidersOf(choices), since, until };
}

/** Whether something is left out besides what rules decided. */
export const isNarrowed = ({ words, kind, agent, workspace, outcome, by, span }: Choices) =>
  words !== "" || [kind, agent, workspace, outcome, by].some((each) => each !== null) || span !== "any";

const sumOf = (list: readonly { count: number }[]) => list.reduce((sum, { count }) => sum + count, 0);

/** How many items lie in workspaces that the hub does not name, because there are so many. */
export const beyondWorkspaces = (known: HistoryFacets | null) => (known === null ? 0 : sumOf(known.kinds) - sumOf(known.workspaces));

/** How many items were decided while nobody was asked. */
export const countByItself = ({ deciders }: HistoryFacets) =>
  deciders.filter(({ value }) => (BY_ITSELF as readonly string[]).includes(value)).reduce((sum, { count }) => sum + count, 0);
