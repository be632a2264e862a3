/** One function per request about what is shared. */
import { ask } from "./client";
import type { Received, Shared, SharedFile } from "./types.gen";

/** What a review has to share; the person's own marks travel under the name they give. */
export const fetchShared = (review: string, author: string, others: boolean) => ask<Shared>("POST", "/api/shares", { review, author, others });

/** Writes the marks into the review's own file. */
export const shareIntoFile = (review: string, author: string, others: boolean) => ask<SharedFile>("POST", "/api/shares/into", { review, author, others });

export const openAtHub = (text: string) => ask<Received>("POST", "/api/shares/open", { text });

/** Lets marks of other people go with the next answer, or leaves them out. */
export const chooseAtHub = (review: string, annotations: readonly string[], chosen: boolean) => ask<{ seq: number }>("POST", "/api/shares/choose", { review, annotations, chosen });
