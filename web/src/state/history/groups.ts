/** Lines of history in groups, and a newer page worked into those that are known; pure. */
import type { HistoryLine, HistoryPage } from "../../wire/types.gen";
import { dayKey } from "../words";

export type Arrangement = "day" | "workspace";

export interface Group {
  key: string;
  /** The workspace's name; empty for a day. */
  name: string;
  workspace: string | null;
  /** When its newest line was decided. */
  at: string;
  lines: HistoryLine[];
}

/** Places are numbers too large for a number. */
export const isOlder = (one: HistoryLine, other: HistoryLine) => BigInt(one.place) < BigInt(other.place);

function grouped(list: readonly HistoryLine[], keyOf: (line: HistoryLine) => string, named: (line: HistoryLine) => Pick<Group, "name" | "workspace">): Group[] {
  const groups = new Map<string, Group>();
  for (const line of list) {
    const key = keyOf(line);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { key, at: line.decided_at, lines: [line], ...named(line) });
    else group.lines.push(line);
  }
  return [...groups.values()];
}

export const byDay = (list: readonly HistoryLine[]) => grouped(list, ({ decided_at }) => dayKey(decided_at), () => ({ name: "", workspace: null }));

/** In the order in which the workspaces were read; one that was not is new and comes first. */
export function byWorkspace(list: readonly HistoryLine[], order: readonly string[]): Group[] {
  const groups = grouped(list, ({ workspace }) => workspace, ({ workspace, workspace_name }) => ({ name: workspace_name, workspace }));
  return groups.toSorted((one, other) => order.indexOf(one.key) - order.indexOf(other.key));
}

/** Whether lines are missing between the newest page and those that are known. */
export function leavesGap(known: readonly HistoryLine[], page: HistoryPage): boolean {
  const ids = new Set(known.map(({ place }) => place));
  return page.next !== null && known.length > 0 && !page.lines.some(({ place }) => ids.has(place));
}

/**
 * What is known, with the newest page in place of what it covers: what was decided since comes, what waits again goes.
 * `isWanted` tells which of the page's other lines are taken.
 */
export function merged(known: readonly HistoryLine[], page: HistoryPage, isWanted: (line: HistoryLine) => boolean): readonly HistoryLine[] {
  const places = new Set(known.map(({ place }) => place));
  const ids = new Set(page.lines.map(({ id }) => id));
  const last = page.next === null ? undefined : page.lines.at(-1);
  const older = last === undefined ? [] : known.filter((line) => !ids.has(line.id) && isOlder(line, last));
  return [...page.lines.filter((line) => places.has(line.place) || isWanted(line)), ...older];
}
