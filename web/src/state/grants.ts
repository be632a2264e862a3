/** What is allowed for the rest of a conversation: read when it is asked for, and again when an entry says that it changed. */
import { signal } from "@preact/signals";
import { fetchGrants, HubError, takeGrantBack } from "../wire/client";
import type { Grant } from "../wire/types.gen";
import { announce } from "./announce";
import { NewestAnswer } from "./asking";

/** Null until the hub has said. */
export const grants = signal<readonly Grant[] | null>(null);
const asking = new NewestAnswer();

export async function loadGrants(): Promise<void> {
  const list = await asking.newest(fetchGrants).catch(() => undefined);
  if (list === undefined) announce("The hub does not say what is allowed");
  else if (list !== null) grants.value = list.grants;
}

export async function takeBack(grant: Grant): Promise<void> {
  try {
    await takeGrantBack(grant.id);
    announce("Taken back: it is asked again from now on");
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    announce(`Not taken back: ${failure.message}`);
  }
  await loadGrants();
}
