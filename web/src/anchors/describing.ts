/** A place as an anchor that outlives edits: `describe` of the hub's anchoring.py. */
import { CONTEXT, type Anchor, type BlockAnchor } from "./anchor";
import type { Bearings } from "./bearings";
import { onwards, type Place } from "./place";
import { spanOf } from "./text";
import { codePoints, type Worded } from "./words";

/** Characters of a block that are kept whole; of a longer one a window. */
const LONGEST = 4_000;
/** Of the window on each side of the quote. */
const MARGIN = 600;

/** The anchor of a place; null if there is no such place. `rev` is the sha256 of the whole text in UTF-8. */
export function describe(bearings: Bearings, place: Place, rev: string, kind: Anchor["doc"]["kind"] = "plan"): Anchor | null {
  const { text, starts, units, order } = bearings.passages;
  const span = spanOf(bearings.passages, place);
  const first = order.get(place.start_block);
  const last = order.get(place.end_block);
  if (span === null || first === undefined || last === undefined) return null;
  const [start, end] = span;
  const endOfFirst = (starts[first] ?? 0) + (units[first]?.text.length ?? 0);
  const blocks =
    first === last
      ? [blockAnchor(bearings, first, start, end)]
      : [blockAnchor(bearings, first, start, endOfFirst), blockAnchor(bearings, last, starts[last] ?? 0, end)];
  const prefix = text.slice(onwards(text, start, -CONTEXT), start);
  const suffix = text.slice(end, onwards(text, end, CONTEXT));
  return {
    v: 1,
    unit: "utf16",
    doc: { kind, rev },
    selectors: [
      { type: "TextQuoteSelector", exact: text.slice(start, end), prefix, suffix },
      { type: "TextPositionSelector", start, end },
    ],
    blocks,
    between: Math.max(last - first - 1, 0),
  };
}

/** One end of an anchor; the span is one of the whole text. */
function blockAnchor(bearings: Bearings, at: number, from: number, to: number): BlockAnchor {
  const { passages, worded, hashes, standing, sections } = bearings;
  const unit = passages.units[at];
  const own = worded[at];
  const text = unit?.text ?? "";
  const begin = passages.starts[at] ?? 0;
  const [start, end] = [from - begin, to - begin];
  // Characters outside of the basic plane are one for the hub and two here.
  const isLong = text.length > LONGEST && codePoints(text) > LONGEST;
  const [low, high] = isLong && own !== undefined ? windowOf(own, start, end) : [0, text.length];
  const hash = hashes[at] ?? "";
  const copies = standing.get(hash) ?? [];
  return {
    block: unit?.block ?? "",
    kind: unit?.kind ?? "",
    hash,
    text: text.slice(low, high),
    text_at: isLong ? low : null,
    offset: start,
    length: end - start,
    ordinal: copies.indexOf(at) + 1,
    copies: copies.length,
    neighbours: bearings.neighbours(at),
    section: [...(sections[at] ?? [])],
    lines: null,
  };
}

/** A piece of a long block around the quote, of whole words. */
function windowOf(worded: Worded, start: number, end: number): [number, number] {
  const { text } = worded;
  const [first, last] = worded.within(onwards(text, start, -MARGIN), onwards(text, end, MARGIN));
  return [Math.min(worded.start(first), start), Math.max(worded.end(last - 1), end)];
}
