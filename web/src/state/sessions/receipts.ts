/** What somebody has missed who was away: asked for once, when the session is looked at again. */
import { signal, type Signal } from "@preact/signals";
import { HubError } from "../../wire/client";
import { fetchReceipt } from "../../wire/sessions";
import type { Receipt } from "../../wire/types.gen";
import { signalIn } from "../signal_in";
import { plural } from "../words";
import { markSessionSeen, seenOf } from "./list";

const all = new Map<string, Signal<Receipt | null>>();
export const receiptOf = (session: string): Signal<Receipt | null> => signalIn(all, session, (): Receipt | null => null);

/** So few events are no absence. */
const FEWEST = 3;
/** Whoever looks is not told of what comes meanwhile. */
const looking = signal<ReadonlySet<string>>(new Set());

/** Begins to look at a session; what came since the last time is told once. */
export async function comeBack(session: string, number: number): Promise<void> {
  if (looking.peek().has(session)) return;
  looking.value = new Set([...looking.peek(), session]);
  const since = seenOf(session);
  if (since === null || number - since < FEWEST) return;
  try {
    const { receipt } = await fetchReceipt(session, since);
    if (receiptLine(receipt) !== "") receiptOf(session).value = receipt;
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
  }
}

/** Looked at up to an event, by a person who is there. */
export const lookedAt = (session: string, number: number) => markSessionSeen(session, number);

export function goAway(session: string): void {
  looking.value = new Set([...looking.peek()].filter((each) => each !== session));
  receiptOf(session).value = null;
}

/** "2 answers, 14 tool calls, 1 failure, 3 files changed" */
export function receiptLine({ prompts, messages, calls, failures, files }: Receipt): string {
  const parts = [
    prompts === 0 ? "" : `${plural(prompts, "prompt")} sent`,
    messages === 0 ? "" : plural(messages, "message"),
    calls === 0 ? "" : plural(calls, "tool call"),
    failures === 0 ? "" : plural(failures, "failure"),
    files.length === 0 ? "" : `${plural(files.length, "file")} changed`,
  ];
  return parts.filter((part) => part !== "").join(", ");
}
