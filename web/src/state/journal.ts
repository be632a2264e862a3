/** The journal as a list of sentences, read page by page from the newest back. */
import { signal } from "@preact/signals";
import { fetchJournal } from "../wire/client";
import { ends, isKnown, opens } from "../wire/feed";
import type { EntryKind, KnownEntry } from "../wire/types.gen";
import { MARK_KINDS } from "./mark_kinds";
import { modeName } from "./going_on";
import { withdrawnWords } from "./inbox";
import type { Item } from "./items";
import { aboutGate, gateVerb, isOfGate } from "./journal_gate";
import { dayKey } from "./words";

const PAGE = 100;

export const entries = signal<readonly KnownEntry[]>([]);
export const everything = signal(false);
export const wholeJournal = signal(false);
let loading = false;

const DECIDED_ON_PAGES = new Set(["Addressed", "Accepted"]);
/** What every list shows: it may stand for a decision. */
const LOSSES = new Set(["entry_unreadable", "journal_cut"]);
export const isDecision = (entry: KnownEntry) => LOSSES.has(entry.kind) || ends(entry) || DECIDED_ON_PAGES.has(verbOf(entry));

export async function loadEarlier(): Promise<void> {
  if (loading || wholeJournal.peek()) return;
  loading = true;
  try {
    const oldest = entries.peek().at(-1)?.seq ?? null;
    const page = (await fetchJournal(oldest, PAGE)).entries.toSorted((one, other) => other.seq - one.seq);
    const known = new Set(entries.peek().map((entry) => entry.seq));
    const fresh = page.filter(isKnown).filter((entry) => !known.has(entry.seq));
    entries.value = [...entries.peek(), ...fresh];
    wholeJournal.value = fresh.length === 0 || (page.at(-1)?.seq ?? 1) <= 1;
  } finally {
    loading = false;
  }
}

/** The feed's newest line goes on top, if the journal has been opened at all. */
export function addEntry(entry: KnownEntry): void {
  const [newest] = entries.peek();
  if (newest !== undefined && entry.seq > newest.seq) entries.value = [entry, ...entries.peek()];
}

export interface Day {
  key: string;
  at: string;
  entries: KnownEntry[];
}

export function byDay(list: readonly KnownEntry[]): Day[] {
  const days: Day[] = [];
  for (const entry of list) {
    const key = dayKey(entry.at);
    const day = days.at(-1);
    // The time of an entry that cannot be read may be none: it stands where its number puts it.
    if (day !== undefined && (day.key === key || entry.kind === "entry_unreadable")) day.entries.push(entry);
    else days.push({ key, at: entry.at, entries: [entry] });
  }
  return days;
}

interface Sentence {
  verb: string;
  /** What it was about, in the agent's words or the desk's. */
  about: string;
  who: string;
  hand: "person" | "nobody" | "other";
  took_ms: number | null;
}

/** By a word of an entry's body, which may be any. */
const KINDS: Readonly<Record<string, { verb: string }>> = MARK_KINDS;
const VERDICT_VERBS: Record<string, string> = { approved: "Approved", changes_requested: "Changes requested" };
const text = (value: unknown) => (typeof value === "string" ? value : "");

type PageKind = Extract<EntryKind, `page_${string}`>;
const isOnPages = (kind: EntryKind): kind is PageKind => kind.startsWith("page_");

/** An agent that writes to an annotation has changed its status, or says what its words are now. */
function changeVerb({ actor, body }: KnownEntry): string {
  if (actor.kind === "agent" && body["status"] === "addressed") return "Addressed";
  return actor.kind === "agent" && body["status"] === "in_progress" ? "Took up" : "Annotation changed:";
}

function pageVerbOf(entry: KnownEntry, kind: PageKind): string {
  switch (kind) {
    case "page_site_added": return "Pages are reviewed of";
    case "page_site_returned": return "Dev server came back of";
    case "page_site_forgotten": return "Pages no longer reviewed of";
    case "page_change_intended": return "Change of a page file intended";
    case "page_change_dropped": return "Change of a page file did not come about";
    case "page_annotation_added": return "Annotated";
    case "page_annotation_changed": return changeVerb(entry);
    case "page_annotation_replied": return "Replied to";
    case "page_annotation_removed": return entry.body["status"] === "addressed" ? "Accepted" : "Annotation deleted:";
    case "page_note_added": return "Noted on the page";
    case "page_note_changed": return "Page note changed on";
    case "page_note_removed": return "Page note deleted on";
    case "page_file_changed": return "Page file changed elsewhere:";
    case "page_file_broken": return "Page file cannot be read:";
    case "page_file_set_aside": return "Page file set aside as";
  }
}

