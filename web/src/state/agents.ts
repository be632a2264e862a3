/** The agents that a session can be held with, and what each said of itself when it was last started to be looked at. */
import { signal } from "@preact/signals";
import { HubError } from "../wire/client";
import { checkAgent, fetchSessionAgents, removeAgent } from "../wire/sessions";
import type { AgentChecked, SessionAgents } from "../wire/types.gen";
import { announce } from "./announce";

export type Looked = { readonly at: "looking" } | { readonly at: "failed"; readonly why: string } | { readonly at: "here"; readonly found: AgentChecked };

export const agentsKnown = signal<SessionAgents | null>(null);
export const agentsFailure = signal("");
export const agentsLooked = signal<ReadonlyMap<string, Looked>>(new Map());

export async function readAgents(): Promise<void> {
  try {
    agentsKnown.value = await fetchSessionAgents();
    agentsFailure.value = "";
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    agentsFailure.value = failure.told;
  }
}

const note = (name: string, looked: Looked) => (agentsLooked.value = new Map([...agentsLooked.peek(), [name, looked]]));

/** Starts an agent once; a second wish while it runs is the same one. */
export async function lookAtAgent(name: string): Promise<void> {
  if (agentsLooked.peek().get(name)?.at === "looking") return;
  note(name, { at: "looking" });
  try {
    note(name, { at: "here", found: await checkAgent(name) });
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    note(name, { at: "failed", why: failure.told });
  }
}

export async function dropAgent(name: string): Promise<void> {
  try {
    agentsKnown.value = await removeAgent(name);
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    announce(`Not removed: ${failure.told}`);
  }
}
