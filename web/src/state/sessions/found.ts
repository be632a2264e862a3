/** Earlier sessions, searched by the words in them. */
import { signal } from "@preact/signals";
import { HubError } from "../../wire/client";
import { fetchSessions } from "../../wire/sessions";
import type { ListedSession } from "../../wire/types.gen";

export const searchWords = signal("");
/** Null: the hub has not answered yet. */
export const foundSessions = signal<readonly ListedSession[] | null>(null);
export const searchFailure = signal("");

const SEARCH_MS = 150;
let timer = 0;
let turn = 0;

export function searchSessions(words: string): void {
  searchWords.value = words;
  window.clearTimeout(timer);
  timer = window.setTimeout(() => void search((turn += 1)), SEARCH_MS);
}

async function search(mine: number): Promise<void> {
  try {
    const { sessions } = await fetchSessions(searchWords.peek().trim());
    if (mine !== turn) return;
    foundSessions.value = sessions;
    searchFailure.value = "";
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    searchFailure.value = failure.message;
  }
}
