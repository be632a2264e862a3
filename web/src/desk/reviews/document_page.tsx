/** The document itself: static HTML from the hub, put in slice by slice and never drawn again. */
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { render, type ComponentChildren } from "preact";
import { nextTask } from "../../parts/next_task";
import { loadDocument, type Page, type TextSource } from "../../state/documents";
import type { DocumentSlice } from "../../wire/types.gen";
import { drawingsIn, type WantedDrawings } from "../drawings/drawable";
import { enliven } from "./comparison/enliven";
import { flash, moveTarget } from "./comparison/links";
import { foldClicked, showWholeSource } from "./comparison/unfold";
import { land } from "./landing";
import { placeInSight, returnTo, type ReadingPosition } from "./staying";

interface Props {
  pane: string;
  review: string;
  revision: number;
  /** The text to show in place of the revision itself: a comparison that ends in it. */
  source: TextSource | null;
  /** Counts how often the text was asked for anew. */
  turn: number;
  label: string;
  /** What the review is called, for a text that has no title of its own. */
  title: string;
  /** The desk's own line under the title. */
  byline: ComponentChildren;
}

/** About what a slice takes on a page of 608 px: 72 letters to a line of 29, and half of HTML is markup. */
const HEIGHT_PER_CHARACTER = 0.25;
const ROW_PX = 20;

/** A guess that the browser corrects once the slice comes into sight. */
function heightOf(html: string): number {
  const rows = html.includes('class="source') ? html.split("<tr").length - 1 : 0;
  return Math.round(rows > 0 ? rows * ROW_PX : html.length * HEIGHT_PER_CHARACTER);
}

function parse(html: string): DocumentFragment {
  const template = document.createElement("template");
  // Sanitised by the hub when the text was submitted; the page's policy would not run a script either.
  template.innerHTML = html;
  return template.content;
}

function sliceElement(content: Node, html: string, first: boolean): HTMLElement {
  const element = document.createElement("div");
  element.className = first ? "slice" : "slice later";
  if (!first) element.style.containIntrinsicBlockSize = `auto ${heightOf(html)}px`;
  element.append(content);
  return element;
}

/** After the browser has had a chance to paint; a hidden tab paints nothing and is not waited for. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    const timer = window.setTimeout(resolve, 60);
    requestAnimationFrame(() => {
      window.clearTimeout(timer);
      window.setTimeout(resolve);
    });
  });
}

/** The title stands first, even before front matter; the desk's own line goes under it. A comparison may have an old one above it. */
function titleOf(content: DocumentFragment): Node | null {
  const heads = [...content.children].slice(0, 4).filter((child) => !child.matches("dl.front-matter"));
  const at = heads.findIndex((child) => !child.matches("h1.gone"));
  const title = heads[at];
  if (title === undefined || !(title.tagName === "H1" || (title.matches(".pair") && title.querySelector("h1") !== null))) return null;
  const all = document.createDocumentFragment();
  all.append(...heads.slice(0, at + 1));
  return all;
}

function givenTitle(words: string): HTMLElement {
  const title = Object.assign(document.createElement("h1"), { textContent: words });
  title.dataset["desk"] = "";
  return title;
}

/** A text whose first heading has the title's words, further down or of a lower level, says its title itself. */
function saysItself(content: DocumentFragment, title: string): boolean {
  const words = content.querySelector("h1, h2, h3, h4, h5, h6")?.textContent.replace(/\s+/g, " ").trim() ?? "";
  return words !== "" && words.startsWith(title.replace(/…$/, ""));
}

function clear(host: HTMLElement): void {
  // A page that is still empty stands at its top; asking it would lay out the desk early.
  const scroll = host.firstChild === null ? null : host.closest(".scroll");
  host.replaceChildren();
  scroll?.scrollTo(0, 0);
}

/** What a page is made with besides its text. */
interface Making {
  byline: HTMLElement;
  title: string;
  gone: () => boolean;
  /** None in a comparison: there it is the sources that are compared. */
  drawings: WantedDrawings | null;
  read: ReadingPosition | null;
}

