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
function positionAmong(desk: PaneMarks, place: Place): number {
  const rank = ({ start_block, start }: Place) => (desk.blocks.byId.get(start_block)?.at ?? -1) * 1e7 + start;
  const mine = rank(place);
  const placed = desk.marks.peek().filter((mark) => mark.place !== null && mark.kind !== "note");
  const before = placed.findLast((mark) => mark.place !== null && rank(mark.place) <= mine);
  const after = placed.find((mark) => mark.place !== null && rank(mark.place) > mine);
  if (before === undefined) return after === undefined ? 0 : after.position - 1;
  return after === undefined ? before.position + 1 : (before.position + after.position) / 2;
}

/** A mouse that only rests on another mark, or on a note that is gone, points at nothing any more. */
function choose(desk: PaneMarks, id: string | null): void {
  batch(() => {
    desk.pointed.value = null;
    desk.removed.value = null;
    chosenMark(desk.pane).value = id;
  });
}

/** What a button in a note does may take that button away: the keys go on in the text. */
function leaveNote(desk: PaneMarks): void {
  if (document.activeElement?.closest(".note") != null) desk.scroll.focus({ preventScroll: true });
}

/** What is selected, or a word of advice. */
function spot(desk: PaneMarks): Spot | null {
  look(desk);
  if (!desk.open) announce("This revision was answered: it cannot be marked any more");
  else if (desk.selected.peek() === null) announce("Select some words first, or press b to choose a block");
  return desk.open ? desk.selected.peek() : null;
}

/** An insertion stands behind the selection, or behind the word before the caret. */
function insertionSpot(desk: PaneMarks): Spot | null {
  look(desk);
  const range = ownRange(desk);
  if (desk.selected.peek() !== null || range === null || !desk.open) return spot(desk);
  const place = placeBefore(range, desk.host);
  const quote = place === null ? null : quoteOf(place, desk.host);
  return place === null || quote === null ? spot(desk) : { place, quote };
}

function begin(desk: PaneMarks, kind: AnnotationKind, at: Spot | null): void {
  const slot = newMarkId();
  const mark: MarkForm = { ...BLANK, kind, place: at?.place ?? null, quote: at?.quote ?? "" };
  batch(() => {
    writeMark(desk.review, slot, desk.revision, mark, "");
    selectNothing(desk);
    choose(desk, null);
    desk.compose(slot);
  });
}

function makeAt(desk: PaneMarks, kind: AnnotationKind, { place, quote }: Spot, more: Partial<MarkForm> = {}): void {
  const id = newMarkId();
  const words = { ...BLANK, ...more, revision: desk.revision, kind, words: "", place, quote };
  // The focus goes first: once the text has changed, moving it would lay the page out at once.
  desk.scroll.focus({ preventScroll: true });
  batch(() => {
    make(desk.review, id, words, positionAmong(desk, place));
    selectNothing(desk);
    choose(desk, id);
  });
}

export function compose(desk: PaneMarks, kind: AnnotationKind): void {
  const at = kind === "note" ? null : kind === "insertion" ? insertionSpot(desk) : spot(desk);
  if (kind === "note" ? desk.open : at !== null) begin(desk, kind, at);
}

/** Striking words out needs no words of one's own. */
export function strike(desk: PaneMarks): void {
  const at = spot(desk);
  if (at !== null) makeAt(desk, "deletion", at);
}

export function label(desk: PaneMarks, { label: words, tip }: Label): void {
  const at = spot(desk);
  if (at !== null) makeAt(desk, "comment", at, { label: words, tip: tip === "" ? null : tip });
}

export const looksGood = (desk: PaneMarks) => label(desk, BUILT_IN);

/** Opens the words of a mark. */
export function edit(desk: PaneMarks, mark: Annotation): void {
  if (!desk.open || isCarried(mark, desk.revision)) return announce("This mark has gone with an answer: keep it first");
  const { kind, place, quote, text, label: name, tip, images, words } = mark;
  if (markDraft(desk.review, mark.id) === null) {
    writeMark(desk.review, mark.id, desk.revision, { kind, place, quote, text, label: name, tip, images }, words);
  }
  choose(desk, mark.id);
  if (desk.composing.peek() === mark.id) desk.scroll.querySelector<HTMLElement>("form.composer textarea")?.focus();
  else desk.compose(mark.id);
}

/** The words become a mark, or a change of one. */
export function finish(desk: PaneMarks, draft: MarkWords): void {
  const lacks = lacking(draft);
  if (lacks !== null) return announce(lacks);
  const { place } = draft.mark;
  batch(() => {
    finishDraft(desk.review, draft, place === null ? 0 : positionAmong(desk, place));
    choose(desk, draft.slot);
    close(desk);
  });
}

function close(desk: PaneMarks): void {
  desk.compose(null);
  desk.scroll.focus({ preventScroll: true });
}

