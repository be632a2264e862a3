/** The sessions that are shown: a snapshot, and everything after it by the one feed of the desk. */
import { signal, type Signal } from "@preact/signals";
import { HubError } from "../../wire/client";
import { onWhisper } from "../../wire/feed";
import { fetchSession, fetchSessionEvents, fetchSessionParts } from "../../wire/sessions";
import type { KnownEntry, Whisper } from "../../wire/types.gen";
import { greetings, lastEntry } from "../hub";
import type { NumberedEvent } from "../../wire/types.gen";
import { done } from "./acts";
import { LedgerParts } from "./ledger";
import { openFrom, whispered, withoutTold, type OpenState } from "./open_part";
import { keepWritten } from "./rendered";
import { reduced, type SessionState } from "./reducer";

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

const endsTurn = ({ event: { type } }: NumberedEvent) => type === "prompt_answered" || type === "prompt_interrupted" || type === "disconnected";

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
    await this.whileReading(async () => {
      try {
        const { session, state, earlier, open } = await fetchSession(this.id);
        const known = this.shown.peek();
        // Events that came in the meantime may be newer than what was asked for; earlier parts may be here already.
        const isKnown = known.at === "here" && known.state.number >= state.number;
        const newest = isKnown ? known.state : { ...state, ledger: LedgerParts.of(state.ledger, earlier) };
        this.shown.value = { at: "here", id: this.id, agent_name: session.agent_name, state: newest, open: withoutTold(openFrom(open), newest) };
      } catch (failure) {
        if (!(failure instanceof HubError)) throw failure;
        if (failure.status === 404) this.shown.value = { at: "gone" };
        else if (this.shown.peek().at !== "here") this.shown.value = { at: "away", why: failure.message };
      }
    });
  }

  /** The parts before those that are here are put in front of them; what comes meanwhile waits. */
  async readEarlier(): Promise<void> {
    if (this.reading) return;
    await this.whileReading(async () => {
      await done(this.putEarlier(), "Not read");
    });
  }

  private async putEarlier(): Promise<void> {
    const known = this.shown.peek();
    if (known.at !== "here") return;
    const { parts, earlier, number } = await fetchSessionParts(this.id, known.state.ledger.earlier);
    const now = this.shown.peek();
    // The hub has told nothing yet that it had not known when it answered.
    if (now.at !== "here" || now.state.number > number || now.state.ledger.earlier !== earlier + parts.length) return;
    this.shown.value = { ...now, state: { ...now.state, ledger: now.state.ledger.withEarlier(parts, earlier) } };
  }

  private async whileReading(work: () => Promise<void>): Promise<void> {
    this.reading = true;
    try {
      await work();
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
    if (fresh.length > 0) this.shown.value = { ...known, state, open: this.openAfter(known.open, state, fresh) };
    if (this.later.length > 0) this.closeGap();
  }

  private openAfter(open: OpenState, state: SessionState, events: readonly NumberedEvent[]): OpenState {
    const next = withoutTold(open, state);
    if (open.message !== null && next.message === null) keepWritten(this.id, open.message);
    return events.some(endsTurn) ? { ...next, activity: null } : next;
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
      if (!this.reading) this.advance();
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
    if (open !== known.open) this.shown.value = { ...known, open: withoutTold(open, known.state) };
  }
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

/** Reads the parts before those that are here. */
export const readEarlier = async (id: string): Promise<void> => all.get(id)?.readEarlier();

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
