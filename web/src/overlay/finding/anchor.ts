/** Anchors as a page file keeps them beside the seed's fields: W3C Web Annotation selectors, and our blocks. */

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

export interface Anchor {
  v: 1;
  unit: "utf16";
  /** `rev` is the sha256 of the whole text. */
  doc: { kind: "plan" | "page"; rev: string };
  /** W3C selectors, for other programs. */
  selectors: readonly object[];
  /** One, or the first and the last. */
  blocks: BlockAnchor[];
  /** How many blocks lie between the two. */
  between: number;
}
