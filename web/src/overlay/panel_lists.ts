/** What stands in the panel's two lists: this page's notes and annotations, and those of all pages, page by page. */
import { annotationRow } from "./annotation_row";
import { el, setText } from "./dom";
import type { Doings } from "./doings";
import { lost, noteKey, reopenKey } from "./drafts";
import { pageOfThisSite } from "./going";
import { noteRow } from "./note_row";
import { ofPage, type Tab } from "./panel_tabs";
import type { PanelRow, WantedRow } from "./rows";
import type { Annotation } from "./types";

const fixed = (node: HTMLElement): PanelRow => ({ node, draw: () => undefined });
const header = (key: string, words: string): WantedRow => ({ key, make: () => fixed(el("h3", { class: "air-panel__heading" }, words)) });

function emptyThis(): PanelRow {
  const arrow = el("span", { class: "air-panel__empty-arrow", "data-air-el": "empty-arrow", "aria-hidden": "true" }, "←");
  const words = "No annotations on this page yet. Select text or Alt+click elements to get started.";
  return fixed(el("div", { class: "air-panel__empty" }, arrow, el("div", {}, words)));
}

const emptyAll = () => fixed(el("div", { class: "air-panel__empty" }, "No annotations across any pages."));

const noteRows = (notes: readonly { id: string }[], doings: Doings, tab: Tab): WantedRow[] =>
  notes.map(({ id }) => ({ key: `note ${id}`, make: () => noteRow(id, doings, tab) }));

const annotationRows = (annotations: readonly Pick<Annotation, "id" | "type">[], doings: Doings, tab: Tab): WantedRow[] =>
  annotations.map((one) => ({ key: `${one.type} ${one.id}`, make: () => annotationRow(one, doings, tab) }));

/** The notes, and those that are gone while somebody writes to them. */
const notesIn = (tab: Tab, { store: { notes } }: Doings) => [...notes, ...lost(noteKey(tab, ""), notes)];

/** The annotations, and those that are gone while somebody writes to them. */
function annotationsIn(tab: Tab, { store: { annotations } }: Doings) {
  const gone = (["text", "element"] as const).map((type) => lost(reopenKey(tab, type, ""), annotations).map((one) => ({ ...one, type })));
  return [...annotations, ...gone.flat()];
}

function thisPage(doings: Doings): WantedRow[] {
  const notes = ofPage(notesIn("this", doings), location.pathname);
  const annotations = ofPage(annotationsIn("this", doings), location.pathname);
  if (notes.length + annotations.length === 0) return [{ key: "empty", make: emptyThis }];
  return [
    ...(notes.length > 0 ? [header("notes", "Page Notes")] : []),
    ...noteRows(notes, doings, "this"),
    ...(annotations.length > 0 ? [header("annotations", "Annotations")] : []),
    ...annotationRows(annotations, doings, "this"),
  ];
}

/** A page's heading leads there, if it is a page of this site. */
function groupRow(page: string, title: () => string): PanelRow {
  const address = pageOfThisSite(page);
  const words = address === null ? el("span") : el("a", { href: address });
  const node = el("h3", { class: "air-panel__heading" }, words);
  return { node, draw: () => setText(words, title() === "" ? page : `${page} — ${title()}`) };
}

function allPages(doings: Doings): WantedRow[] {
  const annotations = annotationsIn("all", doings);
  const notes = notesIn("all", doings);
  const entries = [...annotations, ...notes];
  if (entries.length === 0) return [{ key: "empty", make: emptyAll }];
  const title = (page: string) => {
    const { annotations: marks, notes: words } = doings.store;
    return ofPage([...marks, ...words], page).find(({ pageTitle }) => pageTitle !== "")?.pageTitle ?? "";
  };
  return [...new Set(entries.map(({ pageUrl }) => pageUrl))].flatMap((page) => [
    { key: `page ${page}`, make: () => groupRow(page, () => title(page)) },
    ...noteRows(ofPage(notes, page), doings, "all"),
    ...annotationRows(ofPage(annotations, page), doings, "all"),
  ]);
}

export const wantedIn = (tab: Tab, doings: Doings): WantedRow[] => (tab === "this" ? thisPage(doings) : allPages(doings));