function verbOf(entry: KnownEntry): string {
  const { kind, body } = entry;
  if (isOnPages(kind)) return pageVerbOf(entry, kind);
  if (isOfGate(kind)) return gateVerb(entry, kind);
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
    case "annotation_added": return `${KINDS[text(body["kind"])]?.verb ?? "Marked"} in`;
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
    case "journal_cut": return "The journal had lost its end:";
    case "signing_key_made": return "Key for checkpoints made:";
    case "checkpoint_signed": return "Checkpoint signed of entry";
    case "entries_dropped": return "Old entries dropped:";
    case "entry_unreadable": return `Entry ${String(entry.seq)} cannot be read:`;
  }
}

const CUT = 90;
const cut = (words: string) => (words.length <= CUT ? words : `${words.slice(0, CUT).trimEnd()} …`);

/** What was marked, or said, and on which page; of a file, what became of it. */
function aboutPage(body: KnownEntry["body"]): string {
  const counted = (["added", "changed", "removed"] as const).filter((what) => typeof body[what] === "number" && body[what] > 0);
  if (counted.length > 0) return counted.map((what) => `${String(body[what])} ${what}`).join(", ");
  const words = text(body["quote"]) || text(body["note"]) || text(body["kept_as"]) || text(body["why"]) || text(body["root"]);
  return [cut(words), text(body["page"])].filter((part) => part !== "").join(", ");
}

function aboutOf(entry: KnownEntry, about: Item | null): string {
  const { body, item, kind } = entry;
  if (kind === "settings_changed") return body["name"] === "labels" ? "quick labels" : `${text(body["name"])}: ${String(body["value"])}`;
  if (kind === "hub_started" || kind === "hub_stopped") return text(body["version"]);
  if (kind === "entry_unreadable") return text(body["why"]);
  if (kind === "journal_cut") return `entry ${String(body["had"])} was the last, ${String(body["found"])} was found; copy: ${text(body["kept_as"])}`;
  if (kind === "signing_key_made") return text(body["key"]);
  if (kind === "checkpoint_signed") return String(body["size"]);
  if (kind === "entries_dropped") return `${String(body["first"])} to ${String(body["last"])}, older than ${String(body["days"])} days`;
  if (isOnPages(kind)) return aboutPage(body);
  if (isOfGate(kind)) return aboutGate(entry);
  if (item === null) return "";
  const title = entry.title ?? (text(body["title"]) || "a plan");
  const number = item.number > 1 ? `, revision ${String(item.number)}` : "";
  const why = kind === "review_withdrawn" ? `, ${withdrawnWords(text(body["reason"]) || null)}` : "";
  const mode = text(body["mode"]);
  const onward = kind === "review_decided" && mode !== "" ? `, goes on: ${modeName(about?.item_kind === "review" ? about.modes : [], mode)}` : "";
  return `${title}${number}${why}${onward}`;
}

const VISITOR = { who: "A page visitor", hand: "other" } as const;

function whoOf(entry: KnownEntry, about: Item | null): Pick<Sentence, "who" | "hand"> {
  switch (entry.actor.kind) {
    // Before there were page visitors, what came from a page was the person's.
    case "person": return entry.actor.id === "page" ? VISITOR : { who: "You", hand: "person" };
    case "page_visitor": return VISITOR;
    case "hand": return { who: entry.actor.id === "program" ? "A program" : "By hand", hand: "other" };
    case "timeout": return { who: "Nobody", hand: "nobody" };
    case "agent": if (entry.actor.id === "way-in") return { who: "A dev server", hand: "other" };
      return { who: about?.agent_name ?? entry.actor.id, hand: "other" };
    case "policy": return { who: entry.actor.id === "hub" ? "The hub" : "Policy", hand: "other" };
    case "rule": return { who: entry.actor.id, hand: "other" };
  }
}

/** An entry as a person reads it; `asked_at` is when its revision was opened, if that is known. */
export function sentenceOf(entry: KnownEntry, about: Item | null, asked_at: string | null): Sentence {
  const took_ms = asked_at !== null && ends(entry) ? Date.parse(entry.at) - Date.parse(asked_at) : null;
  return { verb: verbOf(entry), about: aboutOf(entry, about), ...whoOf(entry, about), took_ms };
}

/** When each revision was asked about, from the entries at hand. */
export function askedTimes(list: readonly KnownEntry[]): Map<string, string> {
  const asked = list.filter(opens);
  return new Map(asked.map((entry) => [revisionKey(entry), entry.at]));
}

export const revisionKey = (entry: KnownEntry) => `${entry.item?.id ?? ""}#${String(entry.item?.number ?? 1)}`;
