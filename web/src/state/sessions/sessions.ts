/** The sessions that are shown: a snapshot, and everything after it by the one feed of the desk. */
import { signal, type Signal } from "@preact/signals";
import { HubError } from "../../wire/client";
import { onWhisper } from "../../wire/feed";
import { fetchSession, fetchSessionEvents } from "../../wire/sessions";
import type { KnownEntry, Whisper } from "../../wire/types.gen";
import { greetings, lastEntry } from "../hub";
import type { NumberedEvent, SessionState } from "../../wire/types.gen";
import { openFrom, whispered, withoutParts, type OpenState } from "./open_part";
import { keepWritten } from "./rendered";
import { isOpenCall, reduced } from "./reducer";

export interface HereSession {
  readonly at: "here";
  readonly id: string;
  readonly agent_name: string;
  readonly state: SessionState;
  readonly open: OpenState;
}

export type ShownSession = HereSession | { readonly at: "loading" } | { readonly at: "gone" } | { readonly at: "away"; readonly why: string };

/** How long an event may be missing before it is asked for: the feed brings them in order, so it is not coming. */
const GAP_MS = 300;

/** A session while somebody looks at it. */
class Live {
  readonly shown: Signal<ShownSession> = signal({ at: "loading" });
  looks = 0;
  private later: NumberedEvent[] = [];
  private unheard: Whisper[] = [];
  private reading = false;
  private again = false;
  private timer = 0;

  constructor(private readonly id: string) {}

  /** The snapshot; what comes meanwhile is put on top of it. */
  async read(): Promise<void> {
    if (this.reading) return void (this.again = true);
    this.reading = true;
    try {
      const { session, state, open } = await fetchSession(this.id);
      const known = this.shown.peek();
      // Events that came in the meantime may be newer than what was asked for.
      const newest = known.at === "here" && known.state.number > state.number ? known.state : state;
      this.shown.value = { at: "here", id: this.id, agent_name: session.agent_name, state: newest, open: openFrom(open) };
    } catch (failure) {
      if (!(failure instanceof HubError)) throw failure;
      if (failure.status === 404) this.shown.value = { at: "gone" };
      else if (this.shown.peek().at !== "here") this.shown.value = { at: "away", why: failure.message };
    } finally {
      this.reading = false;
    }
    this.advance();
    this.hearAll();
    if (this.again) {
      this.again = false;
      await this.read();
    }
  }

  take(event: NumberedEvent): void {
    this.later.push(event);
    if (!this.reading) this.advance();
  }

  /** Every event that follows the ones before it. */
  private advance(): void {
    // What was whispered before an event belongs before it.
    this.hearAll();
    const known = this.shown.peek();
    if (known.at !== "here") return;
    const order = this.later.toSorted((one, other) => one.number - other.number);
    let { state } = known;
    const fresh = order.filter((each) => {
      if (each.number !== state.number + 1) return false;
      state = reduced(state, each);
      return true;
    });
    this.later = order.filter(({ number }) => number > state.number);
    if (fresh.length > 0) this.shown.value = { ...known, state, open: afterEvents(known.open, state, fresh) };
    if (this.later.length > 0) this.closeGap();
  }

  private closeGap(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.fetchGap(), GAP_MS);
  }

  private async fetchGap(): Promise<void> {
    const known = this.shown.peek();
    if (known.at !== "here" || this.later.length === 0) return;
    try {
      const { events } = await fetchSessionEvents(this.id, known.state.number);
      this.later.push(...events);
      this.advance();
    } catch (failure) {
      if (!(failure instanceof HubError)) throw failure;
      this.closeGap();
    }
  }

  /** Whispers that come in one moment are drawn once. */
  hear(whisper: Whisper): void {
    this.unheard.push(whisper);
    if (this.unheard.length === 1) window.setTimeout(() => this.hearAll());
  }

  /** Everything that was whispered until now. */
  private hearAll(): void {
    const known = this.shown.peek();
    if (known.at !== "here" || this.reading) return;
    const unheard = this.unheard;
    this.unheard = [];
    let open: OpenState | null = known.open;
    for (const whisper of unheard) {
      open = whispered(open, whisper, Date.now());
      if (open === null) {
        // Something is missing: the session is read, with all that was whispered until then.
        return void this.read();
      }
    }
    if (open !== known.open) this.shown.value = { ...known, open };
  }
}

/** What an event tells whole is open no longer. */
function afterEvents(open: OpenState, state: SessionState, events: readonly NumberedEvent[]): OpenState {
  const finished = new Set(events.flatMap(({ event }) => (event.type === "message_finished" ? [event.part.id] : [])));
  const running = new Set(state.ledger.flatMap((part) => (isOpenCall(part) ? [part.id] : [])));
  const ended = new Set([...open.calls.keys()].filter((id) => !running.has(id)));
  const isOver = events.some(({ event }) => event.type === "prompt_answered" || event.type === "prompt_interrupted" || event.type === "disconnected");
  if (open.message !== null && finished.has(open.message.id)) keepWritten(open.message);
  const next = withoutParts(open, finished, ended);
  return isOver ? { ...next, activity: null } : next;
}

const all = new Map<string, Live>();

function liveOf(id: string): Live {
  let live = all.get(id);
  if (live === undefined) {
    live = new Live(id);
    all.set(id, live);
  }
  return live;
}

/** Reads it and follows it until the returned function is called. */
export function lookAtSession(id: string): () => void {
  const live = liveOf(id);
  live.looks += 1;
  if (live.looks === 1) void live.read();
  return () => {
    live.looks -= 1;
    if (live.looks === 0 && all.get(id) === live) all.delete(id);
  };
}

export const shownSessionOf = (id: string): Signal<ShownSession> => liveOf(id).shown;

export const readAgain = (id: string) => void all.get(id)?.read();

function takeEntry(entry: KnownEntry | null): void {
  const event = entry?.session_now ?? null;
  if (event !== null) all.get(event.session)?.take(event);
}

// The feed is there before this part of the desk is, and as long as the page.
lastEntry.subscribe(takeEntry);
onWhisper((whisper) => all.get(whisper.session)?.hear(whisper));
greetings.subscribe((count) => {
  // Another stream, perhaps of another start of the hub: its whispers are counted anew.
  if (count > 1) for (const live of all.values()) void live.read();
});
