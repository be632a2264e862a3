/** The journal as a list of sentences, read page by page from the newest back. */
import { signal } from "@preact/signals";
import { fetchJournal } from "../wire/client";
import type { Entry, Review } from "../wire/types";
import { withdrawnWords } from "./inbox";
import { dayKey } from "./words";

const PAGE = 100;

export const entries = signal<readonly Entry[]>([]);
export const everything = signal(false);
export const wholeJournal = signal(false);
let loading = false;

const ENDINGS = new Set(["review_decided", "review_expired", "review_withdrawn"]);
export const isDecision = (entry: Entry) => ENDINGS.has(entry.kind);

export async function loadEarlier(): Promise<void> {
  if (loading || wholeJournal.peek()) return;
  loading = true;
  try {
    const oldest = entries.peek().at(-1)?.seq ?? null;
    const page = (await fetchJournal(oldest, PAGE)).entries.toSorted((one, other) => other.seq - one.seq);
    const known = new Set(entries.peek().map((entry) => entry.seq));
    const fresh = page.filter((entry) => !known.has(entry.seq));
    entries.value = [...entries.peek(), ...fresh];
    wholeJournal.value = fresh.length === 0 || (page.at(-1)?.seq ?? 1) <= 1;
  } finally {
    loading = false;
  }
}

/** The feed's newest line goes on top, if the journal has been opened at all. */
export function addEntry(entry: Entry): void {
  const [newest] = entries.peek();
  if (newest !== undefined && entry.seq > newest.seq) entries.value = [entry, ...entries.peek()];
}

export interface Day {
  key: string;
  at: string;
  entries: Entry[];
}

export function byDay(list: readonly Entry[]): Day[] {
  const days: Day[] = [];
  for (const entry of list) {
    const key = dayKey(entry.at);
    const day = days.at(-1);
    if (day?.key === key) day.entries.push(entry);
    else days.push({ key, at: entry.at, entries: [entry] });
  }
  return days;
}

export interface Sentence {
  verb: string;
  /** What it was about, in the agent's words or the desk's. */
  about: string;
  who: string;
  hand: "person" | "nobody" | "other";
  took_ms: number | null;
}

const markVerbs: Record<string, string> = {
  deletion: "Marked for removal",
  insertion: "Added words",
  replacement: "Changed words",
  comment: "Commented",
  note: "Noted on the whole",
};
const VERDICT_VERBS: Record<string, string> = { approved: "Approved", changes_requested: "Changes requested" };
const text = (value: unknown) => (typeof value === "string" ? value : "");

function verbOf({ kind, body }: Entry): string {
  switch (kind) {
    case "review_opened": return "Asked";
    case "revision_added": return "Asked again";
    case "review_seen": return "Looked at";
    case "review_decided": return VERDICT_VERBS[text(body["verdict"])] ?? "Decided";
    case "review_expired": return "Expired";
    case "review_withdrawn": return "Withdrawn";
    case "answer_delivered": return "Answer delivered";
    case "answer_received": return "Answer received";
    case "notes_delivered": return "Notes delivered";
    case "annotation_added": return `${markVerbs[text(body["kind"])] ?? "Marked"} in`;
    case "annotation_changed": return "Mark changed in";
    case "annotation_removed": return "Mark taken back in";
    case "annotation_restored": return "Mark restored in";
    case "annotation_kept": return "Mark kept in";
    case "annotation_unkept": return "Mark not kept after all in";
    case "annotation_addressed": return "Mark set to addressed in";
    case "annotation_reopened": return "Mark opened again in";
    case "marks_carried": return "Marks looked for in";
    case "image_added": return "Image added";
    case "other_text_approved": return "Went on with another text than the approved one:";
    case "agent_left": return "Stopped waiting for";
    case "agent_returned": return "Waits again for";
    case "plan_missing": return "Asked without a plan";
    case "settings_changed": return "Setting changed";
    case "signed_in": return "Signed in";
    case "signed_out": return "Signed out";
    case "hub_started": return "Hub started";
    case "hub_stopped": return "Hub stopped";
  }
}

function aboutOf(entry: Entry): string {
  const { body, revision, kind } = entry;
  if (kind === "settings_changed") return body["name"] === "labels" ? "quick labels" : `${text(body["name"])}: ${String(body["value"])}`;
  if (kind === "hub_started" || kind === "hub_stopped") return text(body["version"]);
  if (entry.review === null) return "";
  const title = entry.title ?? (text(body["title"]) || "a plan");
  const number = (revision ?? 1) > 1 ? `, revision ${String(revision)}` : "";
  const why = kind === "review_withdrawn" ? `, ${withdrawnWords(text(body["reason"]) || null)}` : "";
  return `${title}${number}${why}`;
}

function whoOf(entry: Entry, review: Review | null): Pick<Sentence, "who" | "hand"> {
  switch (entry.actor.kind) {
    case "person": return { who: "You", hand: "person" };
    case "timeout": return { who: "Nobody", hand: "nobody" };
    case "agent": return { who: review?.agent_name ?? entry.actor.id ?? "An agent", hand: "other" };
    case "policy": return { who: entry.actor.id === "hub" ? "The hub" : "Policy", hand: "other" };
    default: return { who: entry.actor.id ?? entry.actor.kind, hand: "other" };
  }
}

/** An entry as a person reads it; `asked_at` is when its revision was opened, if that is known. */
export function sentenceOf(entry: Entry, review: Review | null, asked_at: string | null): Sentence {
  const took_ms = asked_at !== null && ENDINGS.has(entry.kind) ? Date.parse(entry.at) - Date.parse(asked_at) : null;
  return { verb: verbOf(entry), about: aboutOf(entry), ...whoOf(entry, review), took_ms };
}

/** When each revision was asked about, from the entries at hand. */
export function askedTimes(list: readonly Entry[]): Map<string, string> {
  const asked = list.filter((entry) => entry.kind === "review_opened" || entry.kind === "revision_added");
  return new Map(asked.map((entry) => [revisionKey(entry), entry.at]));
}

export const revisionKey = (entry: Entry) => `${entry.review ?? ""}#${String(entry.revision ?? 1)}`;
