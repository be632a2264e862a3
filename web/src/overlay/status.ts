/** Where an annotation stands in its life, also for files from before there was a status, or with one that nobody knows. */
import type { Annotation, AnnotationStatus } from "./types";

/** As the hub has it (3.2.5). */
export function statusOf({ status, resolvedAt }: Annotation): AnnotationStatus {
  if (status === "in_progress") return status;
  return status === "addressed" || status === "resolved" || (!status && resolvedAt) ? "addressed" : "open";
}

/** When it came there, if that is known. */
export function since(annotation: Annotation): string | undefined {
  const status = statusOf(annotation);
  if (status === "open") return undefined;
  return status === "in_progress" ? annotation.inProgressAt : (annotation.addressedAt ?? annotation.resolvedAt);
}
