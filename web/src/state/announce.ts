/** What is said aloud to a person who does not see the page; the desk's one live region reads it. */
import { signal } from "@preact/signals";

export const said = signal("");

/** The same words twice are still said twice. */
export function announce(words: string): void {
  said.value = words === said.value ? `${words}\u00a0` : words;
}
