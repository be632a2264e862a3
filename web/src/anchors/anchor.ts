/** Anchors as they are stored: W3C Web Annotation selectors, and our blocks beside them. The hub's model/anchors.py has the same JSON. */
import type { Place } from "./place";

/** Characters of the quote's surroundings. */
export const CONTEXT = 64;

/** One end of an anchor (or both): the block it stands in, as it was. All offsets and lengths count UTF-16 units. */
export interface BlockAnchor {
  block: string;
  kind: string;
  /** Of the block's words in normal form: evidence, no identity. */
  hash: string;
  /** The block's own text, or a window of it around the quote. */
  text: string;
  /** Where in the block the window begins; null when it is the whole text. */
  text_at: number | null;
  /** Of the quote's part in the block. */
  offset: number;
  length: number;
  /** It was the n-th of the blocks that read the same. */
  ordinal: number;
  copies: number;
  /** Hashes: three before, the nearest first, then three after; "" beyond the document. */
  neighbours: string[];
  /** Hashes of the headings above it, outermost first. */
  section: string[];
  lines: [number, number] | null;
}

interface TextQuoteSelector {
  type: "TextQuoteSelector";
  exact: string;
  /** Up to 64 characters, across blocks. */
  prefix: string;
  suffix: string;
}

interface TextPositionSelector {
  type: "TextPositionSelector";
  start: number;
  end: number;
}

interface XPathSelector {
  type: "XPathSelector";
  value: string;
  offset: number;
}

/** Pages only: where a range lies in the tree. */
export interface RangeSelector {
  type: "RangeSelector";
  startSelector: XPathSelector;
  endSelector: XPathSelector;
}

export interface Anchor {
  v: 1;
  unit: "utf16";
  /** `rev` is the sha256 of the whole text. */
  doc: { kind: "plan" | "page"; rev: string };
  selectors: (TextQuoteSelector | TextPositionSelector | RangeSelector)[];
  /** One, or the first and the last. */
  blocks: BlockAnchor[];
  /** How many blocks lie between the two. */
  between: number;
}

/** Where the place of an anchor is in another revision. */
export interface Found {
  state: "there" | "changed" | "gone";
  /** null when it is gone. */
  place: Place | null;
  /** A doubtful candidate for what is gone. */
  hint: Place | null;
  /** 0 to 1. */
  confidence: number;
}

export const quoteOfAnchor = ({ selectors }: Anchor) => selectors.find((one) => one.type === "TextQuoteSelector")?.exact ?? "";

/** Number, string or a list of them: the shapes of an anchor's fields. */
type Shape = "string" | "number" | "list";
const BLOCK_SHAPE: readonly (readonly [keyof BlockAnchor, Shape])[] = [
  ["block", "string"],
  ["kind", "string"],
  ["hash", "string"],
  ["text", "string"],
  ["offset", "number"],
  ["length", "number"],
  ["ordinal", "number"],
  ["copies", "number"],
  ["neighbours", "list"],
  ["section", "list"],
];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;

function hasShape(value: unknown, shape: Shape): boolean {
  if (shape === "list") return Array.isArray(value) && value.every((one) => typeof one === "string");
  return shape === "number" ? isCount(value) : typeof value === "string";
}

function isBlock(value: unknown): boolean {
  if (!isObject(value) || !BLOCK_SHAPE.every(([name, shape]) => hasShape(value[name], shape))) return false;
  const { neighbours, text_at, lines } = value;
  const paired = lines === null || (Array.isArray(lines) && lines.length === 2 && lines.every(isCount));
  return paired && (neighbours as string[]).length === 6 && (text_at === null || isCount(text_at));
}

function isSelector(value: unknown): boolean {
  if (!isObject(value)) return false;
  const words = (...names: string[]) => names.every((name) => typeof value[name] === "string");
  const counts = (...names: string[]) => names.every((name) => isCount(value[name]));
  if (value["type"] === "TextQuoteSelector") return words("exact", "prefix", "suffix");
  if (value["type"] === "TextPositionSelector") return counts("start", "end");
  const steps = [value["startSelector"], value["endSelector"]];
  return value["type"] === "RangeSelector" && steps.every((step) => isObject(step) && typeof step["value"] === "string" && isCount(step["offset"]));
}

/** The anchor of a JSON text; null for anything that is not exactly one. */
export function readAnchor(json: string): Anchor | null {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return null;
  }
  if (!isObject(value) || value["v"] !== 1 || value["unit"] !== "utf16" || !isCount(value["between"])) return null;
  const { doc, selectors, blocks } = value;
  if (!isObject(doc) || (doc["kind"] !== "plan" && doc["kind"] !== "page") || typeof doc["rev"] !== "string") return null;
  if (!Array.isArray(selectors) || !selectors.every(isSelector) || !Array.isArray(blocks) || !blocks.every(isBlock)) return null;
  const types = new Set(selectors.map((one: { type: string }) => one.type));
  if (!types.has("TextQuoteSelector") || !types.has("TextPositionSelector") || blocks.length < 1 || blocks.length > 2) return null;
  return value as unknown as Anchor;
}
