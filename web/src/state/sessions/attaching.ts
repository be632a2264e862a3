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

function attach(session: string, attachment: Attachment): void {
  const { attachments } = promptDraft(session).peek();
  const isThere = attachments.some((each) => each.kind === attachment.kind && each.sha256 === attachment.sha256 && each.path === attachment.path);
  if (!isThere) changeDraft(session, { attachments: [...attachments, attachment] });
}

async function keepPicture(file: File): Promise<Attachment> {
  const { name, sha256, media_type } = await sendImage(file.name || "picture", await base64Of(file));
  return { kind: "image", name, media_type, size: file.size, sha256, path: null };
}

async function keepText(file: File): Promise<Attachment> {
  const { sha256 } = await keepSessionText(await file.text());
  return { kind: "text", name: file.name || "text", media_type: file.type || "text/plain", size: file.size, sha256, path: null };
}

/** Why a file cannot go along; null when it can. */
async function whyNot(file: File): Promise<string | null> {
  if (isPicture(file)) return objectionTo(file);
  if (file.size > MOST_TEXT_BYTES) return `“${file.name}” is larger than 1 MB: save it in the workspace, and name it with @`;
  const start = new Uint8Array(await file.slice(0, 8192).arrayBuffer());
  return start.includes(0) ? `“${file.name}” is neither a picture nor a text` : null;
}

async function bring(session: string, key: string, file: File): Promise<void> {
  try {
    const why = await whyNot(file);
    if (why !== null) return change(session, key, { key, name: file.name, why });
    attach(session, isPicture(file) ? await keepPicture(file) : await keepText(file));
    change(session, key, null);
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    change(session, key, { key, name: file.name, why: `“${file.name}” was not taken: ${failure.message}` });
  }
}

export function attachFiles(session: string, files: readonly File[]): void {
  const fresh = files.map((file) => ({ key: crypto.randomUUID(), file }));
  const coming = comingIn(session);
  coming.value = [...coming.peek().filter(({ why }) => why === null), ...fresh.map(({ key, file }) => ({ key, name: file.name, why: null }))];
  for (const { key, file } of fresh) void bring(session, key, file);
}

/** Whether a pasted text is better attached than written into the field. */
export const isLongPaste = (text: string) => text.length > LONG_PASTE;
export const attachText = (session: string, text: string) => attachFiles(session, [new File([text], "pasted text.txt", { type: "text/plain" })]);

export const attachPath = (session: string, path: string, name: string) =>
  attach(session, { kind: "file", name, media_type: "text/plain", size: 0, sha256: null, path });

export function detach(session: string, attachment: Attachment): void {
  changeDraft(session, { attachments: promptDraft(session).peek().attachments.filter((each) => each !== attachment) });
}

export const dismissRefused = (session: string, key: string) => change(session, key, null);
