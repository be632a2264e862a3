/** What goes along with words: pictures and texts that are sent to the hub first, and files of the workspace. */
import type { Signal } from "@preact/signals";
import { HubError } from "../../wire/client";
import { sendImage } from "../../wire/annotations";
import { keepSessionText } from "../../wire/sessions";
import { base64Of, objectionTo } from "../images";
import { signalIn } from "../signal_in";
import { changeDraft, promptDraft } from "./drafts";
import type { Attachment } from "../../wire/types.gen";

/** One that is on its way, or that cannot go along. */
interface ComingFile {
  readonly key: string;
  readonly name: string;
  /** Null: it is on its way. */
  readonly why: string | null;
}

/** So many go with one prompt; the hub takes no more. */
const MOST_ATTACHMENTS = 20;
const MOST_TEXT_BYTES = 1024 * 1024;
/** A longer text that is pasted goes along as a text of its own. */
const LONG_PASTE = 4000;

const all = new Map<string, Signal<readonly ComingFile[]>>();
export const comingIn = (session: string) => signalIn(all, session, (): readonly ComingFile[] => []);

const isPicture = ({ type }: Pick<File, "type">) => type.startsWith("image/");

function change(session: string, key: string, next: ComingFile | null): void {
  const coming = comingIn(session);
  coming.value = coming.peek().flatMap((each) => (each.key !== key ? [each] : next === null ? [] : [next]));
}

/** Whether it goes along now; a prompt takes so many, and the same thing once. */
function attach(session: string, attachment: Attachment): boolean {
  const { attachments } = promptDraft(session).peek();
  const isThere = attachments.some((each) => each.kind === attachment.kind && each.name === attachment.name && each.sha256 === attachment.sha256 && each.path === attachment.path);
  if (isThere) return true;
  if (attachments.length >= MOST_ATTACHMENTS) return false;
  changeDraft(session, { attachments: [...attachments, attachment] });
  return true;
}

async function keepPicture(file: File): Promise<Attachment> {
  const { name, sha256, media_type } = await sendImage(file.name || "picture", await base64Of(file));
  return { kind: "image", name, media_type, size: file.size, sha256, path: null };
}

/** To the letter, with the mark at its beginning that some editors write. */
const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text in a file; null where it is none. */
function textIn(bytes: ArrayBuffer): string | null {
  try {
    return UTF_8.decode(bytes);
  } catch (failure) {
    if (failure instanceof TypeError) return null;
    throw failure;
  }
}

async function keepText(file: File): Promise<Attachment | string> {
  if (file.size > MOST_TEXT_BYTES) return `“${file.name}” is larger than 1 MB: save it in the workspace, and name it with @`;
  const bytes = await file.arrayBuffer();
  if (new Uint8Array(bytes, 0, Math.min(8192, bytes.byteLength)).includes(0)) return `“${file.name}” is neither a picture nor a text`;
  const text = textIn(bytes);
  if (text === null) return `“${file.name}” is no text in UTF-8: save it in the workspace, and name it with @`;
  const { sha256 } = await keepSessionText(text);
  return { kind: "text", name: file.name || "text", media_type: file.type || "text/plain", size: file.size, sha256, path: null };
}

/** What goes along, or why it cannot. */
async function kept(file: File): Promise<Attachment | string> {
  try {
    return isPicture(file) ? (objectionTo(file) ?? (await keepPicture(file))) : await keepText(file);
  } catch (failure) {
    if (failure instanceof HubError) return `“${file.name}” was not taken: ${failure.message}`;
    // Moved, removed or locked since it was chosen.
    if (failure instanceof DOMException) return `“${file.name}” cannot be read`;
    throw failure;
  }
}

/** What cannot go along, with its reason; what was said of earlier files is read by now. */
function refuse(session: string, why: readonly { name: string; why: string }[]): void {
  const coming = comingIn(session);
  coming.value = [...coming.peek().filter((each) => each.why === null), ...why.map((each) => ({ key: crypto.randomUUID(), ...each }))];
}

const tooMany = (left: number) => ({ name: "too many", why: `Not more than ${MOST_ATTACHMENTS} things go with one prompt: ${left} ${left === 1 ? "was" : "were"} left out` });

export function attachFiles(session: string, files: readonly File[], folders: readonly string[] = []): void {
  const coming = comingIn(session);
  const room = MOST_ATTACHMENTS - promptDraft(session).peek().attachments.length - coming.peek().filter(({ why }) => why === null).length;
  const fresh = files.slice(0, Math.max(0, room)).map((file) => ({ key: crypto.randomUUID(), file }));
  const left = files.length - fresh.length;
  refuse(session, [
    ...folders.map((name) => ({ name, why: `“${name}” is a folder: name the files in it` })),
    ...(left === 0 ? [] : [tooMany(left)]),
  ]);
  coming.value = [...coming.peek(), ...fresh.map(({ key, file }) => ({ key, name: file.name, why: null }))];
  void bring(session, fresh);
}

/** All are read at once, and go along in the order in which they were given. */
async function bring(session: string, files: readonly { key: string; file: File }[]): Promise<void> {
  const reading = files.map(({ key, file }) => ({ key, name: file.name, found: kept(file) }));
  for (const { key, name, found } of reading) {
    const one = await found;
    const why = typeof one === "string" ? one : attach(session, one) ? null : tooMany(1).why;
    change(session, key, why === null ? null : { key, name, why });
  }
}

/** What is let go: a folder comes as a file that nobody can read. */
export function attachDropped(session: string, items: DataTransferItemList): void {
  const files: File[] = [];
  const folders: string[] = [];
  for (const item of items) {
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    if (entry?.isDirectory === true) folders.push(entry.name);
    else if (file !== null) files.push(file);
  }
  if (files.length + folders.length > 0) attachFiles(session, files, folders);
}

/** Whether a pasted text is better attached than written into the field. */
export const isLongPaste = (text: string) => text.length > LONG_PASTE;
export const attachText = (session: string, text: string) => attachFiles(session, [new File([text], "pasted text.txt", { type: "text/plain" })]);

export function attachPath(session: string, path: string, name: string): void {
  const isTaken = attach(session, { kind: "file", name, media_type: "text/plain", size: 0, sha256: null, path });
  if (!isTaken) refuse(session, [tooMany(1)]);
}

export function detach(session: string, attachment: Attachment): void {
  changeDraft(session, { attachments: promptDraft(session).peek().attachments.filter((each) => each !== attachment) });
}

export const dismissRefused = (session: string, key: string) => change(session, key, null);
