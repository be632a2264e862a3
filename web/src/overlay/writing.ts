/** What is written to the page file; the store knows it as soon as the hub has it. */
import type { PageAddress } from "./drafts";
import { isFields, words, type Fields } from "./reading";
import type { Store } from "./store";
import { sendOnce } from "./unheard";

const ANNOTATIONS = "/annotations";
const NOTES = "/page-notes";

/** By its looks: the class of the error belongs to the first part of the overlay. */
const isGone = (error: unknown) => isFields(error) && error["status"] === 404;
const idOf = (said: unknown) => (isFields(said) ? words(said["id"]) : "");
const at = (path: string, id: string) => `${path}/${encodeURIComponent(id)}`;

/** Says which id it has; `draft` is the key of the form, here and below. */
export async function add(store: Store, wish: Fields, draft: string): Promise<string> {
  const said = await sendOnce(store, draft, "POST", ANNOTATIONS, wish);
  store.put("annotations", said);
  return idOf(said);
}

export async function change(store: Store, id: string, patch: Fields): Promise<void> {
  store.put("annotations", await store.send("PATCH", at(ANNOTATIONS, id), patch));
}

/** Stores where the words of one stand now; what replaced them is part of that. */
export async function reanchor(store: Store, id: string, range: unknown, anchor: unknown): Promise<void> {
  const annotation = store.annotations.find((one) => one.id === id);
  if (annotation?.type !== "text") return;
  await change(store, id, { range, anchor, ...(annotation.replacedText === undefined ? {} : { replacedText: null }) });
}

/** What is gone already is removed, too. */
async function erase(store: Store, path: string, id: string): Promise<void> {
  await store.send("DELETE", at(path, id)).catch((error: unknown) => {
    if (!isGone(error)) throw error;
  });
  store.drop(id);
}

export const remove = (store: Store, id: string) => erase(store, ANNOTATIONS, id);
export const removeNote = (store: Store, id: string) => erase(store, NOTES, id);

/** A new note when the id is empty, or when the one that was edited is gone; says which id it has. */
export async function saveNote(store: Store, id: string, note: string, place: PageAddress, draft: string): Promise<string> {
  const isThere = store.notes.some((one) => one.id === id);
  const said = await (isThere ? store.send("PATCH", at(NOTES, id), { note }) : sendOnce(store, draft, "POST", NOTES, { ...place, note }));
  store.put("pageNotes", said);
  return idOf(said);
}

/** Opens it again with a word about it; a word about what is gone becomes a note on its page. */
export async function reopen(store: Store, id: string, message: string, place: PageAddress, draft: string): Promise<void> {
  // Without a word it may be done twice.
  if (message === "") return change(store, id, { status: "open" });
  try {
    store.put("annotations", await sendOnce(store, draft, "PATCH", at(ANNOTATIONS, id), { status: "open", reply: { message } }));
  } catch (error) {
    if (!isGone(error)) throw error;
    await saveNote(store, "", message, place, draft);
  }
}

/** Deletes everything, one after another: there is no bulk delete. What is gone is gone here, too, whatever comes next. */
export async function clear(store: Store): Promise<void> {
  const all = await store.whole();
  store.set(all);
  for (const { id } of all.annotations) await remove(store, id);
  for (const { id } of all.pageNotes) await removeNote(store, id);
}

/** Has the unreadable file put away; says where it is kept. */
export async function setAside(store: Store): Promise<string> {
  const said = await store.send("POST", "/set-aside", {});
  await store.load();
  return isFields(said) ? words(said["kept_as"]) : "";
}
