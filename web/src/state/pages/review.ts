/** What stands in the file of one site, kept fresh by the feed, and what the person does about it. */
import type { Signal } from "@preact/signals";
import { HubError } from "../../wire/client";
import * as wire from "../../wire/pages";
import type { PageStatus } from "../../wire/pages";
import type { PageAnnotationChange, PageProblem } from "../../wire/types.gen";
import { announce } from "../announce";
import { lastEntry } from "../hub";
import { readMark, readNote, type PageMark, type PageNote } from "./entries";
import { countermand, settleLeaving } from "./leaving";
import { changeWords, isUntouched, throwAway, wordsIn, type PageWords } from "./words";
import { loadSites, siteIn } from "./sites";
import { signalIn } from "../signal_in";

export interface PageReview {
  marks: readonly PageMark[];
  notes: readonly PageNote[];
  problems: readonly PageProblem[];
  /** Why the file cannot be read. */
  broken: string | null;
}

type Loaded = { at: "loading" } | { at: "gone" } | { at: "away"; why: string } | { at: "here"; review: PageReview };

const all = new Map<string, Signal<Loaded>>();
/** Sites that are being asked for; true when something has happened to them since. */
const asking = new Map<string, boolean>();

export const pageReview = (site: string): Signal<Loaded> => signalIn(all, site, () => ({ at: "loading" }));

/** A file that is being mended is broken for a moment: what it held before stays in sight. */
function whatItHeld(site: string): Pick<PageReview, "marks" | "notes"> {
  const before = pageReview(site).peek();
  return before.at === "here" ? before.review : { marks: [], notes: [] };
}

async function read(site: string): Promise<Loaded> {
  try {
    const { annotations, page_notes, problems, broken } = await wire.fetchSite(site);
    if (broken !== null) return { at: "here", review: { ...whatItHeld(site), problems, broken } };
    const marks = annotations.map(readMark).filter((mark) => mark !== null);
    const notes = page_notes.map(readNote).filter((note) => note !== null);
    return { at: "here", review: { marks, notes, problems, broken } };
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    return failure.status === 404 ? { at: "gone" } : { at: "away", why: failure.message };
  }
}

export async function loadPages(site: string): Promise<void> {
  if (asking.has(site)) return void asking.set(site, true);
  do {
    asking.set(site, false);
    const loaded = await read(site);
    const shown = pageReview(site);
    // What is on the screen stays there while the hub is away.
    if (loaded.at !== "away" || shown.peek().at !== "here") shown.value = loaded;
    if (loaded.at === "here" && loaded.review.broken === null) settleLeaving(site, [...loaded.review.marks, ...loaded.review.notes]);
  } while (asking.get(site) === true);
  asking.delete(site);
}

/** From the first pane that shows pages on: whatever happens to a site that was shown is shown. */
export function followPages(): void {
  lastEntry.subscribe((entry) => {
    const site = entry === null ? null : siteIn(entry);
    if (site !== null && all.has(site)) void loadPages(site);
  });
}

const hints = ({ message, hint }: HubError) => (hint === null || message.includes(hint) ? message : `${message} ${hint}`);

/** Does it, shows what came of it, and says why not when it could not be done. */
async function attempt(site: string, work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    return hints(failure);
  } finally {
    await Promise.all([loadPages(site), loadSites()]);
  }
}

const SAID = { reply: "Reply sent", reopen: "Reopened", edit: "Note changed", note: "Page note added", edit_note: "Page note changed" } as const;

function changeFor({ purpose, text }: PageWords): PageAnnotationChange {
  const message = text.trim();
  if (purpose === "edit") return { note: message };
  const reply = message === "" ? {} : { reply: { message } };
  return purpose === "reopen" ? { status: "open", ...reply } : reply;
}

function sending(site: string, words: PageWords): Promise<unknown> {
  const { purpose, about, text, called } = words;
  if (purpose === "note") return wire.addPageNote(site, { pageUrl: about, pageTitle: called, note: text.trim() });
  return purpose === "edit_note" ? wire.patchPageNote(site, about, text.trim()) : wire.patchPageAnnotation(site, about, changeFor(words));
}

/** A reopening needs no words, and the note of a mark may be emptied; everything else does need some. */
const needsWords = ({ purpose }: PageWords) => purpose !== "reopen" && purpose !== "edit";

export async function sendWords(site: string, drawn: PageWords): Promise<void> {
  const words = wordsIn(site).peek().find(({ purpose, about }) => purpose === drawn.purpose && about === drawn.about);
  if (words === undefined || words.going) return;
  // As the overlay has it: nothing written means that nothing was meant.
  if (words.purpose !== "reopen" && (isUntouched(words) || (needsWords(words) && words.text.trim() === ""))) return throwAway(site, words);
  changeWords(site, words, { going: true, failed: null });
  const failed = await attempt(site, () => sending(site, words));
  if (failed === null) throwAway(site, words);
  else changeWords(site, words, { going: false, failed });
  announce(failed === null ? SAID[words.purpose] : `Not sent: ${failed}`);
}

/** Takes an entry out of the file: what a person accepts, or no longer wants said. */
export async function takeOut(site: string, id: string, what: "mark" | "note"): Promise<string | null> {
  const failed = await attempt(site, () => (what === "mark" ? wire.removePageAnnotation(site, id) : wire.removePageNote(site, id)));
  return failed;
}

export async function setAside(site: string): Promise<string | null> {
  let kept = "";
  const failed = await attempt(site, async () => (kept = (await wire.setPagesAside(site)).kept_as));
  announce(failed === null ? `The file is kept as ${kept}` : `Not set aside: ${failed}`);
  return failed;
}

export async function forget(site: string): Promise<string | null> {
  countermand(site);
  const failed = await attempt(site, () => wire.forgetSite(site));
  announce(failed ?? "Forgotten; its file stays where it is");
  return failed;
}

export async function copyMarkdown(site: string, status: PageStatus | null): Promise<void> {
  try {
    const { markdown } = await wire.exportPages(site, status);
    await navigator.clipboard.writeText(markdown);
    announce(status === null ? "Copied as Markdown" : `Copied as Markdown: what is ${status.replace("_", " ")}`);
  } catch (failure) {
    announce(failure instanceof HubError ? `Not copied: ${failure.message}` : "Not copied: this browser does not allow it");
  }
}

