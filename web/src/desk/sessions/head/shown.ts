/** What is open beside the conversation. */
import { signal, type Signal } from "@preact/signals";
import { signalIn } from "../../../state/signal_in";

/** The session whose name is being changed. */
export const renaming = signal<string | null>(null);

export type AskedAct = { readonly session: string; readonly what: "delete" | "remove" };

/** What the person is asked about before it is done, and cannot be taken back. */
export const askedAbout = signal<AskedAct | null>(null);

const traffic = new Map<string, Signal<boolean>>();
/** Whether a pane shows the raw lines. */
export const trafficIn = (pane: string) => signalIn(traffic, pane, () => false);
