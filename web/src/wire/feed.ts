/** Follows the hub's journal from an entry on; reconnects with a back-off after the hub was away. */
import { HubError, request } from "./client";
import { eventsOf, type StreamEvent } from "./event_stream";
import { ENDING_KINDS, ENTRY_KINDS, OPENING_KINDS, type FeedEntry, type Hello, type KnownEntry, type Whisper } from "./types.gen";

interface FeedListener {
  entry: (entry: KnownEntry) => void;
  /** `missed`: entries that this page has not seen are gone from the journal. */
  hello: (hello: Hello, missed: boolean) => void;
  /** The stream broke; it is being tried again. */
  lost: () => void;
}

type WhisperListener = (whisper: Whisper) => void;
const whisperListeners = new Set<WhisperListener>();

/** Hears what passes while agents work, from now on; what is missed does not come again. Returns how to stop. */
export function onWhisper(listener: WhisperListener): () => void {
  whisperListeners.add(listener);
  return () => void whisperListeners.delete(listener);
}

function passOn(data: string): void {
  if (whisperListeners.size === 0) return;
  const whisper = JSON.parse(data) as Whisper;
  for (const listener of whisperListeners) listener(whisper);
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4000;

/** The back-off: each attempt waits twice as long as the one before. */
export function nextWait(wait_ms: number): number {
  return Math.min(LONGEST_WAIT_MS, wait_ms * 2);
}

const KNOWN = new Set<string>(ENTRY_KINDS);

/** A hub that is newer than this page has entries of other kinds. */
export const isKnown = <Line extends FeedEntry>(entry: Line): entry is Line & KnownEntry => KNOWN.has(entry.kind);

const OPENING = new Set<string>(OPENING_KINDS);
const ENDING = new Set<string>(ENDING_KINDS);
/** Whether a version of an item begins to wait with an entry. */
export const opens = (entry: FeedEntry) => OPENING.has(entry.kind);
/** Whether a version of an item ends with an entry: answered, expired, withdrawn. */
export const ends = (entry: FeedEntry) => ENDING.has(entry.kind);

/** Returns how to stop following. */
export function followFeed(since: number, listener: FeedListener): () => void {
  let last = since;
  let wait = FIRST_WAIT_MS;
  let timer = 0;
  const stop = new AbortController();

  const greet = (hello: Hello) => {
    wait = FIRST_WAIT_MS;
    const missed = hello.dropped > last;
    // A hub that knows less than we do keeps another journal: begin where it stands.
    if (hello.seq < last) last = hello.seq;
    listener.hello(hello, missed);
  };
  const receive = ({ kind, data }: StreamEvent) => {
    if (stop.signal.aborted) return;
    if (kind === "whisper") passOn(data);
    if (kind === "hello") greet(JSON.parse(data) as Hello);
    if (!KNOWN.has(kind)) return;
    const entry = JSON.parse(data) as KnownEntry;
    if (entry.seq <= last) return;
    last = entry.seq;
    listener.entry(entry);
  };
  async function connect() {
    try {
      const response = await request(`/api/feed?since=${last}`, { headers: { Accept: "text/event-stream" }, signal: stop.signal });
      if (response.ok) for await (const event of eventsOf(response, () => undefined)) receive(event);
    } catch (failure) {
      // Whatever an entry did to the page, the ones after it still come.
      if (!(failure instanceof HubError)) reportError(failure);
    }
    if (stop.signal.aborted) return;
    listener.lost();
    timer = window.setTimeout(() => void connect(), wait);
    wait = nextWait(wait);
  }

  void connect();
  return () => {
    window.clearTimeout(timer);
    stop.abort();
  };
}
