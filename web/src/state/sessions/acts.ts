/** What a person does with a session beside writing to its agent; a refusal is said, and nothing else happens. */
import { HubError } from "../../wire/client";
import { allowUntil, closeSession, forgetSession, giveOrder, removePrompt, renameSession, reorderPrompts, type SessionOrder } from "../../wire/sessions";
import { announce } from "../announce";
import { loadSessions } from "./list";
import type { Prompt, SessionState } from "../../wire/types.gen";

/** Whether it was done; why not is said. */
export async function done(work: Promise<unknown>, refused: string): Promise<boolean> {
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

/** The order that a person wants, until the session is known to have it: moves follow each other faster than answers. */
interface WantedOrder {
  readonly ids: readonly string[];
  /** The event after which it is so; infinite as long as the hub has not answered. */
  readonly number: number;
  readonly sent: Promise<unknown>;
}

const wantedOrders = new Map<string, WantedOrder>();

type Queued = Pick<SessionState, "number"> & { readonly queue: readonly Pick<Prompt, "id">[] };

/** What waits, in the order that is wanted. */
function orderOf(session: string, { number, queue }: Queued): readonly string[] {
  const ids = queue.map((each) => each.id);
  const wanted = wantedOrders.get(session);
  const isNewer = wanted !== undefined && wanted.number > number && wanted.ids.length === ids.length && ids.every((id) => wanted.ids.includes(id));
  return isNewer ? wanted.ids : ids;
}

/** One place up or down in the queue. */
export async function movePrompt(session: string, state: Queued, id: string, by: 1 | -1): Promise<boolean> {
  const ids = orderOf(session, state);
  const from = ids.indexOf(id);
  const other = ids[from + by];
  if (from < 0 || other === undefined) return false;
  const next = ids.with(from + by, id).with(from, other);
  const before = wantedOrders.get(session)?.sent ?? Promise.resolve();
  const sent = before.catch(() => undefined).then(() => reorderPrompts(session, next));
  const mine = { ids: next, number: Infinity, sent };
  wantedOrders.set(session, mine);
  const isDone = await done(sent, "The order is as it was");
  if (wantedOrders.get(session) === mine) {
    if (isDone) wantedOrders.set(session, { ...mine, number: (await sent).number });
    else wantedOrders.delete(session);
  }
  return isDone;
}
