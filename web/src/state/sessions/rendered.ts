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
/** The hub may be away, or have no worker to spare. */
const TRIES = 4;
const AGAIN_MS = 2000;

/** Parts are numbered in each session by themselves. */
export const renderedOf = (session: string, part: string): Signal<Rendered> => signalIn(all, `${session} ${part}`, (): Rendered => null);
export const isAsked = (rendered: NonNullable<Rendered>): rendered is Awaited => "written" in rendered;

/** The message has ended as it stands; its last blocks come rendered soon. */
export function keepWritten(session: string, message: OpenMessage): void {
  const rendered = renderedOf(session, message.id);
  if (rendered.peek() === null) rendered.value = { written: message };
}

export function wantRendered(session: string, part: string): void {
  const known = renderedOf(session, part).peek();
  if (known !== null && !isAsked(known)) return;
  const parts = wanted.get(session) ?? new Set();
  if (parts.size === 0) window.setTimeout(() => void fetchWanted(session), GATHER_MS);
  wanted.set(session, parts.add(part));
}

async function fetchWanted(session: string): Promise<void> {
  const parts = [...(wanted.get(session) ?? [])];
  wanted.delete(session);
  for (let from = 0; from < parts.length; from += MOST_AT_ONCE) await fetchSome(session, parts.slice(from, from + MOST_AT_ONCE), TRIES);
}

async function fetchSome(session: string, parts: readonly string[], tries: number): Promise<void> {
  try {
    const { messages } = await fetchRendered(session, parts);
    for (const { id, blocks } of messages) renderedOf(session, id).value = blocks.map((html) => ({ html, text: "" }));
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    // The plain text stands there until a worker can be had, or until somebody looks again.
    if (tries > 1) window.setTimeout(() => void fetchSome(session, parts, tries - 1), AGAIN_MS);
  }
}

