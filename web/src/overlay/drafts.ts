/** Words in the panel's forms and in the popup, kept for this tab: a page that reloads itself, as dev servers let it, throws none away. */
import { DRAFTS, keep, kept, parsed, thisTab } from "./keep";
import type { Tab } from "./panel_tabs";
import { isFields, list } from "./reading";
import type { Annotation } from "./types";

/** The page that words are about: the one where they were begun. */
export interface PageAddress {
  pageUrl: string;
  pageTitle: string;
}

export interface FormDraft extends PageAddress {
  /** Which form they stand in; each tab of the panel has its own. */
  key: string;
  words: string;
  /** What the popup must know beside them. */
  about?: unknown;
}

export const here = (): PageAddress => ({ pageUrl: location.pathname, pageTitle: document.title });
export const newNoteKey = () => `new ${location.pathname}`;
export const noteKey = (tab: Tab, id: string) => `${tab} note ${id}`;
export const reopenKey = (tab: Tab, type: Annotation["type"], id: string) => `${tab} reopen ${type} ${id}`;
export const popupKey = (id: string) => `popup ${id}`;
/** Where the writes of a form are kept that nobody has answered; see unheard.ts. */
export const unheardOf = (key: string) => `air-write ${key}`;

const isDraft = (one: unknown): one is FormDraft =>
  isFields(one) && ["key", "words", "pageUrl", "pageTitle"].every((name) => typeof one[name] === "string");

/** Those written last come last. */
const drafts = (): FormDraft[] => list(parsed(kept(thisTab, DRAFTS))).filter(isDraft);

export const draftOf = (key: string): FormDraft | undefined => drafts().find((one) => one.key === key);
export const isLatest = (key: string): boolean => drafts().at(-1)?.key === key;

/** What was being written in the popup on this page. */
export const popupDraft = (): FormDraft | undefined =>
  drafts().findLast(({ key, pageUrl }) => key.startsWith(popupKey("")) && pageUrl === location.pathname);

/** Keeps what stands in a form now; null when nothing there is worth it: then what it sends next is something new. */
export function keepDraft(key: string, draft: FormDraft | null): void {
  const all = drafts().filter((one) => one.key !== key);
  if (draft !== null) all.push(draft);
  else keep(thisTab, unheardOf(key), null);
  keep(thisTab, DRAFTS, all.length === 0 ? null : JSON.stringify(all));
}

/** Entries that are gone, in whose forms there are words still; `begin` is what the keys of those forms begin with. */
export function lost(begin: string, known: readonly { id: string }[]): (PageAddress & { id: string })[] {
  const ids = new Set(known.map(({ id }) => id));
  const held = drafts().filter(({ key }) => key.startsWith(begin));
  return held.map(({ key, pageUrl, pageTitle }) => ({ pageUrl, pageTitle, id: key.slice(begin.length) })).filter(({ id }) => !ids.has(id));
}
