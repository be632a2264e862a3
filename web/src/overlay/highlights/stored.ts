/** A stretch of a page as it is stored: the seed's range (3.5), and our anchor beside it. */
import type { Anchor, BlockAnchor } from "../finding/anchor";
import { splitsPair } from "../../anchors/place";
import { digest, split } from "../finding/words";
import type { SerializedRange } from "../types";
import { CONTEXT_LENGTH } from "./candidates";
import { blockAt, HEADING, lastAt, type PageText, type TextBlock } from "./page_text";

/** Characters of the anchor's own context, across blocks. */
const AROUND = 64;
/** Of a block's text that an anchor carries. */
const LONGEST = 4_000;
const MARGIN = 600;
const NEAR = [-1, -2, -3, 1, 2, 3];

const KINDS: Record<string, string> = { P: "paragraph", TD: "cell", TH: "cell", LI: "item", PRE: "code", BLOCKQUOTE: "quote", TR: "row" };

const digests = new WeakMap<TextBlock, string>();
const neighbours = new WeakMap<TextBlock, string[]>();

/** What anchors know a block by. */
export function digestOf(page: PageText, block: TextBlock | undefined): string {
  if (block === undefined) return "";
  let made = digests.get(block);
  if (made === undefined) digests.set(block, (made = digest(split(page.text.slice(block.start, block.end)))));
  return made;
}

/** Three before, the nearest first, then three after. */
export function neighboursOf(page: PageText, block: TextBlock): string[] {
  let made = neighbours.get(block);
  if (made === undefined) neighbours.set(block, (made = NEAR.map((by) => digestOf(page, page.told[block.rank + by]))));
  return made;
}

/** Cuts no character in two. */
const whole = (text: string, at: number, by: 1 | -1) => (splitsPair(text, at) ? at + by : at);

const contextBefore = ({ text }: PageText, from: number, at: number, size: number) => text.slice(whole(text, Math.max(at - size, from), 1), at);

const contextAfter = ({ text }: PageText, to: number, at: number, size: number) => text.slice(at, whole(text, Math.min(at + size, to), -1));

/** The seed's range of a stretch of the page. */
export function rangeAt(page: PageText, start: number, end: number): SerializedRange {
  const [first, last] = [lastAt(page.starts, start), lastAt(page.starts, end - 1)];
  return {
    startXPath: page.paths[first] ?? "",
    startOffset: start - (page.starts[first] ?? 0),
    endXPath: page.paths[last] ?? "",
    endOffset: end - (page.starts[last] ?? 0),
    selectedText: page.text.slice(start, end),
    contextBefore: contextBefore(page, blockAt(page, start)?.whole.from ?? 0, start, CONTEXT_LENGTH),
    contextAfter: contextAfter(page, blockAt(page, end - 1)?.whole.to ?? end, end, CONTEXT_LENGTH),
  };
}

function blockAnchor(page: PageText, block: TextBlock, from: number, to: number): BlockAnchor {
  const text = page.text.slice(block.start, block.end);
  const [offset, length] = [from - block.start, to - from];
  const low = text.length > LONGEST ? whole(text, Math.max(offset - MARGIN, 0), 1) : 0;
  const high = text.length > LONGEST ? whole(text, Math.min(offset + length + MARGIN, text.length), -1) : text.length;
  const alike = page.told.filter(({ start, end }) => end - start === text.length && page.text.startsWith(text, start));
  return {
    block: "",
    kind: KINDS[block.element.nodeName] ?? (HEADING.test(block.element.nodeName) ? "heading" : "html"),
    hash: digestOf(page, block),
    text: text.slice(low, high),
    text_at: text.length > LONGEST ? low : null,
    offset,
    length,
    ordinal: alike.indexOf(block) + 1,
    copies: alike.length,
    neighbours: [...neighboursOf(page, block)],
    section: block.heading === undefined ? [] : [digestOf(page, block.heading)],
    lines: null,
  };
}

/** Our anchor of a stretch of the page; none if it holds no words. */
export function anchorAt(page: PageText, start: number, end: number, range: SerializedRange): Anchor | undefined {
  const [first, last] = [blockAt(page, start), blockAt(page, end - 1)];
  if (first === undefined || last === undefined || first.rank < 0 || last.rank < 0) return undefined;
  const ends = first === last ? [blockAnchor(page, first, start, end)] : [blockAnchor(page, first, start, first.end), blockAnchor(page, last, last.start, end)];
  const exact = range.selectedText;
  return {
    v: 1,
    unit: "utf16",
    doc: { kind: "page", rev: "" },
    selectors: [
      { type: "TextQuoteSelector", exact, prefix: contextBefore(page, 0, start, AROUND), suffix: contextAfter(page, page.text.length, end, AROUND) },
      { type: "TextPositionSelector", start, end },
      {
        type: "RangeSelector",
        startSelector: { type: "XPathSelector", value: range.startXPath, offset: range.startOffset },
        endSelector: { type: "XPathSelector", value: range.endXPath, offset: range.endOffset },
      },
    ],
    blocks: ends,
    between: Math.max(last.rank - first.rank - 1, 0),
  };
}
