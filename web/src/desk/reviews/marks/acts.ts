/** What a person can do with a selection or a mark: one function per act, and the page is drawn once for each. */
import { batch } from "@preact/signals";
import { placeBefore, quoteOf } from "../../../anchors/dom";
import { announce, narrate } from "../../../state/announce";
import { chosenMark, isCarried } from "../../../state/annotations";
import { BUILT_IN } from "../../../state/labels";
import { MARK_KINDS } from "../../../state/mark_kinds";
import { finishDraft, keepOn, make, newMarkId, placeAnew, remove, setAddressed } from "../../../state/marking";
import { forgetMarkDraft, isEmptyDraft, markDraft, writeMark, type MarkForm, type MarkWords } from "../../../state/drafts/marks";
import { isUnchanged, lacking } from "../../../state/open_marks";
import { takeAllAlong, takeAlong } from "../../../state/shares";
import { redo, undo } from "../../../state/undo";
import type { Annotation, AnnotationKind, Label, Place } from "../../../wire/types.gen";
import { land } from "../landing";
import type { PaneMarks } from "./pane_marks";
import { look, ownRange, selectNothing } from "./selecting";

interface Spot {
  place: Place;
  quote: string;
}

const BLANK = { text: "", label: null, tip: null, images: [] };

/** Where a mark would stand among those that are there already, until the hub says it exactly. */
function positionAmong(paneMarks: PaneMarks, place: Place): number {
  const rank = ({ start_block, start }: Place) => (paneMarks.blocks.byId.get(start_block)?.at ?? -1) * 1e7 + start;
  const mine = rank(place);
  const placed = paneMarks.marks.peek().filter((mark) => mark.place !== null && mark.kind !== "note");
  const before = placed.findLast((mark) => mark.place !== null && rank(mark.place) <= mine);
  const after = placed.find((mark) => mark.place !== null && rank(mark.place) > mine);
  if (before === undefined) return after === undefined ? 0 : after.position - 1;
  return after === undefined ? before.position + 1 : (before.position + after.position) / 2;
}

/** A mouse that only rests on another mark, or on a note that is gone, points at nothing any more. */
function choose(paneMarks: PaneMarks, id: string | null): void {
  batch(() => {
    paneMarks.pointed.value = null;
    paneMarks.removed.value = null;
    chosenMark(paneMarks.pane).value = id;
  });
}

/** What a button in a note does may take that button away: the keys go on in the text. */
function leaveNote(paneMarks: PaneMarks): void {
  if (document.activeElement?.closest(".note") != null) paneMarks.scroll.focus({ preventScroll: true });
}

/** What is selected, or a word of advice. */
function spot(paneMarks: PaneMarks): Spot | null {
  look(paneMarks);
  if (!paneMarks.open) announce("This revision was answered: it cannot be marked any more");
  else if (paneMarks.selected.peek() === null) announce("Select some words first, or press b to choose a block");
  return paneMarks.open ? paneMarks.selected.peek() : null;
}

/** An insertion stands behind the selection, or behind the word before the caret. */
function insertionSpot(paneMarks: PaneMarks): Spot | null {
  look(paneMarks);
  const range = ownRange(paneMarks);
  if (paneMarks.selected.peek() !== null || range === null || !paneMarks.open) return spot(paneMarks);
  const place = placeBefore(range, paneMarks.host);
  const quote = place === null ? null : quoteOf(place, paneMarks.host);
  return place === null || quote === null ? spot(paneMarks) : { place, quote };
}

function begin(paneMarks: PaneMarks, kind: AnnotationKind, at: Spot | null): void {
  const slot = newMarkId();
  const mark: MarkForm = { ...BLANK, kind, place: at?.place ?? null, quote: at?.quote ?? "" };
  batch(() => {
    writeMark(paneMarks.review, slot, paneMarks.revision, mark, "");
    selectNothing(paneMarks);
    choose(paneMarks, null);
    paneMarks.compose(slot);
  });
}

function makeAt(paneMarks: PaneMarks, kind: AnnotationKind, { place, quote }: Spot, more: Partial<MarkForm> = {}): void {
  const id = newMarkId();
  const words = { ...BLANK, ...more, revision: paneMarks.revision, kind, words: "", place, quote };
  // The focus goes first: once the text has changed, moving it would lay the page out at once.
  paneMarks.scroll.focus({ preventScroll: true });
  batch(() => {
    make(paneMarks.review, id, words, positionAmong(paneMarks, place));
    selectNothing(paneMarks);
    choose(paneMarks, id);
  });
}

