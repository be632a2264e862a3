/** Anchors as seed 002 (section 3.5) stores them, and back: what `serialized` and `from_serialized` of the hub's model/anchors.py do. */
import { CONTEXT, quoteOfAnchor, type Anchor, type RangeSelector } from "./anchor";
import { onwards } from "./place";

/** The seed's own spelling; contexts are up to 80 characters of the same block. */
export interface SerializedRange {
  startXPath: string;
  startOffset: number;
  endXPath: string;
  endOffset: number;
  selectedText: string;
  contextBefore: string;
  contextAfter: string;
}

export const CONTEXT_LENGTH = 80;

export const firstOf = (text: string, characters: number) => text.slice(0, onwards(text, 0, characters));

export const lastOf = (text: string, characters: number) => text.slice(onwards(text, text.length, -characters));

/** The anchor as the seed has it. One without a route (a plan's) has empty XPaths, which no page resolves. */
export function serialized(anchor: Anchor): SerializedRange {
  const route = anchor.selectors.find((one) => one.type === "RangeSelector");
  const [first] = anchor.blocks;
  const last = anchor.blocks.at(-1);
  const before = first === undefined ? "" : first.text.slice(0, Math.max(first.offset - (first.text_at ?? 0), 0));
  const after = last === undefined ? "" : last.text.slice(Math.max(last.offset + last.length - (last.text_at ?? 0), 0));
  return {
    startXPath: route?.startSelector.value ?? "",
    startOffset: route?.startSelector.offset ?? 0,
    endXPath: route?.endSelector.value ?? "",
    endOffset: route?.endSelector.offset ?? 0,
    selectedText: quoteOfAnchor(anchor),
    contextBefore: lastOf(before, CONTEXT_LENGTH),
    contextAfter: firstOf(after, CONTEXT_LENGTH),
  };
}

/**
 * An anchor with what the seed knows: quote, contexts of one block, and the way through the tree. The block it stands in is
 * known by a window of quote and contexts alone, so that it is found by its words.
 */
export function fromSerialized(stored: SerializedRange, rev = ""): Anchor {
  const { contextBefore: before, selectedText: exact, contextAfter: after } = stored;
  const route: RangeSelector = {
    type: "RangeSelector",
    startSelector: { type: "XPathSelector", value: stored.startXPath, offset: stored.startOffset },
    endSelector: { type: "XPathSelector", value: stored.endXPath, offset: stored.endOffset },
  };
  const known = { block: "", kind: "", hash: "", ordinal: 1, copies: 1, neighbours: ["", "", "", "", "", ""], section: [], lines: null };
  return {
    v: 1,
    unit: "utf16",
    doc: { kind: "page", rev },
    selectors: [
      { type: "TextQuoteSelector", exact, prefix: lastOf(before, CONTEXT), suffix: firstOf(after, CONTEXT) },
      { type: "TextPositionSelector", start: 0, end: exact.length },
      route,
    ],
    blocks: [{ ...known, text: before + exact + after, text_at: 0, offset: before.length, length: exact.length }],
    between: 0,
  };
}
