/** What a person is writing about pages: kept in this browser at every key, whatever the file does meanwhile. */
import type { Signal } from "@preact/signals";
import { forget, keep, kept } from "../keep";
import { signalIn } from "../signal_in";

/** What the words are for, and the id of the entry, or the page, that they are about. */
export type Purpose = "reply" | "reopen" | "edit" | "note" | "edit_note";

export interface PageWords {
  purpose: Purpose;
  about: string;
  text: string;
  /** How the entry read when the person began to write over it. */
  base: string | null;
  /** What was marked, or the title of the page: for words whose entry goes away meanwhile. */
  called: string;
  /** Why they have not gone. */
  failed: string | null;
  going: boolean;
}

const all = new Map<string, Signal<readonly PageWords[]>>();
const keepName = (site: string) => `page_words.${site}`;
const PURPOSES = new Set<unknown>(["reply", "reopen", "edit", "note", "edit_note"] satisfies Purpose[]);

function readWords(value: unknown): PageWords[] {
  if (typeof value !== "object" || value === null) return [];
  const { purpose, about, text, base, called } = value as Record<string, unknown>;
  if (!PURPOSES.has(purpose) || typeof about !== "string" || typeof text !== "string") return [];
  const words = { purpose: purpose as Purpose, about, text, base: typeof base === "string" ? base : null };
  return [{ ...words, called: typeof called === "string" ? called : "", failed: null, going: false }];
}

function stored(site: string): readonly PageWords[] {
  const value = kept(keepName(site));
  return Array.isArray(value) ? value.flatMap(readWords) : [];
}

export const wordsIn = (site: string): Signal<readonly PageWords[]> => signalIn(all, site, () => stored(site));

export const wordsFor = (site: string, purpose: Purpose, about: string) =>
  wordsIn(site).value.find((words) => words.purpose === purpose && words.about === about) ?? null;

function set(site: string, list: readonly PageWords[]): void {
  wordsIn(site).value = list;
  if (list.length === 0) forget(keepName(site));
  else keep(keepName(site), list.map(({ purpose, about, text, base, called }) => ({ purpose, about, text, base, called })));
}

const isSame = (one: PageWords, other: Pick<PageWords, "purpose" | "about">) => one.purpose === other.purpose && one.about === other.about;

/** Opens a form; words that were left in it are there again. */
export function begin(site: string, words: Pick<PageWords, "purpose" | "about" | "base" | "called">): void {
  const list = wordsIn(site).peek();
  if (list.some((one) => isSame(one, words))) return;
  set(site, [...list, { ...words, text: words.base ?? "", failed: null, going: false }]);
}

export function changeWords(site: string, words: PageWords, changes: Partial<PageWords>): void {
  set(site, wordsIn(site).peek().map((one) => (isSame(one, words) ? { ...one, ...changes } : one)));
}

export function throwAway(site: string, words: Pick<PageWords, "purpose" | "about">): void {
  set(site, wordsIn(site).peek().filter((one) => !isSame(one, words)));
}

/** Nothing would be lost with them. */
export const isUntouched = ({ text, base }: PageWords) => text.trim() === (base ?? "").trim();

/** Words whose annotation or note is no longer in the file: they are shown until the person lets them go. */
export function stranded(list: readonly PageWords[], there: ReadonlySet<string>): PageWords[] {
  return list.filter((words) => words.purpose !== "note" && !there.has(words.about) && !isUntouched(words));
}

/** Another tab of this browser wrote: follow it, unless somebody writes here. */
export function followOtherTabs(): void {
  window.addEventListener("storage", ({ key }) => {
    const site = key?.startsWith("countermark.page_words.") ? key.slice("countermark.page_words.".length) : null;
    const typing = document.hasFocus() && document.activeElement instanceof HTMLTextAreaElement;
    if (site !== null && all.has(site) && !typing) wordsIn(site).value = stored(site);
  });
}

