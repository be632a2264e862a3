/** Follows the hub's journal from an entry on, and comes back by itself after the hub was away. */
import { ENTRY_KINDS, type Entry, type Hello } from "./types";

export interface FeedListener {
  entry: (entry: Entry) => void;
  hello: (hello: Hello) => void;
  /** The stream broke; it is being tried again. */
  lost: () => void;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4000;

export function nextWait(wait_ms: number): number {
  return Math.min(LONGEST_WAIT_MS, wait_ms * 2);
}

/** Returns how to stop following. The browser's own retry gives up on a refused sign-in, so we try again ourselves. */
export function followFeed(since: number, listener: FeedListener): () => void {
  let last = since;
  let wait = FIRST_WAIT_MS;
  let stopped = false;
  let timer = 0;
  let source: EventSource | null = null;

  const receive = (event: MessageEvent<string>) => {
    const entry = JSON.parse(event.data) as Entry;
    if (entry.seq <= last) return;
    last = entry.seq;
    listener.entry(entry);
  };
  const greet = (event: MessageEvent<string>) => {
    wait = FIRST_WAIT_MS;
    const hello = JSON.parse(event.data) as Hello;
    // A hub that knows less than we do keeps another journal: begin where it stands.
    if (hello.seq < last) last = hello.seq;
    listener.hello(hello);
  };
  const retry = () => {
    source?.close();
    if (stopped) return;
    listener.lost();
    timer = window.setTimeout(connect, wait);
    wait = nextWait(wait);
  };
  function connect() {
    source = new EventSource(`/api/feed?since=${last}`);
    source.addEventListener("hello", greet);
    for (const kind of ENTRY_KINDS) source.addEventListener(kind, receive);
    source.onerror = retry;
  }

  connect();
  return () => {
    stopped = true;
    window.clearTimeout(timer);
    source?.close();
  };
}
