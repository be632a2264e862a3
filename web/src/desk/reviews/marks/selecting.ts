/** Follows what a person selects in the text, by mouse, touch or keyboard, and keeps it while they go for a tool. */
import { placeOf, quoteOf, rangeOf } from "../../../anchors/dom";
import type { Place } from "../../../wire/types.gen";
import type { PaneMarks, Selected } from "./pane_marks";

/** Blanks at either end are not meant. */
function trimmed(place: Place, quote: string): { place: Place; quote: string } {
  const lead = quote.length - quote.trimStart().length;
  const tail = quote.length - quote.trimEnd().length;
  return { place: { ...place, start: place.start + lead, end: place.end - tail }, quote: quote.trim() };
}

/** How far below the document's top a range begins; a place above what is in sight counts as at its top. */
function topOf(range: Range, { host, scroll }: PaneMarks): number {
  const start = range.cloneRange();
  start.collapse(true);
  const rect = start.getClientRects()[0] ?? (range.startContainer.parentElement ?? host).getBoundingClientRect();
  const top = Math.max(rect.top, scroll.getBoundingClientRect().top + 12);
  return top - host.getBoundingClientRect().top;
}

function selectedIn(paneMarks: PaneMarks, range: Range): Selected | null {
  const place = placeOf(range, paneMarks.host);
  const quote = place === null ? null : quoteOf(place, paneMarks.host);
  if (place === null || quote === null || quote.trim() === "") return null;
  return { ...trimmed(place, quote), at_px: topOf(range, paneMarks) };
}

/** The person's own selection, if it lies in this document. */
export function ownRange(paneMarks: PaneMarks): Range | null {
  const selection = document.getSelection();
  if (selection === null || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  return paneMarks.host.contains(range.commonAncestorContainer) ? range : null;
}

/** A field or a dialog takes the selection away, and what was selected in the text is still meant. */
const isElsewhere = () => document.activeElement?.matches("input, textarea, select") === true || document.querySelector("dialog[open]") !== null;

/** What is selected now: the browser tells of a change only a while after it, and a key may come before that. */
export function look(paneMarks: PaneMarks): void {
  const range = ownRange(paneMarks);
  if (range === null && isElsewhere()) return;
  if (range === null) return void (paneMarks.selected.value = null);
  paneMarks.selected.value = range.collapsed ? null : selectedIn(paneMarks, range);
}

export function followSelection(paneMarks: PaneMarks): () => void {
  const changed = () => look(paneMarks);
  document.addEventListener("selectionchange", changed);
  return () => document.removeEventListener("selectionchange", changed);
}

export function select(paneMarks: PaneMarks, place: Place): void {
  const range = rangeOf(place, paneMarks.host);
  const selection = document.getSelection();
  if (range === null || selection === null) return;
  selection.removeAllRanges();
  selection.addRange(range);
  look(paneMarks);
}

export function selectNothing(paneMarks: PaneMarks): void {
  paneMarks.selected.value = null;
  if (ownRange(paneMarks) !== null) document.getSelection()?.removeAllRanges();
}
