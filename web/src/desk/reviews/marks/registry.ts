/** The marks of each pane that shows a text, for the parts of the pane that need them. */
import type { Signal } from "@preact/signals";
import type { PaneMarks } from "./pane_marks";
import { signalIn } from "../../../state/signal_in";

const all = new Map<string, Signal<PaneMarks | null>>();

export function marksIn(pane: string): Signal<PaneMarks | null> {
  return signalIn(all, pane, () => null);
}
