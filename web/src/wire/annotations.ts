/** One function per request about marks and the pictures that go with them. */
import { ask, at, HubError, request } from "./client";
import type { AnnotationChange, AnnotationGiven, AnnotationList, AnnotationNow, Image } from "./types.gen";

const mark = (review: string, id: string) => `${at(review)}/annotations/${encodeURIComponent(id)}`;

/** The marks made on or before a revision, as they stand on it. */
export const fetchAnnotations = (review: string, revision: number) =>
  ask<AnnotationList>("GET", `${at(review)}/annotations?revision=${revision}`);

/** The same id and words again get the same answer. */
export const putAnnotation = (review: string, id: string, words: AnnotationGiven) =>
  ask<AnnotationNow>("PUT", mark(review, id), words);

export const patchAnnotation = (review: string, id: string, change: AnnotationChange) =>
  ask<AnnotationNow>("PATCH", mark(review, id), change);

export const removeAnnotation = (review: string, id: string) => ask<AnnotationNow>("DELETE", mark(review, id));
export const restoreAnnotation = (review: string, id: string) => ask<AnnotationNow>("POST", `${mark(review, id)}/restore`, {});

export const keepAnnotation = (review: string, id: string, revision: number, as: "mark" | "note") =>
  ask<AnnotationNow>("POST", `${mark(review, id)}/keep`, { revision, as });

export const unkeepAnnotation = (review: string, id: string, revision: number) =>
  ask<AnnotationNow>("POST", `${mark(review, id)}/unkeep`, { revision });

export const addressAnnotation = (review: string, id: string) => ask<AnnotationNow>("POST", `${mark(review, id)}/address`, {});
export const reopenAnnotation = (review: string, id: string) => ask<AnnotationNow>("POST", `${mark(review, id)}/reopen`, {});

export const sendImage = (name: string, data: string) => ask<Image>("POST", "/api/images", { name, data });

/** Nothing else is ever shown from an address of this page's own making. */
const PICTURES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** A picture's bytes; the browser keeps them, since they never change. */
export async function fetchImage(sha256: string): Promise<Blob> {
  const response = await request(`/api/images/${encodeURIComponent(sha256)}`, { cache: "default" });
  const type = response.headers.get("Content-Type") ?? "";
  if (!response.ok || !PICTURES.has(type)) throw new HubError(response.status, "no_picture", "There is no such picture", null);
  return response.blob();
}