function makePage(host: HTMLElement, { byline, title, gone, drawings, read }: Making): Page {
  let wanted = read;
  const passed = new Set<string>();
  const put = ({ html, slice }: DocumentSlice) => {
    const content = parse(html);
    if (drawings === null) enliven(content, passed);
    if (slice === 0) {
      clear(host);
      const head = titleOf(content) ?? (saysItself(content, title) ? null : givenTitle(title));
      if (head !== null) host.append(sliceElement(head, "", true));
      host.append(byline);
    }
    const part = sliceElement(content, html, slice === 0);
    host.append(part);
    drawings?.look(part);
    if (wanted !== null) wanted = returnTo(host, part, wanted);
  };
  const insert = async (slices: readonly DocumentSlice[]) => {
    slices.forEach(put);
    await (slices[0]?.slice === 0 ? painted() : nextTask());
  };
  return { insert, isGone: gone };
}

/** Links inside the document lead inside this pane, not to another one that shows the same text. */
export function goTo(host: HTMLElement, id: string): boolean {
  const name = CSS.escape(id);
  return standOn(host, host.querySelector<HTMLElement>(`[id="${name}"], [data-block="${name}"], [name="${name}"]`));
}

function standOn(host: HTMLElement, target: HTMLElement | null, block: ScrollLogicalPosition = "start"): boolean {
  const scroll = host.closest(".scroll");
  if (target === null || scroll === null) return false;
  land(scroll, () => target.scrollIntoView({ block }));
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  return true;
}

/** From where a block was to where it is, and back. */
function followMove(event: Event): boolean {
  const host = event.currentTarget as HTMLElement;
  const target = moveTarget(host, event);
  if (target === null) return false;
  event.preventDefault();
  flash(target);
  return standOn(host, target, "center");
}

function follow(event: MouseEvent): void {
  if (followMove(event)) return;
  // Words of a summary that were selected to be marked: the click that ends the drag folds nothing.
  if (document.getSelection()?.isCollapsed === false && (event.target as Element).closest("summary") !== null) event.preventDefault();
  const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
  if (link === null) return;
  event.preventDefault();
  goTo(event.currentTarget as HTMLElement, decodeURIComponent(link.getAttribute("href")?.slice(1) ?? ""));
}

/** Holds the desk's own words, which are no part of the text. */
function chrome(): HTMLDivElement {
  const element = Object.assign(document.createElement("div"), { className: "chrome" });
  element.dataset["desk"] = "";
  return element;
}

/** What was read before the text is put in anew: the same place of the same revision is gone back to. */
function usePlaceKept(name: string) {
  const last = useRef(name);
  const wanted = useRef<ReadingPosition | null>(null);
  const before = (host: HTMLElement): ReadingPosition | null => {
    const same = last.current === name;
    last.current = name;
    const place = wanted.current ?? placeInSight(host);
    wanted.current = null;
    return same ? place : null;
  };
  return { before, wanted };
}

export function DocumentPage({ pane, review, revision, source, turn, label, title, byline }: Props) {
  const host = useRef<HTMLElement>(null);
  const place = usePlaceKept(`${review} ${revision}`);
  const line = useRef<HTMLDivElement | null>(null);
  line.current ??= chrome();
  useEffect(() => {
    if (line.current !== null) render(byline, line.current);
  }, [byline]);
  // Before the frame is painted: the text is asked for while the desk appears.
  useLayoutEffect(() => {
    let gone = false;
    if (host.current === null || line.current === null) return undefined;
    const read = host.current.firstChild === null ? null : place.before(host.current);
    const drawings = source === null ? drawingsIn(host.current, pane) : null;
    const page = makePage(host.current, { byline: line.current, title, gone: () => gone, drawings, read });
    void loadDocument(pane, review, revision, page, source);
    return () => {
      gone = true;
      drawings?.end();
    };
  }, [pane, review, revision, turn, source?.name]);
  const click = (event: MouseEvent) => {
    place.wanted.current = foldClicked(event);
    if (place.wanted.current === null) return follow(event);
    showWholeSource(pane, review);
  };
  return <article class="document" ref={host} aria-label={label} onClick={click} onKeyDown={followMove} />;
}
