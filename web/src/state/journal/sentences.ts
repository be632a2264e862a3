/** What the journal's lines say: an entry as a person reads it. */
import { ends } from "../../wire/feed";
import type { EntryKind, KnownEntry, Review } from "../../wire/types.gen";
import { modeName } from "../going_on";
import { withdrawnWords } from "../inbox";
import type { JournalLine } from "./lines";
import { aboutGate, cut, gateVerb, isOfGate, saidIn, text } from "./gate";
import { aboutSession, isOfSession, SESSION_VERBS } from "./sessions";
import { MARK_KINDS } from "../mark_kinds";

interface Sentence {
  verb: string;
  /** What it was about, in the agent's words or the desk's. */
  about: string;
  /** It is a command, and stands as machines speak. */
  mono: boolean;
  /** What the person said. */
  said: string;
  who: string;
  hand: Hand;
  took_ms: number | null;
}

/** Whose hand it was: yours in pen, nobody's in heed. */
export type Hand = "person" | "nobody" | "other";

/** By a word of an entry's body, which may be any. */
const KINDS: Readonly<Record<string, { verb: string }>> = MARK_KINDS;
const VERDICT_VERBS: Record<string, string> = { approved: "Approved", changes_requested: "Changes requested" };

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

const SERVER_KINDS = ["agent_server_attached", "agent_server_detached", "agent_server_connected", "agent_server_lost", "agent_server_misunderstood", "saved_grant_taken_back"] as const;
type ServerKind = (typeof SERVER_KINDS)[number];
const isOfServer = (kind: EntryKind): kind is ServerKind => (SERVER_KINDS as readonly string[]).includes(kind);

function serverVerb(kind: ServerKind): string {
  switch (kind) {
    case "agent_server_attached": return "Server attached:";
    case "agent_server_detached": return "Server detached:";
    case "agent_server_connected": return "Connected to";
    case "agent_server_lost": return "No longer connected to";
    case "agent_server_misunderstood": return "Not understood, and not answered:";
    case "saved_grant_taken_back": return "Taken back at the agent:";
  }
}

/** Which server, and what it said of itself. */
function aboutServer({ body }: KnownEntry): string {
  const parts = [body["title"], body["address"], body["version"], body["type"], body["why"]].map(text);
  return parts.filter((part) => part !== "").map(cut).join(", ");
}

function verbOf(entry: KnownEntry): string {
  const { kind, body } = entry;
  if (isOfServer(kind)) return serverVerb(kind);
  if (isOnPages(kind)) return pageVerbOf(entry, kind);
  if (isOfGate(kind)) return gateVerb(entry, kind);
  if (isOfSession(kind)) return SESSION_VERBS[kind];
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
    case "annotation_received": return `A mark of ${text(body["author"])} came to`;
    case "annotation_chosen": return "Another reviewer’s mark chosen for the answer in";
    case "annotation_left_out": return "Another reviewer’s mark left out of the answer in";
    case "review_shared": return body["form"] === "file" ? "Marks put into the file of" : "Shared by a link:";
    case "marks_carried": return "Marks looked for in";
    case "image_added": return "Image added";
    case "other_text_approved": return "Went on with another text than the approved one:";
    case "agent_left": return "Stopped waiting for";
    case "agent_returned": return "Waits again for";
    case "plan_missing": return "Asked without a plan";
    case "plan_files_refused": return "Files of a plan refused:";
    case "settings_changed": return "Setting changed";
    case "signed_in": return "Signed in";
    case "signed_out": return "Signed out";
    case "hub_started": return "Hub started";
    case "hub_stopped": return "Hub stopped";
    case "signing_key_made": return "Key for checkpoints made:";
    case "checkpoint_signed": return "Checkpoint signed of entry";
    case "entries_dropped": return "Old entries dropped:";
    case "item_forgotten": return body["why"] === "retention" ? "Forgotten, by the setting keep_days:" : "Forgotten:";
    case "journal_cut": return "The journal had lost its end:";
    case "notice_begun": return body["items"] === "[]" ? "Test of notifications begun:" : "Told elsewhere that something waits:";
    case "notice_sent": return "Notification sent to";
    case "notice_failed": return "Notification not sent to";
    case "own_agent_added": return "Agent added:";
    case "own_agent_removed": return "Agent removed:";
    case "entry_unreadable": return `Entry ${String(entry.seq)} cannot be read:`;
  }
}

/** Why a service did not take a notification. */
const UNSENT: Record<string, string> = {
  refused: "it refused",
  unreachable: "not reached",
  too_slow: "it took too long",
  not_installed: "apprise is not installed",
  bad_address: "no address that apprise understands",
  failed: "it did not take the message",
  interrupted: "the hub ended meanwhile",
  over: "nothing waited any more",
  too_many: "too many were on their way",
};

