/** One function per request about the journal. */
import { ask } from "./client";
import type { CheckpointNow, ExportPage, ItemKind, JournalFigures, JournalPage, Verified } from "./types.gen";

/** Which entries are wanted; an empty list leaves nothing out. */
export interface JournalFilter {
  words: string;
  /** Not only what was decided. */
  everything: boolean;
  kinds: readonly ItemKind[];
  /** Absolute paths of workspaces. */
  folders: readonly string[];
  /** Who or what decided, as `person` or `rule:tests`. */
  by: readonly string[];
}

function queryOf({ words, everything, kinds, folders, by }: JournalFilter): URLSearchParams {
  const query = new URLSearchParams();
  if (words !== "") query.set("words", words);
  if (!everything) query.set("decisions", "true");
  for (const kind of kinds) query.append("kinds", kind);
  for (const folder of folders) query.append("in", folder);
  for (const decider of by) query.append("by", decider);
  return query;
}

/** `before` is the number of the last entry already known. */
export function fetchJournal(filter: JournalFilter, before: number | null, limit: number): Promise<JournalPage> {
  const query = queryOf(filter);
  query.set("limit", String(limit));
  if (before !== null) query.set("before", String(before));
  return ask("GET", `/api/journal?${query.toString()}`);
}

/** All entries about one item, newest first. */
export function fetchItemEntries(item: string, before: number | null, limit: number): Promise<JournalPage> {
  const query = new URLSearchParams({ item, limit: String(limit) });
  if (before !== null) query.set("before", String(before));
  return ask("GET", `/api/journal?${query.toString()}`);
}

export const fetchFigures = (days: number) => ask<JournalFigures>("GET", `/api/journal/figures?days=${days}`);

/** Whether the chain holds from the first entry on; the hub reads the whole journal for it. */
export const verifyJournal = () => ask<Verified>("GET", "/api/journal/verify");

/** Signs the newest entry, unless that was done. */
export const signCheckpoint = () => ask<CheckpointNow>("POST", "/api/journal/checkpoint", {});

/** Entries with all that their hashes are made of, the oldest first; none at the end. */
export function fetchExport(filter: JournalFilter, after: number, before: number, limit: number): Promise<ExportPage> {
  const query = queryOf(filter);
  query.set("after", String(after));
  query.set("before", String(before));
  query.set("limit", String(limit));
  return ask("GET", `/api/journal/export?${query.toString()}`);
}
