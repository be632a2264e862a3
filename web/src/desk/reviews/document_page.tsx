/** The document itself: static HTML from the hub, put in slice by slice and never drawn again. */
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { render, type ComponentChildren } from "preact";
import { loadDocument, type Page } from "../../state/documents";
import type { DocumentSlice } from "../../wire/types";
import { land } from "./landing";

interface Props {
  pane: string;
  review: string;
  revision: number;
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

function parse(html: string): DocumentFragment {
  const template = document.createElement("template");
  // Sanitised by the hub when the text was submitted; the page's policy would not run a script either.
  template.innerHTML = html;
  return template.content;
}

function sliceElement(content: Node, length: number, first: boolean): HTMLElement {
  const element = document.createElement("div");
  element.className = first ? "slice" : "slice later";
  if (!first) element.style.containIntrinsicBlockSize = `auto ${Math.round(length * HEIGHT_PER_CHARACTER)}px`;
  element.append(content);
  return element;
}

/** A new task, so that what a person types comes in between. */
const breathe = () => new Promise((resolve) => window.setTimeout(resolve));

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

/** The title stands first, even before front matter; the desk's own line goes under it. */
function titleOf(content: DocumentFragment): Element | null {
  const [first, second] = content.children;
  const title = first?.matches("dl.front-matter") === true ? second : first;
  return title?.tagName === "H1" ? title : null;
}

function givenTitle(words: string): HTMLElement {
  return Object.assign(document.createElement("h1"), { textContent: words });
}

function makePage(host: HTMLElement, byline: HTMLElement, title: string, gone: () => boolean): Page {
  const insert = async ({ html, slice }: DocumentSlice) => {
    const content = parse(html);
    if (slice === 0) {
      host.replaceChildren();
      host.append(sliceElement(titleOf(content) ?? givenTitle(title), 0, true), byline);
    }
    host.append(sliceElement(content, html.length, slice === 0));
    await (slice === 0 ? painted() : breathe());
  };
  return { insert, isGone: gone };
}

/** Links inside the document lead inside this pane, not to another one that shows the same text. */
export function goTo(host: HTMLElement, id: string): boolean {
  const name = CSS.escape(id);
  const target = host.querySelector<HTMLElement>(`[id="${name}"], [data-block="${name}"], [name="${name}"]`);
  const scroll = host.closest(".scroll");
  if (target === null || scroll === null) return false;
  land(scroll, () => target.scrollIntoView({ block: "start" }));
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  return true;
}

function follow(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
  if (link === null) return;
  event.preventDefault();
  goTo(event.currentTarget as HTMLElement, decodeURIComponent(link.getAttribute("href")?.slice(1) ?? ""));
}

export function DocumentPage({ pane, review, revision, turn, label, title, byline }: Props) {
  const host = useRef<HTMLElement>(null);
  const line = useRef<HTMLDivElement | null>(null);
  line.current ??= Object.assign(document.createElement("div"), { className: "chrome" });
  useEffect(() => {
    if (line.current !== null) render(byline, line.current);
  }, [byline]);
  // Before the frame is painted: the text is asked for while the desk appears.
  useLayoutEffect(() => {
    let gone = false;
    if (host.current === null || line.current === null) return undefined;
    // A page that is still empty stands at its top; asking it would lay out the desk early.
    if (host.current.firstChild !== null) host.current.closest(".scroll")?.scrollTo(0, 0);
    void loadDocument(pane, review, revision, makePage(host.current, line.current, title, () => gone));
    return () => {
      gone = true;
    };
  }, [pane, review, revision, turn]);
  return <article class="document" ref={host} aria-label={label} onClick={follow} />;
}