/** To which services; how often it was tried, and why it failed. */
function aboutNotice({ kind, body }: KnownEntry): string {
  if (kind === "notice_begun") return (JSON.parse(text(body["services"]) || "[]") as string[]).join(", ");
  const attempts = typeof body["attempts"] === "number" && body["attempts"] > 1 ? `${String(body["attempts"])} attempts` : "";
  const status = typeof body["status"] === "number" ? `HTTP ${String(body["status"])}` : "";
  return [text(body["service"]), UNSENT[text(body["why"])] ?? "", status, attempts].filter((part) => part !== "").join(", ");
}

/** What was marked, or said, and on which page; of a file, what became of it. */
function aboutPage(body: KnownEntry["body"]): string {
  const counted = (["added", "changed", "removed"] as const).filter((what) => typeof body[what] === "number" && body[what] > 0);
  if (counted.length > 0) return counted.map((what) => `${String(body[what])} ${what}`).join(", ");
  const words = text(body["quote"]) || text(body["note"]) || text(body["kept_as"]) || text(body["why"]) || text(body["root"]);
  return [cut(words), text(body["page"])].filter((part) => part !== "").join(", ");
}

function aboutReview(entry: KnownEntry, review: Review | null): string {
  const { body, item, kind } = entry;
  if (item === null) return "";
  const title = entry.title ?? (text(body["title"]) || "a plan");
  const number = item.number > 1 ? `, revision ${String(item.number)}` : "";
  const why = kind === "review_withdrawn" ? `, ${withdrawnWords(text(body["reason"]) || null)}` : "";
  const mode = text(body["mode"]);
  const onward = kind === "review_decided" && mode !== "" ? `, goes on: ${modeName(review?.modes ?? [], mode)}` : "";
  return `${title}${number}${why}${onward}`;
}

function aboutOf(entry: KnownEntry, review: Review | null): string {
  const { body, item, kind } = entry;
  if (kind === "settings_changed") return body["name"] === "labels" ? "quick labels" : `${text(body["name"])}: ${String(body["value"])}`;
  if (kind === "hub_started" || kind === "hub_stopped") return text(body["version"]);
  if (kind === "signing_key_made") return text(body["key"]);
  if (kind === "checkpoint_signed") return String(body["size"]);
  if (kind === "entries_dropped") return `${String(body["first"])} to ${String(body["last"])}, older than ${String(body["days"])} days`;
  if (kind === "entry_unreadable") return text(body["why"]);
  if (kind === "journal_cut") return `entry ${String(body["had"])} was the last, ${String(body["found"])} was found; copy: ${text(body["kept_as"])}`;
  if (kind === "own_agent_removed") return text(body["agent"]);
  if (kind === "own_agent_added") return cut(`${text(body["title"]) || text(body["agent"])}, started by ${text(body["command"])}`);
  if (kind.startsWith("notice_")) return aboutNotice(entry);
  if (isOnPages(kind)) return aboutPage(body);
  if (isOfServer(kind)) return aboutServer(entry);
  if (isOfSession(kind)) return aboutSession(entry);
  if (isOfGate(kind) || (item !== null && item.kind !== "review")) return aboutGate(entry);
  return aboutReview(entry, review);
}

type Author = Pick<Sentence, "who" | "hand">;
const YOU: Author = { who: "You", hand: "person" };
const NOBODY: Author = { who: "Nobody", hand: "nobody" };
const other = (who: string): Author => ({ who, hand: "other" });

function actorOf(line: JournalLine): Author {
  const { actor, agent_name } = line;
  switch (actor.kind) {
    // Before there were page visitors, what came from a page was the person's.
    case "person": return actor.id === "page" ? other("A page visitor") : YOU;
    case "page_visitor": return other("A page visitor");
    case "hand": return other(actor.id === "program" ? "A program" : "By hand");
    case "timeout": return NOBODY;
    case "agent": return other(actor.id === "way-in" ? "A dev server" : (agent_name ?? actor.id));
    case "policy": return other(actor.id === "hub" ? "The hub" : "Policy");
    case "rule": return other(`Rule: ${actor.id}`);
  }
}

/** Who or what decided, where a line says more than who wrote it. */
function authorOf(line: JournalLine): Author {
  if (line.item === null) return actorOf(line);
  switch (line.decider) {
    case "rule": return other(`Rule: ${line.decider_id ?? ""}`);
    case "grant": return other("Your grant");
    case "session": return other("Allowed for this session");
    case "mode": return other(`Mode: ${line.decider_id ?? ""}`);
    case "timeout": return NOBODY;
    case "agent": return other(line.agent_name ?? line.actor.id);
    default: return actorOf(line);
  }
}

/** An entry as a person reads it. */
export function sentenceOf(line: JournalLine, review: Review | null): Sentence {
  const took_ms = line.asked_at !== null && ends(line) ? Date.parse(line.at) - Date.parse(line.asked_at) : null;
  const mono = line.item?.kind === "permission" && line.tool_kind === "bash";
  return { verb: verbOf(line), about: aboutOf(line, review), mono, said: saidIn(line), ...authorOf(line), took_ms };
}