export function compose(paneMarks: PaneMarks, kind: AnnotationKind): void {
  const at = kind === "note" ? null : kind === "insertion" ? insertionSpot(paneMarks) : spot(paneMarks);
  if (kind === "note" ? paneMarks.open : at !== null) begin(paneMarks, kind, at);
}

/** Striking words out needs no words of one's own. */
export function strike(paneMarks: PaneMarks): void {
  const at = spot(paneMarks);
  if (at !== null) makeAt(paneMarks, "deletion", at);
}

export function label(paneMarks: PaneMarks, { label: words, tip }: Label): void {
  const at = spot(paneMarks);
  if (at !== null) makeAt(paneMarks, "comment", at, { label: words, tip: tip === "" ? null : tip });
}

export const looksGood = (paneMarks: PaneMarks) => label(paneMarks, BUILT_IN);

/** Opens the words of a mark. */
export function edit(paneMarks: PaneMarks, mark: Annotation): void {
  if (!paneMarks.open || isCarried(mark, paneMarks.revision)) return announce("This mark has gone with an answer: keep it first");
  if (mark.author !== null) return announce(`These are the words of ${mark.author}: write a mark of your own beside them`);
  const { kind, place, quote, text, label: name, tip, images, words } = mark;
  if (markDraft(paneMarks.review, mark.id) === null) {
    writeMark(paneMarks.review, mark.id, paneMarks.revision, { kind, place, quote, text, label: name, tip, images }, words);
  }
  choose(paneMarks, mark.id);
  if (paneMarks.composing.peek() === mark.id) paneMarks.scroll.querySelector<HTMLElement>("form.composer textarea")?.focus();
  else paneMarks.compose(mark.id);
}

/** The words become a mark, or a change of one. */
export function finish(paneMarks: PaneMarks, draft: MarkWords): void {
  const lacks = lacking(draft);
  if (lacks !== null) return announce(lacks);
  const { place } = draft.mark;
  batch(() => {
    finishDraft(paneMarks.review, draft, place === null ? 0 : positionAmong(paneMarks, place));
    choose(paneMarks, draft.slot);
    close(paneMarks);
  });
}

function close(paneMarks: PaneMarks): void {
  paneMarks.compose(null);
  paneMarks.scroll.focus({ preventScroll: true });
}

/** Leaves the words where they are; if there are none, nothing is left. */
export function leaveWords(paneMarks: PaneMarks, draft: MarkWords): void {
  batch(() => {
    if (isUnchanged(paneMarks.review, draft) || isEmptyDraft(draft)) forgetMarkDraft(paneMarks.review, draft.slot);
    close(paneMarks);
  });
}

export function throwAway(paneMarks: PaneMarks, draft: MarkWords): void {
  batch(() => {
    forgetMarkDraft(paneMarks.review, draft.slot);
    close(paneMarks);
  });
}

export function erase(paneMarks: PaneMarks, mark: Annotation): void {
  if (!paneMarks.open) return announce("This revision was answered: its marks stay");
  leaveNote(paneMarks);
  batch(() => {
    choose(paneMarks, neighbour(paneMarks, mark.id));
    paneMarks.removed.value = mark.id;
    remove(paneMarks.review, mark);
  });
}

/** Another's mark goes with the answer, or stays out of it; `all`: every mark of its author. */
export function takeMark(paneMarks: PaneMarks, mark: Annotation, all: boolean): void {
  if (!paneMarks.open) return announce("This revision was answered: its marks stay");
  choose(paneMarks, mark.id);
  if (all) takeAllAlong(mark, paneMarks.revision);
  else takeAlong(mark);
}

function neighbour(paneMarks: PaneMarks, id: string): string | null {
  const marks = paneMarks.marks.peek();
  const at = marks.findIndex((mark) => mark.id === id);
  return (marks[at + 1] ?? marks[at - 1])?.id ?? null;
}

export function keepMark(paneMarks: PaneMarks, mark: Annotation, as: "mark" | "note"): void {
  leaveNote(paneMarks);
  choose(paneMarks, mark.id);
  keepOn(paneMarks.review, mark, paneMarks.revision, as);
}

