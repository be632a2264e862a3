/** The sessions that this desk knows of, for the rail and for lists; what one holds is read when it is shown. */
import { computed, signal } from "@preact/signals";
import { HubError } from "../../wire/client";
import { fetchSessions } from "../../wire/sessions";
import type { KnownEntry, ListedSession } from "../../wire/types.gen";
import { keep, kept } from "../keep";

/** What changed last comes first. */
export const sessions = signal<readonly ListedSession[]>([]);
export const sessionLine = (id: string | null) => sessions.value.find((line) => line.id === id) ?? null;

/** Those that stand in the rail: whoever closes one takes it out. */
const MOST_LISTED = 30;
export const openSessions = computed(() => sessions.value.filter(({ closed }) => !closed).slice(0, MOST_LISTED));
export const runningCount = computed(() => sessions.value.filter(({ closed, connection }) => !closed && connection === "initialised").length);

/** The session whose turn has ended last while this desk was open. */
export const rested = signal<ListedSession | null>(null);

/** Those whose turn has ended since the list was read last: a quick one begins and ends between two lists. */
const ended = new Set<string>();
const hasRested = (over: ReadonlySet<string>, { id, working, closed }: ListedSession) => !working && !closed && over.has(id);

const SETTLE_MS = 150;
let timer = 0;
let loading = false;
let again = false;

/** One request at a time; what happens meanwhile asks once more. */
export async function loadSessions(): Promise<void> {
  if (loading) return void (again = true);
  loading = true;
  const over = new Set(ended);
  ended.clear();
  try {
    sessions.value = (await fetchSessions("")).sessions;
    for (const line of sessions.peek()) if (hasRested(over, line)) rested.value = line;
  } catch (failure) {
    // Until the next entry or visit, the old list is better than none.
    if (!(failure instanceof HubError)) throw failure;
    for (const id of over) ended.add(id);
  } finally {
    loading = false;
  }
  if (again) {
    again = false;
    await loadSessions();
  }
}

const isOfSession = ({ kind }: Pick<KnownEntry, "kind">) => kind.startsWith("session_");

/** An agent does much in a moment: the list is asked for when it rests, and now and then while it does not. */
export function takeSessionEntry(entry: KnownEntry): void {
  if (!isOfSession(entry)) return;
  const now = entry.session_now;
  if (now?.event.type === "prompt_answered" || now?.event.type === "prompt_interrupted") ended.add(now.session);
  if (timer !== 0) return;
  timer = window.setTimeout(() => {
    timer = 0;
    void loadSessions();
  }, SETTLE_MS);
}

const SEEN = "sessions_seen";

function readSeen(): ReadonlyMap<string, number> {
  const value = kept(SEEN);
  if (typeof value !== "object" || value === null) return new Map();
  return new Map(Object.entries(value).filter((pair): pair is [string, number] => typeof pair[1] === "number"));
}

/** Up to which event this browser has shown each session. */
const seen = signal(readSeen());
export const seenOf = (id: string) => seen.value.get(id) ?? null;

export function markSessionSeen(id: string, number: number): void {
  if ((seen.peek().get(id) ?? -1) >= number) return;
  const known = new Set(sessions.peek().map((line) => line.id));
  const next = new Map([...seen.peek()].filter(([each]) => known.has(each))).set(id, number);
  seen.value = next;
  keep(SEEN, Object.fromEntries(next));
}

/** Something came to rest since it was looked at: a turn has ended, or it waits. */
export const hasNews = ({ id, number, working, waiting }: ListedSession) => (!working || waiting > 0) && number > (seenOf(id) ?? number);
