/** A text with its words in normal form and where they stand in it. */
import { LETTERS, normalized, weight, WORD } from "./words";

export class Worded {
  readonly words: readonly string[];
  readonly #spans: number[] = [];
  readonly #sums: number[] = [0];

  constructor(readonly text: string) {
    const words: string[] = [];
    const pattern = new RegExp(WORD);
    for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
      this.#spans.push(found.index, pattern.lastIndex);
      words.push(found[0]);
    }
    this.words = normalized(words);
    for (const word of this.words) this.#sums.push((this.#sums.at(-1) ?? 0) + weight(word));
  }

  /** Where a word starts in the text. */
  start = (word: number) => this.#spans[2 * word] ?? this.text.length;

  end = (word: number) => this.#spans[2 * word + 1] ?? this.text.length;

  /** The weight of the words from first to before last. */
  weigh = (first: number, last: number) => Math.max(0, (this.#sums[last] ?? 0) - (this.#sums[first] ?? 0));

  /** Of all words. */
  get weight(): number {
    return this.#sums.at(-1) ?? 0;
  }

  /** Does it say enough to be known by its words alone? */
  get letters(): number {
    return this.words.reduce((sum, word) => sum + (LETTERS.test(word) ? weight(word) : 0), 0);
  }

  /** The numbers of the words that a span of the text touches, from the first to before the last. */
  within(start: number, end: number): [first: number, last: number] {
    let first = 0;
    while (first < this.words.length && this.end(first) <= start) first += 1;
    let last = first;
    while (last < this.words.length && this.start(last) < end) last += 1;
    return [first, last];
  }
}
