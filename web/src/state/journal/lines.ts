/** The journal as it is asked for: filtered at the hub, read page by page from the newest back. */
import { signal } from "@preact/signals";
import { HubError } from "../../wire/client";
import { isKnown } from "../../wire/feed";
import { fetchJournal, type JournalFilter } from "../../wire/journal";
import type { EntryKind, JournalEntry, JournalPage } from "../../wire/types.gen";
import { decidedToday } from "../rail";
import { dayKey } from "../words";

export type JournalLine = JournalEntry & { kind: EntryKind };

const PAGE = 100;
const ALL: JournalFilter = { words: "", everything: false, kinds: [], folders: [], by: [] };

export const filter = signal<JournalFilter>(ALL);
export const lines = signal<readonly JournalLine[]>([]);
export const wholeJournal = signal(false);
export const failure = signal<HubError | null>(null);
/** The lowest number that was read, whether or not this page knows the entry's kind. */
let oldest: number | null = null;
/** Counts what was asked for, so that an answer to an earlier filter is thrown away. */
let turn = 0;
let isReading = false;

export const isFiltered = ({ words, kinds, folders, by }: JournalFilter) => words !== "" || kinds.length + folders.length + by.length > 0;

export function choose(changes: Partial<JournalFilter>): Promise<void> {
  filter.value = { ...filter.peek(), ...changes };
  return reload();
}

export const chooseAll = () => choose({ ...ALL, everything: filter.peek().everything });

/** One more of a list, or one less. */
export const toggled = <Value>(list: readonly Value[], value: Value) =>
  list.includes(value) ? list.filter((each) => each !== value) : [...list, value];

/** Reads a page, unless something else is asked for before it has come. */
async function read(before: number | null, take: (page: JournalPage) => void): Promise<void> {
  const mine = turn;
  isReading = true;
  try {
    const page = await fetchJournal(filter.peek(), before, PAGE);
    if (mine !== turn) return;
    failure.value = null;
    take(page);
    countToday();
  } catch (problem) {
    if (!(problem instanceof HubError)) throw problem;
    if (mine === turn) failure.value = problem;
  } finally {
    if (mine === turn) isReading = false;
  }
}

function takeOlder({ entries }: JournalPage): void {
  const fresh = entries.filter(isKnown);
  lines.value = [...lines.peek(), ...fresh];
  oldest = entries.at(-1)?.seq ?? oldest;
  wholeJournal.value = entries.length === 0 || (oldest ?? 1) <= 1;
}

/** Today's decisions, where all of them are listed. */
function countToday(): void {
  if (isFiltered(filter.peek()) || filter.peek().everything) return;
  const today = dayKey(new Date().toISOString());
  const own = lines.peek().filter(({ at }) => dayKey(at) === today).length;
  if (wholeJournal.peek() || own < lines.peek().length) decidedToday.value = own === 0 ? "" : `${own} today`;
}

export async function reload(): Promise<void> {
  turn += 1;
  await read(null, (page) => {
    lines.value = [];
    takeOlder(page);
  });
}

export async function loadEarlier(): Promise<void> {
  if (isReading || wholeJournal.peek()) return;
  await read(oldest, takeOlder);
}

/** What has been written since goes on top; after a long absence the list begins anew. */
export async function catchUp(): Promise<void> {
  if (isReading) return;
  await read(null, (page) => {
    const newest = lines.peek()[0]?.seq ?? 0;
    const fresh = page.entries.filter(isKnown).filter(({ seq }) => seq > newest);
    if (newest === 0 || fresh.length === PAGE) {
      lines.value = [];
      takeOlder(page);
    } else if (fresh.length > 0) lines.value = [...fresh, ...lines.peek()];
  });
}

export interface Day {
  key: string;
  at: string;
  lines: JournalLine[];
}

export function byDay(list: readonly JournalLine[]): Day[] {
  const days: Day[] = [];
  for (const line of list) {
    const key = dayKey(line.at);
    const day = days.at(-1);
    // The time of an entry that cannot be read may be none: it stands where its number puts it.
    if (day !== undefined && (day.key === key || line.kind === "entry_unreadable")) day.lines.push(line);
    else days.push({ key, at: line.at, lines: [line] });
  }
  return days;
}
