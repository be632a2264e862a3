/** The conversations that an agent knows: asked for when the person wants to go on with one, and searched by words. */
import { computed, signal } from "@preact/signals";
import { HubError } from "../../wire/client";
import { fetchConversations } from "../../wire/sessions";
import type { AgentConversation, AgentConversations } from "../../wire/types.gen";
import { commandOf, want, wantedSession } from "./beginning";

type Listing =
  | { readonly at: "unasked" }
  | { readonly at: "asking" }
  | { readonly at: "failed"; readonly why: string }
  | { readonly at: "here"; readonly known: AgentConversations; readonly folder: string };

const MOST_SHOWN = 100;

const listing = signal<{ readonly of: string; readonly it: Listing }>({ of: "", it: { at: "unasked" } });
export const conversationWords = signal("");

/** What the agent says depends on what is started; its folder may follow the conversation that was chosen. */
const asked = computed(() => JSON.stringify([wantedSession.value.agent, commandOf(wantedSession.value)]));

/** What is known of the agent that is chosen now. */
export const listingNow = computed<Listing>(() => (listing.value.of === asked.value ? listing.value.it : { at: "unasked" }));

export function forgetListing(): void {
  listing.value = { of: "", it: { at: "unasked" } };
  conversationWords.value = "";
}

export async function askForConversations(): Promise<void> {
  const { agent, folder } = wantedSession.peek();
  const of = asked.peek();
  if (listing.peek().of === of && listing.peek().it.at === "asking") return;
  const note = (it: Listing) => (listing.value = { of, it });
  note({ at: "asking" });
  let told: Listing;
  try {
    const known = await fetchConversations(agent, { folder, command: commandOf(wantedSession.peek()) });
    told = { at: "here", known, folder };
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    told = { at: "failed", why: failure.told };
  }
  // Another agent may have been chosen, and asked, meanwhile.
  if (listing.peek().of !== of) return;
  note(told);
  if (told.at === "here") chooseWay(told.known);
}

/** A way that the agent has. */
function chooseWay({ ways }: AgentConversations): void {
  const [first] = ways;
  if (first !== undefined && !ways.includes(wantedSession.peek().how)) want({ how: first });
}

/** Those that have all of the words, the newest first, and how many more there are. */
export function matching(known: readonly AgentConversation[], words: string): { shown: readonly AgentConversation[]; more: number } {
  const wanted = words.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const found = known.filter(({ id, title, folder }) => {
    const text = `${title ?? ""}\n${id}\n${folder ?? ""}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  return { shown: found.slice(0, MOST_SHOWN), more: Math.max(0, found.length - MOST_SHOWN) };
}

/** Go on with it, in its own folder; with null begin a new one. */
export function chooseConversation(chosen: AgentConversation | null): void {
  if (chosen === null) return void want({ conversation: "" });
  want({ conversation: chosen.id, ...(chosen.folder?.startsWith("/") === true ? { folder: chosen.folder } : {}) });
}