export function address(paneMarks: PaneMarks, mark: Annotation, on: boolean): void {
  leaveNote(paneMarks);
  choose(paneMarks, mark.id);
  setAddressed(paneMarks.review, mark, on);
}

/** A lost mark waits until words are selected for it. */
export function beginAnew(paneMarks: PaneMarks, mark: Annotation): void {
  paneMarks.anew.value = mark.id;
  choose(paneMarks, mark.id);
  paneMarks.scroll.focus({ preventScroll: true });
  announce("Select the words where this mark belongs, then choose Place it here");
}

export function placeHere(paneMarks: PaneMarks, at: Spot | null = spot(paneMarks)): void {
  const mark = paneMarks.mark(paneMarks.anew.peek());
  if (mark === null || at === null) return;
  paneMarks.scroll.focus({ preventScroll: true });
  placeAnew(paneMarks.review, mark, { ...at, revision: paneMarks.revision, position: positionAmong(paneMarks, at.place) });
  paneMarks.anew.value = null;
  selectNothing(paneMarks);
  choose(paneMarks, mark.id);
}

/** A lost mark goes where it may well belong. */
export function placeAt(paneMarks: PaneMarks, mark: Annotation, { place, quote }: Spot): void {
  leaveNote(paneMarks);
  placeAnew(paneMarks.review, mark, { place, quote, revision: paneMarks.revision, position: positionAmong(paneMarks, place) });
  choose(paneMarks, mark.id);
}

/** Brings a mark's place into sight. */
export function goToPlace(paneMarks: PaneMarks, place: Place | null): void {
  const block = place === null ? undefined : paneMarks.blocks.byId.get(place.start_block)?.parts[0];
  if (block === undefined) return;
  const piece = () => paneMarks.painter.piecesOf(chosenMark(paneMarks.pane).peek() ?? "")[0] ?? block;
  land(paneMarks.scroll, () => piece().scrollIntoView({ block: isInSight(paneMarks, piece()) ? "nearest" : "center" }));
}

/** Moves the text only if the words of a mark are out of sight. */
export function keepInSight(paneMarks: PaneMarks, id: string, place: Place | null): void {
  const piece = paneMarks.painter.piecesOf(id)[0] ?? (place === null ? undefined : paneMarks.blocks.byId.get(place.start_block)?.parts[0]);
  if (piece !== undefined && !isInSight(paneMarks, piece)) land(paneMarks.scroll, () => piece.scrollIntoView({ block: "center" }));
}

function isInSight({ scroll }: PaneMarks, piece: Element): boolean {
  const view = scroll.getBoundingClientRect();
  const { top, bottom } = piece.getBoundingClientRect();
  return top >= view.top && bottom <= view.bottom;
}

export function goToMark(paneMarks: PaneMarks, mark: Annotation): void {
  choose(paneMarks, mark.id);
  goToPlace(paneMarks, mark.place);
}

/** The next mark, or the one before, from the one that is chosen. */
export function step(paneMarks: PaneMarks, by: 1 | -1): void {
  const marks = paneMarks.marks.peek();
  const here = marks.findIndex((mark) => mark.id === chosenMark(paneMarks.pane).peek());
  const next = marks[here < 0 ? (by === 1 ? 0 : marks.length - 1) : here + by];
  if (next === undefined) return announce(marks.length === 0 ? "No marks yet" : by === 1 ? "That was the last mark" : "That was the first mark");
  goToMark(paneMarks, next);
  const number = paneMarks.numbers.peek().get(next.id);
  const said = [next.label, next.text, next.words].filter((words) => words !== null && words !== "").join(", ");
  narrate(`${MARK_KINDS[next.kind].name}${number === undefined ? " on the whole" : ` ${number} of ${paneMarks.numbers.peek().size}`}: “${next.quote.slice(0, 80)}” ${said}`);
}

export function takeBack(paneMarks: PaneMarks, again: boolean): void {
  paneMarks.removed.value = null;
  const done = again ? redo(paneMarks.review) : undo(paneMarks.review);
  if (done === null) announce(again ? "Nothing to do again" : "Nothing to take back");
  else announce(again ? `Done again: ${done.says}` : `Taken back: ${done.says}`);
}