/** Leaves the words where they are; if there are none, nothing is left. */
export function leaveWords(desk: PaneMarks, draft: MarkWords): void {
  batch(() => {
    if (isUnchanged(desk.review, draft) || isEmptyDraft(draft)) forgetMarkDraft(desk.review, draft.slot);
    close(desk);
  });
}

export function throwAway(desk: PaneMarks, draft: MarkWords): void {
  batch(() => {
    forgetMarkDraft(desk.review, draft.slot);
    close(desk);
  });
}

export function erase(desk: PaneMarks, mark: Annotation): void {
  if (!desk.open) return announce("This revision was answered: its marks stay");
  leaveNote(desk);
  batch(() => {
    choose(desk, neighbour(desk, mark.id));
    desk.removed.value = mark.id;
    remove(desk.review, mark);
  });
}

function neighbour(desk: PaneMarks, id: string): string | null {
  const marks = desk.marks.peek();
  const at = marks.findIndex((mark) => mark.id === id);
  return (marks[at + 1] ?? marks[at - 1])?.id ?? null;
}

export function keepMark(desk: PaneMarks, mark: Annotation, as: "mark" | "note"): void {
  leaveNote(desk);
  choose(desk, mark.id);
  keepOn(desk.review, mark, desk.revision, as);
}

export function address(desk: PaneMarks, mark: Annotation, on: boolean): void {
  leaveNote(desk);
  choose(desk, mark.id);
  setAddressed(desk.review, mark, on);
}

/** A lost mark waits until words are selected for it. */
export function beginAnew(desk: PaneMarks, mark: Annotation): void {
  desk.anew.value = mark.id;
  choose(desk, mark.id);
  desk.scroll.focus({ preventScroll: true });
  announce("Select the words where this mark belongs, then choose Place it here");
}

export function placeHere(desk: PaneMarks, at: Spot | null = spot(desk)): void {
  const mark = desk.mark(desk.anew.peek());
  if (mark === null || at === null) return;
  desk.scroll.focus({ preventScroll: true });
  placeAnew(desk.review, mark, { ...at, revision: desk.revision, position: positionAmong(desk, at.place) });
  desk.anew.value = null;
  selectNothing(desk);
  choose(desk, mark.id);
}

/** A lost mark goes where it may well belong. */
export function placeAt(desk: PaneMarks, mark: Annotation, { place, quote }: Spot): void {
  leaveNote(desk);
  placeAnew(desk.review, mark, { place, quote, revision: desk.revision, position: positionAmong(desk, place) });
  choose(desk, mark.id);
}

/** Brings a mark's place into sight. */
export function goToPlace(desk: PaneMarks, place: Place | null): void {
  const block = place === null ? undefined : desk.blocks.byId.get(place.start_block)?.parts[0];
  if (block === undefined) return;
  const piece = () => desk.painter.piecesOf(chosenMark(desk.pane).peek() ?? "")[0] ?? block;
  land(desk.scroll, () => piece().scrollIntoView({ block: isInSight(desk, piece()) ? "nearest" : "center" }));
}

/** Moves the text only if the words of a mark are out of sight. */
export function keepInSight(desk: PaneMarks, id: string, place: Place | null): void {
  const piece = desk.painter.piecesOf(id)[0] ?? (place === null ? undefined : desk.blocks.byId.get(place.start_block)?.parts[0]);
  if (piece !== undefined && !isInSight(desk, piece)) land(desk.scroll, () => piece.scrollIntoView({ block: "center" }));
}

function isInSight({ scroll }: PaneMarks, piece: Element): boolean {
  const view = scroll.getBoundingClientRect();
  const { top, bottom } = piece.getBoundingClientRect();
  return top >= view.top && bottom <= view.bottom;
}

export function goToMark(desk: PaneMarks, mark: Annotation): void {
  choose(desk, mark.id);
  goToPlace(desk, mark.place);
}

/** The next mark, or the one before, from the one that is chosen. */
export function step(desk: PaneMarks, by: 1 | -1): void {
  const marks = desk.marks.peek();
  const here = marks.findIndex((mark) => mark.id === chosenMark(desk.pane).peek());
  const next = marks[here < 0 ? (by === 1 ? 0 : marks.length - 1) : here + by];
  if (next === undefined) return announce(marks.length === 0 ? "No marks yet" : by === 1 ? "That was the last mark" : "That was the first mark");
  goToMark(desk, next);
  const number = desk.numbers.peek().get(next.id);
  const said = [next.label, next.text, next.words].filter((words) => words !== null && words !== "").join(", ");
  narrate(`${MARK_KINDS[next.kind].name}${number === undefined ? " on the whole" : ` ${number} of ${desk.numbers.peek().size}`}: “${next.quote.slice(0, 80)}” ${said}`);
}

export function takeBack(desk: PaneMarks, again: boolean): void {
  desk.removed.value = null;
  const done = again ? redo(desk.review) : undo(desk.review);
  if (done === null) announce(again ? "Nothing to do again" : "Nothing to take back");
  else announce(again ? `Done again: ${done.says}` : `Taken back: ${done.says}`);
}
