/** Takes from an answer or from the cache what is a page file's; the hub has sorted out what nobody can read. */
import type { PageNote, PageProblem } from "../wire/types.gen";
import type { Annotation, ElementSelector, ReviewStore, SerializedRange } from "./types";

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
export const words = (value: unknown): string => (typeof value === "string" ? value : "");
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A note on a page, or null when the value is none. */
export function readNote(value: unknown): PageNote | null {
  if (!isFields(value) || ![value["id"], value["pageUrl"], value["note"]].every((part) => typeof part === "string")) return null;
  return { ...value, pageTitle: words(value["pageTitle"]) } as unknown as PageNote;
}

const RANGE: SerializedRange = { startXPath: "", startOffset: 0, endXPath: "", endOffset: 0, selectedText: "", contextBefore: "", contextAfter: "" };
const SELECTOR: ElementSelector = { cssSelector: "", xpath: "", description: "", tagName: "", attributes: {}, outerHtmlPreview: "" };
const readSelector = (value: unknown) => ({ ...SELECTOR, ...(isFields(value) && value) });

/** One annotation in which nothing is absent that we read, or null when it is none. The seed reads one without a type as text (3.2.4). */
export function readAnnotation(value: unknown): Annotation | null {
  if (!isFields(value) || readNote(value) === null) return null;
  const { type, selectedText, range, elementSelector, also, pageTitle } = value;
  const common = { ...value, pageTitle: words(pageTitle), replies: list(value["replies"]) };
  const own =
    type === "element"
      ? { elementSelector: readSelector(elementSelector), ...(Array.isArray(also) && { also: also.map(readSelector) }) }
      : { type: "text", selectedText: words(selectedText), range: { ...RANGE, ...(isFields(range) && range) } };
  return { ...common, ...own } as unknown as Annotation;
}

/** The whole store, or null when the value is none. */
export function readStore(value: unknown): ReviewStore | null {
  if (!isFields(value) || !Array.isArray(value["annotations"])) return null;
  return {
    version: 1,
    annotations: list(value["annotations"]).map(readAnnotation).filter((one) => one !== null),
    pageNotes: list(value["pageNotes"]).map(readNote).filter((one) => one !== null),
  };
}

export const readProblems = (value: unknown) => (isFields(value) ? list(value["problems"]) : []) as readonly PageProblem[];
