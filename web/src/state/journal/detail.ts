/** What is known of one line beside its sentence: when it was shown, sent and received, and of which text it is. */
import { ends, opens } from "../../wire/feed";
import type { JournalLine } from "./lines";
import { text } from "./gate";
import { capitalised, exactTime, plural, shortDigest } from "../words";

/** "14:29:48.114" */
function momentTime(iso: string): string {
  const ms = new Date(iso).getMilliseconds();
  return `${exactTime(iso)}.${String(ms).padStart(3, "0")}`;
}

const isSameVersion = (one: JournalLine, other: JournalLine) => one.item?.id === other.item?.id && one.item?.number === other.item?.number;

function marksIn(annotations: unknown): number {
  const list: unknown = JSON.parse(text(annotations) || "[]");
  return Array.isArray(list) ? list.length : 0;
}

/** What went along with an answer. */
function alongWith({ kind, body }: JournalLine): string[] {
  if (kind !== "review_decided") return [];
  const marks = marksIn(body["annotations"]);
  return [marks === 0 ? "" : `${plural(marks, "mark")}.`, text(body["notes"]) === "" ? "" : "With notes."].filter((part) => part !== "");
}

const SENT = new Set(["review_decided", "permission_decided", "question_answered"]);

/** The way of a version: shown, sent or over, received. */
function wayOf(line: JournalLine, story: readonly JournalLine[]): string {
  const own = story.filter((each) => isSameVersion(each, line)).toSorted((one, other) => one.seq - other.seq);
  const first = (kinds: RegExp) => own.find(({ kind }) => kinds.test(kind));
  const [asked, shown, end] = [own.find(opens), first(/_seen$/u), own.find(ends)];
  const received = first(/^answer_received$/u) ?? first(/^answer_delivered$/u);
  const lost = first(/^delivery_failed$/u);
  const parts = [
    asked === undefined ? "" : `asked ${exactTime(asked.at)}`,
    shown === undefined ? "" : `shown ${exactTime(shown.at)}`,
    end === undefined ? "" : `${SENT.has(end.kind) ? "sent" : "over"} ${momentTime(end.at)}`,
    received === undefined ? "" : `received ${momentTime(received.at)}`,
    received === undefined && lost !== undefined ? `not delivered ${momentTime(lost.at)}` : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : `${parts.join(", ").replace(/^./u, (letter) => letter.toUpperCase())}.`;
}

/** By which rule, and where that stands. */
function ruleOf({ body }: JournalLine): string {
  if (body["decider"] !== "rule") return "";
  const line = typeof body["rule_line"] === "number" ? `, line ${String(body["rule_line"])}` : "";
  const file = text(body["rule_file_sha256"]);
  return `Rule ${text(body["decider_id"])}${line}${file === "" ? "" : ` of file ${shortDigest(file)}`}.`;
}

interface LineDetail {
  sentences: string;
  /** Of the text that was shown; empty without one. */
  digest: string;
}

export function detailOf(line: JournalLine, story: readonly JournalLine[]): LineDetail {
  const sentences = line.item === null ? [] : [wayOf(line, story), ...alongWith(line), ruleOf(line)];
  return {
    sentences: [...sentences, `Entry ${line.seq.toLocaleString("en-GB")}.`].filter((part) => part !== "").join(" "),
    digest: line.shown_sha256 === null ? "" : shortDigest(line.shown_sha256),
  };
}

/** What stands in the sentence, or at the top of the record, already. */
const SAID = new Set(["title", "agent", "workspace", "outcome", "decider"]);
const NAMES: Record<string, string> = {
  tool_kind: "Kind of tool",
  sub_agent: "Part of the agent",
  call_id: "The agent’s own id",
  point: "Asked",
  stops_turn: "Stops the turn",
  decider_id: "Decided by",
  rule_file_sha256: "Rules file",
  rule_line: "Line",
  sha256: "Digest",
};
const POINTS: Record<string, string> = { before_use: "before the call", dialog: "beside the agent’s own dialog" };

function sayableWords(name: string, value: string | number | boolean): string {
  if (name === "point") return POINTS[String(value)] ?? String(value);
  if (typeof value === "boolean") return "yes";
  return name === "until" && typeof value === "number" ? new Date(value).toISOString() : String(value);
}

/** What an entry says in itself, by name; what is empty or stands elsewhere is left out. */
export function saysOf({ body }: JournalLine): [string, string][] {
  return Object.entries(body).flatMap(([name, value]): [string, string][] => {
    if (SAID.has(name) || value === null || value === "" || value === "[]" || value === "{}" || value === false) return [];
    return [[NAMES[name] ?? capitalised(name.replaceAll("_", " ")), sayableWords(name, value)]];
  });
}
