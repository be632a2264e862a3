/**
 * Names of writes of which nobody has said whether they were made. A form keeps them as long as its draft, also over a reload: sent again
 * from it, a write has the name that it had, and the hub makes it once. Another form never gets that name.
 */
import { unheardOf } from "./drafts";
import { keep, kept, parsed, thisTab } from "./keep";
import { isFields, words, type Fields } from "./reading";
import type { Store } from "./store";
import { newWriteId } from "./write_ids";

const SERVERS_FAULT = 500;

function namesIn(draft: string): Fields {
  const names = parsed(kept(thisTab, unheardOf(draft)));
  return isFields(names) ? names : {};
}

function forget(draft: string, write: string, id: string): void {
  const { [write]: known, ...others } = namesIn(draft);
  if (known === id) keep(thisTab, unheardOf(draft), Object.keys(others).length === 0 ? null : JSON.stringify(others));
}

/** What the hub has refused it has not done; of all else nobody knows. The class of the error belongs to the first part. */
const isRefused = (error: unknown) => isFields(error) && Number(error["status"]) > 0 && Number(error["status"]) < SERVERS_FAULT;

/** A new note is the same one in other words: the hub changes the one that it has made. What weighs much says nothing more. */
const writeOf = (method: string, path: string, body: Fields) =>
  `${method}${path}${JSON.stringify(method === "POST" ? { ...body, note: 0, anchor: 0, picture: 0 } : body)}`;

/** Sends what stands in the form of a draft; if the answer is lost, once more from there is the same write. */
export async function sendOnce(store: Store, draft: string, method: "POST" | "PATCH", path: string, body: Fields): Promise<unknown> {
  const write = writeOf(method, path, body);
  const names = namesIn(draft);
  const id = words(names[write]) || newWriteId();
  // Kept before it is sent: a page that is reloaded meanwhile hears nothing of it.
  keep(thisTab, unheardOf(draft), JSON.stringify({ ...names, [write]: id }));
  try {
    const said = await store.send(method, path, body, id);
    forget(draft, write, id);
    return said;
  } catch (error) {
    if (isRefused(error)) forget(draft, write, id);
    throw error;
  }
}
