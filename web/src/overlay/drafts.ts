/** Words in the panel's forms, kept for this tab: a page that reloads itself, as dev servers let it, throws none away. */
import { keep, kept, parsed, thisTab } from "./keep";
import type { Tab } from "./panel_tabs";
import { isFields, list } from "./reading";
import type { PageNote } from "./types";

const FORMS = "astro-inline-review-forms";

/** The page that words are about: the one where they were begun. */
export interface Place {
  pageUrl: string;
  pageTitle: string;
}

export interface Draft extends Place {
  /** Which form they stand in; each tab of the panel has its own. */
  key: string;
  words: string;
}

export const here = (): Place => ({ pageUrl: location.pathname, pageTitle: document.title });
export const newNoteKey = () => `new ${location.pathname}`;
export const noteKey = (tab: Tab, id: string) => `${tab} note ${id}`;
export const reopenKey = (tab: Tab, id: string) => `${tab} reopen ${id}`;

const isDraft = (one: unknown): one is Draft =>
  isFields(one) && ["key", "words", "pageUrl", "pageTitle"].every((name) => typeof one[name] === "string");

/** Those written last come last. */
const drafts = (): Draft[] => list(parsed(kept(thisTab, FORMS))).filter(isDraft);

export const draftOf = (key: string): Draft | undefined => drafts().find((one) => one.key === key);
export const isLatest = (key: string): boolean => drafts().at(-1)?.key === key;

/** Keeps what stands in a form now; null when nothing there is worth it. */
export function keepDraft(key: string, draft: Draft | null): void {
  const all = drafts().filter((one) => one.key !== key);
  if (draft !== null) all.push(draft);
  keep(thisTab, FORMS, all.length === 0 ? null : JSON.stringify(all));
}

/** Notes that are gone, in whose forms there are words still. */
export function lostNotes(tab: Tab, known: readonly PageNote[]): (Place & { id: string })[] {
  const begin = noteKey(tab, "");
  const ids = new Set(known.map(({ id }) => id));
  const lost = drafts().filter(({ key, pageUrl }) => key.startsWith(begin) && (tab === "all" || pageUrl === location.pathname));
  return lost.map(({ key, ...place }) => ({ ...place, id: key.slice(begin.length) })).filter(({ id }) => !ids.has(id));
}
