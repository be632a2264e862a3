/** What a session needs of the desk's tie to the hub. */
import { signal } from "@preact/signals";

export const lastEntry = signal<unknown>(null);
export const greetings = signal(1);
