/** Entries of a page file as the desk shows them; whatever is not as it should be is left out, never believed. */
import type { PageStatus } from "../../wire/pages";
import { shownPicture } from "./links";

/** Anybody may write the file, so nothing about an entry is taken for granted here. */
export type PageEntry = Readonly<Record<string, unknown>>;

export interface Reply {
  words: string;
  by: "agent" | "you";
  at: string | null;
}

interface Common {
  id: string;
  url: string;
  title: string;
  note: string;
  created_at: string | null;
  updated_at: string | null;
}

export type PageNote = Common;

/** The words or the element that was marked. */
export type Marked =
  | { kind: "text"; quote: string; before: string; after: string; replaced: string | null }
  | { kind: "element"; description: string; selector: string; preview: string; also: string[] };

export interface PageMark extends Common {
  marked: Marked;
  status: PageStatus;
  /** When it came to this status, if it is not the first one. */
  status_at: string | null;
  replies: Reply[];
  /** "src/pages/index.astro:12" */
  source: string | null;
  component: string | null;
  picture: string | null;
}

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});
const text = (value: unknown) => (typeof value === "string" ? value : "");
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function time(value: unknown): string | null {
  return typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : null;
}

function common(entry: Fields): Common | null {
  const id = text(entry["id"]);
  if (id === "") return null;
  return {
    id,
    url: text(entry["pageUrl"]),
    title: text(entry["pageTitle"]),
    note: text(entry["note"]),
    created_at: time(entry["createdAt"]),
    updated_at: time(entry["updatedAt"]),
  };
}

export const readNote = (entry: PageEntry): PageNote | null => common(fieldsOf(entry));

/** As the page file's own rule has it: what was resolved once is addressed. */
function statusOf(entry: Fields): PageStatus {
  const { status } = entry;
  if (status === "addressed" || status === "resolved") return "addressed";
  if (status === "in_progress" || status === "open") return status;
  return time(entry["resolvedAt"]) === null ? "open" : "addressed";
}

function statusTime(entry: Fields, status: PageStatus): string | null {
  if (status === "open") return null;
  return status === "in_progress" ? time(entry["inProgressAt"]) : (time(entry["addressedAt"]) ?? time(entry["resolvedAt"]));
}

function readReply(value: unknown): Reply[] {
  const reply = fieldsOf(value);
  const words = text(reply["message"]);
  return words === "" ? [] : [{ words, by: reply["role"] === "reviewer" ? "you" : "agent", at: time(reply["createdAt"]) }];
}

function readMarked(entry: Fields): Marked {
  if (entry["type"] === "element") {
    const selector = fieldsOf(entry["elementSelector"]);
    const also = list(entry["also"]).map((one) => text(fieldsOf(one)["description"])).filter((words) => words !== "");
    const css = text(selector["cssSelector"]);
    return { kind: "element", description: text(selector["description"]) || css, selector: css, preview: text(selector["outerHtmlPreview"]), also };
  }
  const range = fieldsOf(entry["range"]);
  const replaced = text(entry["replacedText"]);
  return {
    kind: "text",
    quote: text(entry["selectedText"]),
    before: text(range["contextBefore"]),
    after: text(range["contextAfter"]),
    replaced: replaced === "" ? null : replaced,
  };
}

function sourceOf(value: unknown): string | null {
  const { file, line } = fieldsOf(value);
  if (typeof file !== "string" || file === "") return null;
  return typeof line === "number" ? `${file}:${line}` : file;
}

export function readMark(entry: PageEntry): PageMark | null {
  const fields = fieldsOf(entry);
  const about = common(fields);
  if (about === null) return null;
  const status = statusOf(fields);
  return {
    ...about,
    marked: readMarked(fields),
    status,
    status_at: statusTime(fields, status),
    replies: list(fields["replies"]).flatMap(readReply),
    source: sourceOf(fields["source"]),
    component: text(fieldsOf(fields["source"])["component"]) || null,
    picture: shownPicture(fields["picture"]),
  };
}

/** What a mark is called where there is only one line for it. */
export function nameOfMark({ marked }: PageMark): string {
  return marked.kind === "text" ? marked.quote : marked.description;
}
