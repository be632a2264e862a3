/**
 * All pages' notes and annotations as Markdown for an agent: seed 002, section 9; src/countermark/model/pages/export.py
 * writes the same, and tests/vectors/pages_export.json holds both sides to it. Plain words come out as the seed has them;
 * other words cannot leave their place, and what nobody would see is written as an escape.
 */
import { isFields, list, words } from "./reading";
import { statusOf } from "./status";
import type { Annotation, AnnotationStatus, PageReply, ReviewStore } from "./types";

const HEADING = "# Inline Review — Copy Annotations";
const NOTHING = "No annotations or notes yet.";
const NOTHING_SUCH = "No annotations or notes with this status.";
const RULE = "\n\n---\n\n";
const INDENT = "   ";
const BREAK = /\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]/u;
const BREAKS = /[\n\r\x0b\x0c\x85\u2028\u2029]+/gu;
// Controls, directions, zero widths, halves of a pair, tags, selectors of another look that no emoji needs. A joiner between
// two letters or emoji, and one selector after an emoji, belong to what is seen.
const HIDDEN =
  "\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u00ad\\u061c\\u180b-\\u180f\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f" +
  "\\ufe00-\\ufe0d\\ufeff\\ufff9-\\ufffb\\ud800-\\udfff\\u{e0000}-\\u{e0fff}";
const [JOINER, LOOK] = ["[\\u200c\\u200d]", "[\\ufe0e\\ufe0f]"];
const UNSEEN = new RegExp(
  `[${HIDDEN}]|(?<![^\\x00-\\x7f${HIDDEN}])${JOINER}|${JOINER}(?![^\\x00-\\x7f${HIDDEN}])` +
    `|(?<=${JOINER})${JOINER}|${JOINER}(?=${JOINER})|(?<=${LOOK}{2})${JOINER}|(?<=${LOOK})${LOOK}`,
  "gu",
);
const BLOCK = /^(?:#{1,6}(?!\S)|[-+*](?!\S)|>|`{3}|~{3}|[-*_=][-*_=\t ]*$|[<|])/u;
const NUMBER = /^([0-9]{1,9})[.)](?!\S)/u;
const ROLE = /^([ \t]*)([*_]+[ \t]*(?:Agent|Reviewer)(?![A-Za-z]))/i;

