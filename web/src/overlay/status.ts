/** Where an annotation stands in its life, also for files from before there was a status. */
import type { Annotation, AnnotationStatus } from "./types";

export function statusOf({ status, resolvedAt }: Annotation): AnnotationStatus {
  if (status === "resolved") return "addressed";
  return status ?? (resolvedAt ? "addressed" : "open");
}

/** When it came there, if that is known. */
export function since(annotation: Annotation): string | undefined {
  const status = statusOf(annotation);
  if (status === "open") return undefined;
  return status === "in_progress" ? annotation.inProgressAt : (annotation.addressedAt ?? annotation.resolvedAt);
}
