/** Characters that would not be seen, or that would move the ones beside them, in words that an agent wrote. */

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\u115f\u1160\u3164\uffa0]/u;
const WANTED = new Set(["\n", "\t"]);
/** Each run is an element: of very many the last one has all that follows, spelled out all the same. */
const MOST_RUNS = 500;

const codeOf = (letter: string) => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`;

/** The words as one text, in which what is not seen is spelled out. */
export const seen = (words: string): string => spelledOut(words).map(({ text }) => text).join("");

/** The words in runs; what is not seen is spelled out. */
export function spelledOut(words: string): { text: string; escape: boolean }[] {
  if (!UNSEEN.test(words)) return [{ text: words, escape: false }];
  const runs: { text: string; escape: boolean }[] = [];
  for (const letter of words) {
    const escape = UNSEEN.test(letter) && !WANTED.has(letter);
    const text = escape ? codeOf(letter) : letter;
    const last = runs.at(-1);
    if (last !== undefined && (last.escape === escape || runs.length === MOST_RUNS)) last.text += text;
    else runs.push({ text, escape });
  }
  return runs;
}
