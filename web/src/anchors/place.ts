/** Where a mark stands, as on the wire, and where a character may be cut. */
/** Offsets count UTF-16 units in the block's own text; `end` is exclusive; never empty, never inside a surrogate pair. */
export type { Place } from "../wire/types.gen";

const isHigh = (unit: number) => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number) => unit >= 0xdc00 && unit < 0xe000;

/** Does this offset stand between the two halves of one character? */
export function splitsPair(text: string, at: number): boolean {
  return at > 0 && at < text.length && isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1));
}

/** The nearest offset at or before, and the nearest one at or after, that splits no character. */
export const outwards = (text: string, start: number, end: number) => ({
  start: splitsPair(text, start) ? start - 1 : start,
  end: splitsPair(text, end) ? end + 1 : end,
});

/** Are there no words in it? White space is what a browser's `\s` means, and U+001F, which parts words in their normal form. */
export const isBlank = (text: string) => !/[^\s\x1f]/.test(text);
