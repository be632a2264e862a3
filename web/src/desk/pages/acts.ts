/** What a person can do with an annotation or a page note: for its buttons and for the keys alike. */
import { signal, type Signal } from "@preact/signals";
import { announce } from "../../state/announce";
import { EVERYTHING, type Filter, type PageGroup } from "../../state/pages/filter";
import { nameOfMark, type PageMark, type PageNote } from "../../state/pages/entries";
import { leave, takeBack } from "../../state/pages/leaving";
import { takeOut } from "../../state/pages/review";
import { begin, isUntouched, throwAway, type PageWords, type Purpose } from "../../state/pages/words";
import { signalIn } from "../../state/signal_in";

const filters = new Map<string, Signal<Filter>>();
const chosen = new Map<string, Signal<string | null>>();

/** Each pane looks at its site in its own way. */
export const filterIn = (pane: string) => signalIn(filters, pane, () => EVERYTHING);
export const chosenIn = (pane: string) => signalIn(chosen, pane, () => null);
/** The form that was opened last takes the focus once, in the pane where it was opened. */
export const wantsFocus = signal<string | null>(null);

export const rowId = (pane: string, id: string) => `${pane}-row-${id}`;
export const formId = (pane: string, { purpose, about }: Pick<PageWords, "purpose" | "about">) => `${pane}-${purpose}-${about}`;

const CALLED = 200;

function write(pane: string, site: string, words: { purpose: Purpose; about: string; base: string | null; called: string }): void {
  begin(site, { ...words, called: words.called.slice(0, CALLED) });
  const form = formId(pane, words);
  wantsFocus.value = form;
  window.setTimeout(() => {
    // A new form takes it as it is drawn; one that stood open already draws nothing new.
    const drawn = document.getElementById(form);
    if (drawn === null || wantsFocus.peek() !== form) return;
    wantsFocus.value = null;
    drawn.querySelector("textarea")?.focus();
  });
}

export function reply(pane: string, site: string, mark: PageMark): void {
  write(pane, site, { purpose: "reply", about: mark.id, base: null, called: nameOfMark(mark) });
}

export function edit(pane: string, site: string, mark: PageMark): void {
  write(pane, site, { purpose: "edit", about: mark.id, base: mark.note, called: nameOfMark(mark) });
}

export function reopen(pane: string, site: string, mark: PageMark): void {
  if (mark.status === "open") return announce("It is open already");
  write(pane, site, { purpose: "reopen", about: mark.id, base: null, called: nameOfMark(mark) });
}

export function noteOn(pane: string, site: string, group: Pick<PageGroup, "url" | "title">): void {
  write(pane, site, { purpose: "note", about: group.url, base: null, called: group.title });
}

export function editNote(pane: string, site: string, note: PageNote): void {
  write(pane, site, { purpose: "edit_note", about: note.id, base: note.note, called: note.url });
}

export function accept(site: string, mark: PageMark): void {
  if (mark.status !== "addressed") return announce("Only what is addressed can be accepted");
  const { id, updated_at } = mark;
  leave({ site, id, what: "mark", verb: "Accepted", updated_at, take: () => takeOut(site, id, "mark") });
}

export function remove(site: string, mark: PageMark): void {
  if (mark.status !== "open") return announce("Only what is open can be deleted: accept or reopen it");
  const { id, updated_at } = mark;
  leave({ site, id, what: "mark", verb: "Deleted", updated_at, take: () => takeOut(site, id, "mark") });
}

export function removeNote(site: string, { id, updated_at }: PageNote): void {
  leave({ site, id, what: "note", verb: "Deleted", updated_at, take: () => takeOut(site, id, "note") });
}

export function undo(pane: string, site: string, id: string | null = null): void {
  const back = takeBack(site, id);
  if (back === null) return announce("There is nothing to take back");
  window.setTimeout(() => document.getElementById(rowId(pane, back.id))?.focus());
}

/** Out of a form: words that were written stay where they are. */
export function leaveForm(pane: string, site: string, words: PageWords): void {
  if (isUntouched(words)) throwAway(site, words);
  else announce("Your words are kept in this browser");
  focusRow(pane, words.about);
}

/** What a form was about, or the whole, when that has no line of its own. */
export function focusRow(pane: string, about: string): void {
  const row = document.getElementById(rowId(pane, about)) ?? document.getElementById(`${pane}-scroll`);
  row?.focus({ preventScroll: true });
}
