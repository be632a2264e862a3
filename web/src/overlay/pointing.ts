/** The pointing side: text that is selected, elements that Alt points at, and clicks on what is annotated already. */
import { idUnder } from "./highlights/hit";
import { isOurs } from "./highlights/page_text";
import { captureElement, captureText } from "./pointing/capturing";
import { keepSources } from "./pointing/sources";
import { inPage } from "./pointing/in_page";
import type { Captured, Pointing } from "./types";

/** Listens from now on. `host` is ours, and nothing in it is the page's. */
export function startPointing(hooks: Pointing, host: Element): void {
  new Pointer(hooks, host).listen(document);
}

const TOO_BROAD = new Set(["HTML", "BODY"]);

class Pointer {
  readonly #heard = new WeakSet<Document>();
  #isAlt = false;
  #pointed = false;
  #soon = 0;

  readonly #hooks: Pointing;
  readonly #host: Element;

  constructor(hooks: Pointing, host: Element) {
    this.#hooks = hooks;
    this.#host = host;
    keepSources(document);
    for (const name of ["DOMContentLoaded", "astro:after-swap", "astro:page-load"]) document.addEventListener(name, () => keepSources(document));
  }

  /** A document: the page's, or that of a frame in it, which speaks for itself. */
  listen(page: Document): void {
    if (this.#heard.has(page)) return;
    this.#heard.add(page);
    const options = { capture: true };
    page.addEventListener("mousedown", (event) => this.#pressed(event), options);
    page.addEventListener("mouseup", (event) => this.#released(event), options);
    page.addEventListener("click", (event) => this.#clicked(event), options);
    page.addEventListener("mousemove", (event) => this.#moved(event), options);
    page.addEventListener("mouseover", (event) => this.#entered(event), options);
    page.addEventListener("keydown", (event) => this.#key(event, true), options);
    page.addEventListener("keyup", (event) => this.#key(event, false), options);
    page.defaultView?.addEventListener("blur", () => this.#rest(), options);
  }

  #isOurs = (event: Event) => event.composedPath().some((node) => node === this.#host || ((node as Node).nodeType === 1 && isOurs(node as Node)));

  /** A press that adds an element takes the focus from nobody, and selects nothing of what was typed. */
  #pressed(event: MouseEvent): void {
    clearTimeout(this.#soon);
    if (event.altKey && this.#hooks.isBusy() && !this.#isOurs(event)) event.preventDefault();
  }

  /** What is selected is final only after the event: a click into a selection takes it away. */
  #released(event: MouseEvent): void {
    if (event.altKey || event.button !== 0 || this.#isOurs(event)) return;
    const hit = idUnder(event);
    const target = event.composedPath()[0] as Node;
    clearTimeout(this.#soon);
    this.#soon = window.setTimeout(() => {
      const range = selected(target);
      if (range !== null && this.#isInHost(range.commonAncestorContainer)) return;
      if (range !== null) this.#captured(captureText(range));
      else if (hit !== null) this.#hooks.onClicked(hit.id, inPage(hit.at.getBoundingClientRect(), hit.at.ownerDocument.defaultView));
    });
  }

  #isInHost = (node: Node) => this.#host.contains(node) || this.#host.shadowRoot?.contains(node) === true;

  #captured(captured: Captured | null): void {
    if (captured !== null) this.#hooks.onCaptured(captured);
  }

  #key({ key }: KeyboardEvent, down: boolean): void {
    if (key !== "Alt") return;
    this.#isAlt = down;
    if (!down) this.#point(null);
  }

  #rest(): void {
    this.#isAlt = false;
    this.#point(null);
  }

  #point(element: Element | null): void {
    if (element !== null || this.#pointed) this.#hooks.onPointed(element);
    this.#pointed = element !== null;
  }

  #moved(event: MouseEvent): void {
    // A key that was let go elsewhere is not held any more.
    if (event.isTrusted && !event.altKey) this.#isAlt = false;
    if (!this.#isAlt && !event.altKey) {
      this.#point(null);
      return;
    }
    this.#point(this.#elementUnder(event));
  }

  #entered({ target }: MouseEvent): void {
    if ((target as Node).nodeName !== "IFRAME") return;
    const inside = (target as HTMLIFrameElement).contentDocument;
    // A frame that was there before us may have an overlay of its own.
    if (inside !== null && inside.defaultView?.__astro_inline_review_init !== true) this.listen(inside);
  }

  /** The element that is meant; a mark of ours stands for what it is in. */
  #elementUnder(event: MouseEvent): Element | null {
    if (this.#isOurs(event)) return null;
    const path = event.composedPath() as Node[];
    const element = path.find((node) => node.nodeType === 1 && !(node as Element).matches("mark[data-air-id]")) as Element | undefined;
    return element === undefined || TOO_BROAD.has(element.nodeName) ? null : element;
  }

  #clicked(event: MouseEvent): void {
    if (!event.altKey || this.#isOurs(event)) return;
    event.preventDefault();
    event.stopPropagation();
    const element = this.#elementUnder(event);
    this.#point(null);
    if (element === null) return;
    if (!this.#hooks.isBusy()) this.#captured(captureElement(element));
    else if (event.shiftKey) this.#hooks.onMore(element);
  }
}

/** Some selections reach into a shadow tree, which only newer browsers tell of. */
interface Reaching {
  getSelection?: () => Selection | null;
}

/** The range that is selected where a click has ended, if it holds words. */
function selected(target: Node): Range | null {
  const root = target.getRootNode() as Document | ShadowRoot;
  const selection = (root as Reaching).getSelection?.() ?? target.ownerDocument?.getSelection() ?? document.getSelection();
  if (selection == null || selection.rangeCount === 0) return null;
  const plain = selection.getRangeAt(0);
  const range = root.nodeType === 11 ? (composed(selection, root as ShadowRoot) ?? plain) : plain;
  return range.collapsed || range.toString().trim() === "" ? null : range;
}

function composed(selection: Selection, root: ShadowRoot): Range | null {
  if (!("getComposedRanges" in selection)) return null;
  const [found] = selection.getComposedRanges({ shadowRoots: [root] });
  if (found === undefined) return null;
  const range = root.ownerDocument.createRange();
  range.setStart(found.startContainer, found.startOffset);
  range.setEnd(found.endContainer, found.endOffset);
  return range;
}
