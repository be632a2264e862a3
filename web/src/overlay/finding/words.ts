/** Text as words that can be compared, in a normal form: that of the hub's documents/markdown/words.py. */
const { raw } = String;
const MARKS =
  raw`\u0300-\u036f\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff` +
  raw`\u302a-\u302f\u3099\u309a\ufe00-\ufe0f\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}\u{e0100}-\u{e01ef}`;
const SINGLE =
  raw`\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3040-\u31ff\u3400-\u4dbf` +
  raw`\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\u{16fe0}-\u{1b2ff}\u{20000}-\u{3ffff}`;
const WHITE = raw`\t\n\v\f\r\x1f \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;
const SIGNS =
  raw`\u0000-\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7` +
  raw`\u02c2-\u02c5\u0589-\u058a\u05be\u05c0\u05c3\u05c6\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u1680` +
  raw`\u2000-\u200b\u200e-\u206f\u20a0-\u20cf\u2100-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u3036-\u303f` +
  raw`\ufe10-\ufe1f\ufe30-\ufe6f\ufeff\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\ufff0-\uffff\u{1f000}-\u{1faff}`;
const FLAG = raw`[\u{1f1e6}-\u{1f1ff}]{2}`;
const PICTURE = raw`[\u2190-\u2bff\u{1f000}-\u{1faff}][${MARKS}]*`;
const EMOJI = raw`${PICTURE}(?:\u200d${PICTURE})*`;
export const WORD = new RegExp(`[^${SIGNS}${SINGLE}${WHITE}]+|${FLAG}|${EMOJI}|[${SINGLE}][${MARKS}]*|[^${WHITE}][${MARKS}]*`, "gu");
export const LETTERS = /* @__PURE__ */ new RegExp(`[^${SIGNS}${WHITE}]`, "u");
const SEPARATOR = "\x1f";
const FOLDS: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201a\u201b\u2032`\u00b4]/g, "'"],
  [/[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, "-"],
  [/\u03c2/g, "\u03c3"], // the final sigma is the one letter whose small form depends on what follows
];

/** From here on lie kana, ideographs, Hangul and emoji. */
const EAST = "\u2e80";

/** How many characters, each counted once, a text has. */
function codePoints(text: string): number {
  let size = text.length;
  for (let at = 1; at < text.length; at += 1) {
    if ((text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800) size -= 1;
  }
  return size;
}

/** What a word counts in comparisons: its letters; a sign of a script that writes a word with one, 2. */
export const weight = (word: string) => (word >= EAST ? 2 : codePoints(word));

/** Without regard to case, and with one kind of quote and of dash. */
const folded = (words: string) =>
  FOLDS.reduce((text, [found, put]) => text.replace(found, put), words.normalize("NFC").toLowerCase());

export const normalized = (words: readonly string[]) => (words.length > 0 ? folded(words.join(SEPARATOR)).split(SEPARATOR) : []);

/** The words of a text in normal form. */
export const split = (text: string): string[] => normalized(text.match(WORD) ?? []);

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit += 1) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
  return byte;
});

/** A short hash of words: evidence that two texts read the same, no proof. CRC-32 of the UTF-8 text, 8 hex figures. */
export function digest(words: readonly string[]): string {
  const text = words.join(SEPARATOR);
  let sum = -1;
  const add = (byte: number) => (sum = (sum >>> 8) ^ (TABLE[(sum ^ byte) & 255] ?? 0));
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    if (code < 0x80) {
      add(code);
      continue;
    }
    if (code >= 0x1_0000) {
      at += 1;
      add(0xf0 | (code >> 18));
      add(0x80 | ((code >> 12) & 63));
    } else if (code >= 0x800) add(0xe0 | (code >> 12));
    add(code < 0x800 ? 0xc0 | (code >> 6) : 0x80 | ((code >> 6) & 63));
    add(0x80 | (code & 63));
  }
  return (~sum >>> 0).toString(16).padStart(8, "0");
}
