/** The marks of each pane that shows a text, for the parts of the pane that need them. */
import { signal, type Signal } from "@preact/signals";
import type { PaneMarks } from "./pane_marks";

const all = new Map<string, Signal<PaneMarks | null>>();

export function marksIn(pane: string): Signal<PaneMarks | null> {
  let marks = all.get(pane);
  if (marks === undefined) {
    marks = signal<PaneMarks | null>(null);
    all.set(pane, marks);
  }
  return marks;
}
