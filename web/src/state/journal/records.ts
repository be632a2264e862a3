/** All entries of one item, in the order in which they were written. */
import { signal, type Signal } from "@preact/signals";
import { isKnown } from "../../wire/feed";
import { fetchItemEntries } from "../../wire/journal";
import type { JournalLine } from "./lines";

const PAGE = 500;
const KEPT = 50;
const records = new Map<string, Signal<readonly JournalLine[] | null>>();

/** None until it has been read; the ones that were read last are kept. */
export function recordOf(item: string): Signal<readonly JournalLine[] | null> {
  const record = records.get(item) ?? signal<readonly JournalLine[] | null>(null);
  records.delete(item);
  records.set(item, record);
  for (const old of [...records.keys()].slice(0, -KEPT)) records.delete(old);
  return record;
}

/** What was read of an item is not what the hub would say now. */
export function dropRecord(item: string): void {
  const record = records.get(item);
  if (record !== undefined) record.value = null;
}

export async function loadRecord(item: string): Promise<void> {
  const all: JournalLine[] = [];
  for (let before: number | null = null; ; ) {
    const { entries } = await fetchItemEntries(item, before, PAGE);
    all.push(...entries.filter(isKnown));
    before = entries.at(-1)?.seq ?? null;
    // A page ends early where entries are very long: only an empty one is the end.
    if (before === null || before <= 1) break;
  }
  recordOf(item).value = all.toReversed();
}
