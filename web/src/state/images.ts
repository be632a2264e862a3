/** Pictures that go with a mark: read, judged and sent to the hub. */
import { HubError } from "../wire/client";
import type { AnnotationImage } from "../wire/annotation_types";
import { sendImage } from "../wire/annotations";

export const LARGEST_BYTES = 5 * 1024 * 1024;
const TYPES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
export const ACCEPTED = [...TYPES].join();

/** Why a file cannot go along; null when it can. */
export function objectionTo({ name, type, size }: Pick<File, "name" | "type" | "size">): string | null {
  if (!TYPES.has(type)) return `“${name}” is no PNG, JPEG, GIF or WebP picture`;
  if (size > LARGEST_BYTES) return `“${name}” is larger than 5 MB`;
  return size === 0 ? `“${name}” is empty` : null;
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === "string" ? reader.result.slice(reader.result.indexOf(",") + 1) : "");
    reader.onerror = () => reject(new HubError(0, "unreadable", `“${file.name}” cannot be read`, null));
    reader.readAsDataURL(file);
  });
}

/** Sends one picture; rejects with words for the person. */
export async function sendPicture(file: File): Promise<AnnotationImage> {
  const objection = objectionTo(file);
  if (objection !== null) throw new HubError(0, "not_a_picture", objection, null);
  const { name, sha256, media_type } = await sendImage(file.name || "picture", await base64Of(file));
  return { name, sha256, media_type };
}

/** The pictures among what was pasted or dropped. */
export const picturesIn = (data: DataTransfer | null): File[] => [...(data?.files ?? [])].filter(({ type }) => type.startsWith("image/"));
