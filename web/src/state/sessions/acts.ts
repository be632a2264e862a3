/** What a person does with a session beside writing to its agent; a refusal is said, and nothing else happens. */
import { HubError } from "../../wire/client";
import { allowUntil, closeSession, forgetSession, giveOrder, removePrompt, renameSession, reorderPrompts, type SessionOrder } from "../../wire/sessions";
import { announce } from "../announce";
import { loadSessions } from "./list";
import type { Prompt } from "../../wire/types.gen";

/** Whether it was done; why not is said. */
async function done(work: Promise<unknown>, refused: string): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    announce(`${refused}: ${failure.message}${failure.hint === null ? "" : ` ${failure.hint}`}`);
    return false;
  }
}

const ORDER_FAILED: Record<SessionOrder["type"], string> = {
  connect: "Not connected", disconnect: "Not disconnected", set_mode: "The mode is as it was", set_option: "The option is as it was",
  sign_in: "Not signed in", sign_out: "Not signed out", cancel: "Not stopped", delete_conversation: "Not deleted",
};

export const order = (session: string, what: SessionOrder) => done(giveOrder(session, what), ORDER_FAILED[what.type]);
export const rename = (session: string, title: string) => done(renameSession(session, title), "Not renamed");
export const takeBack = (session: string, { id }: Prompt) => done(removePrompt(session, id), "Not taken back");
export const endAutoAllow = (session: string) => done(allowUntil(session, null), "Not ended");
export const startAutoAllow = (session: string, until: number) => done(allowUntil(session, until), "Not set");

export async function close(session: string): Promise<boolean> {
  const closed = await done(closeSession(session), "Not closed");
  if (closed) await loadSessions();
  return closed;
}

export async function forgetWhole(session: string): Promise<boolean> {
  const gone = await done(forgetSession(session), "Not removed");
  if (gone) await loadSessions();
  return gone;
}

/** One place up or down in the queue. */
export function movePrompt(session: string, queue: readonly Prompt[], id: string, by: 1 | -1): Promise<boolean> {
  const ids = queue.map((each) => each.id);
  const from = ids.indexOf(id);
  const to = from + by;
  const other = ids[to];
  if (from < 0 || other === undefined) return Promise.resolve(false);
  return done(reorderPrompts(session, ids.with(to, id).with(from, other)), "The order is as it was");
}
