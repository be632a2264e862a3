/** What an annotation is about, in a few words. */
import { shortened } from "./dom";
import type { Annotation } from "./types";

/** What the person has pointed at, in words. */
export function labelOf(annotation: Annotation, longest: number): string {
  if (annotation.type === "text") return `"${shortened(annotation.selectedText, longest)}"`;
  const more = annotation.also?.length ?? 0;
  return annotation.elementSelector.description + (more > 0 ? ` + ${more} more` : "");
}
