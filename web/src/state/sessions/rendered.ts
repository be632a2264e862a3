/** Messages as the hub has rendered them, block by block: fetched when they are shown, kept while the page lives. */
import type { Signal } from "@preact/signals";
import { HubError } from "../../wire/client";
import { fetchRendered } from "../../wire/sessions";
import { signalIn } from "../signal_in";
import type { ClosedBlock, OpenMessage } from "./open_part";

/** What stood there while it was written, until the whole has come. */
interface Awaited {
  readonly written: OpenMessage;
}

type Rendered = readonly ClosedBlock[] | Awaited | null;

const all = new Map<string, Signal<Rendered>>();
const wanted = new Map<string, Set<string>>();
/** Between being wanted and being asked for: a screen full of messages is one request. */
const GATHER_MS = 20;
const MOST_AT_ONCE = 40;

export const renderedOf = (part: string): Signal<Rendered> => signalIn(all, part, (): Rendered => null);
export const isAsked = (rendered: NonNullable<Rendered>): rendered is Awaited => "written" in rendered;

/** The message has ended as it stands; its last blocks come rendered soon. */
export function keepWritten(message: OpenMessage): void {
  const rendered = renderedOf(message.id);
  if (rendered.peek() === null) rendered.value = { written: message };
}

export function wantRendered(session: string, part: string): void {
  const known = renderedOf(part).peek();
  if (known !== null && !isAsked(known)) return;
  const parts = wanted.get(session) ?? new Set();
  if (parts.size === 0) window.setTimeout(() => void fetchWanted(session), GATHER_MS);
  wanted.set(session, parts.add(part));
}

async function fetchWanted(session: string): Promise<void> {
  const parts = [...(wanted.get(session) ?? [])];
  wanted.delete(session);
  for (let from = 0; from < parts.length; from += MOST_AT_ONCE) {
    try {
      const { messages } = await fetchRendered(session, parts.slice(from, from + MOST_AT_ONCE));
      for (const { id, blocks } of messages) renderedOf(id).value = blocks.map((html) => ({ html, text: "" }));
    } catch (failure) {
      // The plain text stands there; whoever looks again asks again.
      if (!(failure instanceof HubError)) throw failure;
    }
  }
}