function escape(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const hex = point.toString(16);
  return point < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\u{${hex}}`;
}

const shown = (text: string) => text.replace(UNSEEN, escape);
const line = (text: string) => shown(text.replace(BREAKS, " "));
const lines = (text: string) => text.split(BREAK).map(shown);
/** Is there anything but blanks? */
const says = (text: string) => /[^ \t\r\n]/.test(text);
const starless = (text: string) => text.replaceAll("**", "\\*\\*");

/** A text as code in one line. */
function code(text: string): string {
  const body = line(text);
  const longest = Math.max(0, ...(body.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = body.startsWith("`") || body.endsWith("`") ? " " : "";
  return fence + pad + body + pad + fence;
}

/** A line that begins no heading, rule, list, quote, fence, table or HTML where it stands. */
function plain(text: string): string {
  const start = text.replace(/^[ \t]+/, "");
  if (NUMBER.test(start)) return start.replace(/^[0-9]+/, "$&\\");
  return BLOCK.test(start) ? `\\${start}` : start;
}

/** A note's lines, none of which can leave the quote, or be taken for somebody's answer. */
const quote = (text: string) => lines(text).map((each) => (each === "" ? `${INDENT}>` : `${INDENT}> ${each.replace(ROLE, "$1\\$2")}`));

/** A note on a page: one point of a list; a longer one goes on in a quote. */
function bullet(note: string): string {
  const [first = "", ...others] = lines(note);
  return [`- ${plain(first)}`, ...others.map((each) => (each === "" ? "  >" : `  > ${each}`))].join("\n");
}

function answer({ role, message }: PageReply): string[] {
  const [first = "", ...others] = quote(message);
  const said = first.slice(INDENT.length).replace(/^> /, "");
  return [`${INDENT}> **${role === "reviewer" ? "Reviewer" : "Agent"}:** ${said}`, ...others];
}

/** An element by its selector, and how it begins. */
function element(selector: unknown): string[] {
  if (!isFields(selector)) return [];
  const name = [words(selector["cssSelector"]), words(selector["xpath"])].find(says) ?? "?";
  const preview = words(selector["outerHtmlPreview"]);
  return [`**${code(name)}**${says(preview) ? ` (${code(preview)})` : ""}`];
}

const isText = (value: unknown): value is string => typeof value === "string";

function source(given: unknown): string[] {
  if (!isFields(given) || words(given["file"]) === "") return [];
  const { line: row, column } = given;
  const places = Number.isInteger(row) ? [row, ...(Number.isInteger(column) ? [column] : [])] : [];
  const component = words(given["component"]);
  return [`Source: ${code([words(given["file"]), ...places].join(":"))}${component === "" ? "" : ` in ${code(component)}`}`];
}

/** What is known beyond the seed; nothing for an annotation that has nothing of it. */
function whereabouts(annotation: Annotation): string[] {
  const steps = (name: string, given: unknown) => {
    const codes = list(given).filter(isText).map(code);
    return codes.length === 0 ? [] : [`${name}: ${codes.join(" → ")}`];
  };
  const also = annotation.type === "element" ? list(annotation.also) : [];
  return [
    ...source(annotation.source),
    ...steps("In the frame", annotation.frames),
    ...steps("In the shadow root of", annotation.shadow),
    ...also.flatMap(element).map((each) => `Also: ${each}`),
    ...(words(annotation.picture) === "" ? [] : ["Picture: kept with the annotation"]),
  ];
}

/** One annotation: what it stands on, where that comes from, what is said and answered. */
function item(annotation: Annotation): string {
  const place = annotation.type === "text" ? `**"${starless(line(annotation.selectedText))}"**` : element(annotation.elementSelector).join("");
  return [
    place + (statusOf(annotation) === "addressed" ? " 🔧 [Addressed]" : ""),
    ...whereabouts(annotation).map((each) => INDENT + each),
    ...(says(annotation.note) ? quote(annotation.note) : []),
    ...(annotation.replies ?? []).flatMap(answer),
  ].join("\n");
}

function group(page: string, store: ReviewStore): string {
  const annotations = store.annotations.filter(({ pageUrl }) => pageUrl === page);
  const notes = store.pageNotes.filter(({ pageUrl }) => pageUrl === page);
  const title = [...annotations, ...notes].map(({ pageTitle }) => pageTitle).find(says);
  const numbered = (heading: string, type: Annotation["type"]) => {
    const items = annotations.filter((each) => each.type === type).map((each, at) => `${at + 1}. ${item(each)}`);
    return items.length === 0 ? [] : [`${heading}\n${items.join("\n\n")}`];
  };
  return [
    `## ${line(page)}${title === undefined ? "" : ` — ${line(title)}`}`,
    ...(notes.length === 0 ? [] : [`### Page Notes\n${notes.map(({ note }) => bullet(note)).join("\n")}`]),
    ...numbered("### Text Annotations", "text"),
    ...numbered("### Element Annotations", "element"),
  ].join("\n\n");
}

/** @param statuses which annotations; notes on pages have no status */
export function exportMarkdown(store: ReviewStore, now: Date, statuses: readonly AnnotationStatus[] | null = null): string {
  const annotations = store.annotations.filter((each) => statuses?.includes(statusOf(each)) !== false);
  const wanted = { ...store, annotations };
  const pages = [...new Set([...annotations, ...store.pageNotes].map(({ pageUrl }) => pageUrl))];
  const stamp = now.toISOString();
  const head = `${HEADING}\nExported: ${stamp.slice(0, 10)} ${stamp.slice(11, 16)}`;
  if (pages.length === 0) return `${head}\n\n${store.annotations.length > 0 ? NOTHING_SUCH : NOTHING}\n`;
  return `${[head, ...pages.map((page) => group(page, wanted))].join(RULE)}\n`;
}
