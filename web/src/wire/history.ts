/** One function per request about what was decided. */
import { ask } from "./client";
import type { DeciderKind, ForgottenNow, HistoryFacets, HistoryOutcome, HistoryPage, ItemKind } from "./types.gen";

/** Which decided items are wanted; null and an empty list leave nothing out. */
export interface HistoryAsked {
  words: string;
  kind: ItemKind | null;
  agent: string | null;
  /** An absolute path. */
  workspace: string | null;
  outcome: HistoryOutcome | null;
  deciders: readonly DeciderKind[];
  /** ISO times; both are inclusive. */
  since: string | null;
  until: string | null;
}

function queryOf({ deciders, words, ...named }: HistoryAsked): URLSearchParams {
  const query = new URLSearchParams();
  if (words !== "") query.set("words", words);
  for (const [name, value] of Object.entries(named)) if (value !== null) query.set(name, value);
  for (const decider of deciders) query.append("decider", decider);
  return query;
}

/** Newest first; `before` is `next` of the page before. */
export function fetchHistory(asked: HistoryAsked, before: string | null, limit: number): Promise<HistoryPage> {
  const query = queryOf(asked);
  query.set("limit", String(limit));
  if (before !== null) query.set("before", before);
  return ask("GET", `/api/history?${query.toString()}`);
}

/** What can be chosen, with counts. */
export const fetchHistoryFacets = () => ask<HistoryFacets>("GET", "/api/history/facets");

/** Removes the texts of a decided item for good; answers once the files are written anew, which can take minutes. */
export const forgetAtHub = (kind: ItemKind, id: string) => ask<ForgottenNow>("POST", `/api/history/${kind}/${encodeURIComponent(id)}/forget`, {});
