/** What the desk says about what was just done or cannot be done: read aloud, and shown for a while. */
import { signal } from "@preact/signals";

/** What is read aloud; the desk's one live region has it. */
export const said = signal("");
/** What is shown beside the bar; empty: nothing. */
export const shownWords = signal("");

/** How long words stand there: time to look up, and to read each of them. */
const GLANCE_MS = 4000;
const LETTER_MS = 50;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Says something that the page itself shows already. The same words twice are still said twice. */
export function narrate(words: string): void {
  said.value = words === said.value ? `${words}\u00a0` : words;
}

/** The moment for it is over. */
export function hush(): void {
  shownWords.value = "";
}

export function announce(words: string): void {
  narrate(words);
  shownWords.value = words;
  clearTimeout(timer);
  timer = setTimeout(hush, GLANCE_MS + LETTER_MS * words.length);
}
