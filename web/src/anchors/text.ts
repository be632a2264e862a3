/** A text as units, and places in it: the counterpart of the hub's passages.py, counting UTF-16 units throughout. */
import { isBlank, splitsPair, type Place } from "./place";

/** A block with words of its own. */
export interface Unit {
  block: string;
  kind: string;
  /** Verbatim, nothing trimmed. */
  text: string;
  /** The headings above it, outermost first. */
  section: readonly string[];
}

/** What anchors are described and found in: a document, a page, a file. */
export interface Source {
  units: readonly Unit[];
}

/** From where to where in the whole text; `end` is exclusive. */
export type Span = readonly [start: number, end: number];

/** All units in order; the whole text joins them with line ends. */
export interface Passages {
  units: readonly Unit[];
  text: string;
  /** Where each unit starts in the whole text. */
  starts: readonly number[];
  /** Which unit a block is. */
  order: ReadonlyMap<string, number>;
}

export function passages(source: Source): Passages {
  const units = source.units.filter((unit) => !isBlank(unit.text));
  const starts: number[] = [];
  let at = 0;
  for (const { text } of units) {
    starts.push(at);
    at += text.length + 1;
  }
  return {
    units,
    text: units.map(({ text }) => text).join("\n"),
    starts,
    order: new Map(units.map(({ block }, index) => [block, index])),
  };
}

/** Where an offset of a block lies in the whole text; null outside of the block or within a surrogate pair. */
function positionIn(text: Passages, block: string, offset: number): number | null {
  const at = text.order.get(block);
  const unit = at === undefined ? undefined : text.units[at];
  const start = at === undefined ? undefined : text.starts[at];
  if (unit === undefined || start === undefined || offset < 0 || offset > unit.text.length) return null;
  return splitsPair(unit.text, offset) ? null : start + offset;
}

/** A place in the whole text; null if there is no such place, it is empty, or it cuts a character in two. */
export function spanOf(text: Passages, place: Place): Span | null {
  const start = positionIn(text, place.start_block, place.start);
  const end = positionIn(text, place.end_block, place.end);
  return start === null || end === null || start >= end ? null : [start, end];
}

/** The number of the unit in which, or behind which, a position of the whole text lies. */
export function unitAt({ starts }: Passages, position: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  return low - 1;
}

/** The place of a span; line ends between units belong to none, so it draws back from them. Null when nothing is left. */
export function placeAt(text: Passages, start: number, end: number): Place | null {
  if (start < 0 || start >= end || end > text.text.length) return null;
  const { units, starts } = text;
  const endOf = (at: number) => (starts[at] ?? 0) + (units[at]?.text.length ?? 0);
  let first = unitAt(text, start);
  let last = unitAt(text, end);
  let from = start;
  let to = end;
  if (from === endOf(first)) from = starts[(first += 1)] ?? from;
  if (to === starts[last]) to = endOf((last -= 1));
  const head = units[first];
  const tail = units[last];
  if (from >= to || head === undefined || tail === undefined) return null;
  return { start_block: head.block, start: from - (starts[first] ?? 0), end_block: tail.block, end: to - (starts[last] ?? 0) };
}

/** The words of a place; null if there is no such place. */
export function quoteIn(text: Passages, place: Place): string | null {
  const span = spanOf(text, place);
  return span === null ? null : text.text.slice(...span);
}
