/** Pictures that go with a mark: read, judged and sent to the hub, each by itself. */
import { batch } from "@preact/signals";
import { HubError } from "../wire/client";
import type { Image } from "../wire/types.gen";
import { sendImage } from "../wire/annotations";
import { picturesFor, type Coming } from "./images_pending";
import { markDraftsOf, writeMark } from "./drafts/marks";

const LARGEST_BYTES = 5 * 1024 * 1024;
const TYPES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
export const ACCEPTED = [...TYPES].join();
/** What the hub says of bytes that are no picture, or too many; anything else may go better the next time. */
const FINAL = new Set([400, 413, 415, 422]);

/** Why a file cannot go along; null when it can. */
export function objectionTo({ name, type, size }: Pick<File, "name" | "type" | "size">): string | null {
  if (!TYPES.has(type)) return `“${name}” is no PNG, JPEG, GIF or WebP picture`;
  if (size > LARGEST_BYTES) return `“${name}” is larger than 5 MB`;
  return size === 0 ? `“${name}” is empty` : null;
}

export function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === "string" ? reader.result.slice(reader.result.indexOf(",") + 1) : "");
    reader.onerror = () => reject(new HubError(0, "unreadable", "it cannot be read", null));
    reader.readAsDataURL(file);
  });
}

function change(slot: string, key: string, changes: Partial<Coming> | null): void {
  const pictures = picturesFor(slot);
  pictures.value = pictures.peek().flatMap((each) => (each.key !== key ? [each] : changes === null ? [] : [{ ...each, ...changes }]));
}

/** The draft has it, and nothing waits for it: both at once. */
function attach(review: string, slot: string, key: string, { name, sha256, media_type }: Image): void {
  const draft = markDraftsOf(review).peek().find((each) => each.slot === slot);
  batch(() => {
    if (draft !== undefined) {
      const images = [...draft.mark.images, { name, sha256, media_type }];
      writeMark(review, slot, draft.revision, { ...draft.mark, images }, draft.words);
    }
    change(slot, key, null);
  });
}

async function send(review: string, slot: string, { key, file }: Coming): Promise<void> {
  const isWanted = () => picturesFor(slot).peek().some((each) => each.key === key);
  try {
    const picture = await sendImage(file.name || "picture", await base64Of(file));
    if (isWanted()) attach(review, slot, key, picture);
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    const final = FINAL.has(failure.status);
    change(slot, key, final ? { at: "refused", why: `“${file.name}”: ${failure.message}` } : { at: "failed", why: failure.message });
  }
}

/** Sends what can go along and says why the rest cannot; what was said of earlier files is read by now. */
export function sendPictures(review: string, slot: string, files: readonly File[]): void {
  const fresh = files.map((file): Coming => {
    const why = objectionTo(file);
    return { key: crypto.randomUUID(), file, at: why === null ? "coming" : "refused", why: why ?? "" };
  });
  forgetRefused(slot);
  picturesFor(slot).value = [...picturesFor(slot).peek(), ...fresh];
  for (const picture of fresh) if (picture.at === "coming") void send(review, slot, picture);
}

export function sendAgain(review: string, slot: string, picture: Coming): void {
  change(slot, picture.key, { at: "coming", why: "" });
  void send(review, slot, picture);
}

export const takeAway = (slot: string, { key }: Coming) => change(slot, key, null);

export function forgetRefused(slot: string): void {
  const pictures = picturesFor(slot);
  const kept = pictures.peek().filter(({ at }) => at !== "refused");
  if (kept.length < pictures.peek().length) pictures.value = kept;
}

/** The files of a paste; words that come with a picture of themselves, as from a table, are words. */
export function pastedFiles(data: DataTransfer | null): readonly File[] {
  if (data === null || (data.types.includes("text/plain") && data.types.includes("text/html"))) return [];
  return [...data.files];
}
