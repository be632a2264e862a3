/** One annotation as it is shown: marks around its words, a highlight on them, or outlines around its elements. */
import { statusOf } from "../status";
import type { Annotation, AnnotationStatus, ElementAnnotation } from "../types";
import { drawOn, erase, FILL, PULSE_FILL, redraw, type Drawn } from "./drawn";
import { findElement } from "./elements";
import type { Spot } from "./locating";
import { flowing, glow, PULSES, putOn, takeOff, wantsNoMotion } from "./outlines";
import { isAsleep, isOwned } from "./owned";
import { segmentsOf, type PageText, type TextRun } from "./page_text";
import { isPiece, leafPoint, pagePoint, unwrap, wholeText, wrap } from "./splits";
import { isRestless } from "./watch";

/** No element may stand in these. */
const PLAIN = "svg,math,textarea,select,option,title,[contenteditable]:not([contenteditable=false])";
const BRIGHT_MS = 600;
const PULSE_MS = 900;
const ALL_STYLES = 4;

/** What decides on the place. */
export const keyOf = (one: Annotation) =>
  JSON.stringify(one.type === "text" ? [one.range, one.replacedText, one.frames, one.shadow] : [one.elementSelector, one.also, one.frames, one.shadow]);

const elementsOf = ({ elementSelector, also = [] }: ElementAnnotation, { root }: PageText) => [
  ...new Set([elementSelector, ...also].map((selector) => findElement(selector, root)).filter((one) => one !== null)),
];

export class Painted {
  #marks: HTMLElement[] = [];
  #drawn: Drawn | null = null;
  #elements: Element[] = [];
  #words = "";
  #status: AnnotationStatus;
  readonly #key: string;
  #calm: (() => void) | null = null;
  /** Whether it stands in the right place is asked again with each change of the page. */
  unsure = false;

  readonly #annotation: Annotation;

  private constructor(annotation: Annotation) {
    this.#annotation = annotation;
    this.#status = statusOf(annotation);
    this.#key = keyOf(annotation);
  }

  /** Shows it; null if it stands nowhere. */
  static on(annotation: Annotation, page: PageText, spot: Spot | undefined): Painted | null {
    const painted = new Painted(annotation);
    try {
      return painted.#show(annotation, page, spot) ? painted : null;
    } catch (error) {
      painted.erase();
      throw error;
    }
  }

  #show(annotation: Annotation, page: PageText, spot: Spot | undefined): boolean {
    if (annotation.type === "element") return this.#outline(annotation, page);
    if (spot === undefined) return false;
    const segments = segmentsOf(page, spot.start, spot.end);
    return segments.length > 0 && this.#fill(segments, page, spot);
  }

  #outline(annotation: ElementAnnotation, page: PageText): boolean {
    this.#elements = elementsOf(annotation, page);
    for (const element of this.#elements) putOn(element, annotation.id, this.#status);
    return this.#elements.length > 0;
  }

  #fill(segments: readonly TextRun[], page: PageText, { start, end }: Spot): boolean {
    const wordsOf = ({ node, from, to }: TextRun) => (node.isConnected ? wholeText(node).slice(from, to) : "");
    this.#words = segments.map(wordsOf).join("");
    // The page may have changed since it was read.
    if (!page.text.slice(start, end).includes(wordsOf(segments[0] ?? { node: new Text(), from: 0, to: 0 }))) return false;
    if (segments.some((segment) => wordsOf(segment).length !== segment.to - segment.from)) return false;
    const parents = segments.map(({ node }) => node.parentElement);
    const isUntouchable = parents.some((one) => one === null || one.closest(PLAIN) !== null || isAsleep(one) || isRestless(one));
    if (isUntouchable) {
      const [first, last] = [segments[0], segments.at(-1)];
      if (first !== undefined && last !== undefined) this.#draw(first, last);
      return true;
    }
    const mode = parents.some(isOwned) ? "guarded" : "mark";
    for (const { node, from, to } of segments) this.#marks.push(...wrap(node, from, to, () => this.#mark(node.ownerDocument, mode)));
    return true;
  }

  #draw(first: TextRun, last: TextRun): void {
    const range = first.node.ownerDocument.createRange();
    const start = leafPoint(first.node, first.from, false);
    const end = leafPoint(last.node, last.to, true);
    range.setStart(start.node, start.offset);
    range.setEnd(end.node, end.offset);
    this.#words = range.toString();
    this.#drawn = drawOn(range, this.#mark(first.node.ownerDocument, "highlight"), this.#status);
  }

  #mark(owner: Document, mode: string): HTMLElement {
    const mark = owner.createElement("mark");
    mark.dataset["airId"] = this.#annotation.id;
    mark.dataset["airMode"] = mode;
    mark.style.cssText = `background-color: ${FILL[this.#status]}; border-radius: 2px; cursor: pointer;`;
    return mark;
  }

  /** Is all of it still in the page? */
  stands(): boolean {
    if (this.#drawn !== null) return this.#drawn.ghost.isConnected && this.#drawn.range.toString() === this.#words && !this.#isAwake();
    const marks = this.#marks; const elements = this.#elements;
    const isMarked = marks.every((mark) => mark.isConnected && isPiece(mark));
    return isMarked && elements.every(({ isConnected }) => isConnected) && marks.length + elements.length > 0;
  }

  /** What was asleep may be marked now. */
  #isAwake(): boolean {
    const at = this.#drawn?.range.startContainer.parentElement ?? null;
    return at !== null && at.closest(PLAIN) === null && !isAsleep(at) && !isRestless(at);
  }

  shows = (annotation: Annotation) => this.#key === keyOf(annotation) && this.stands();

  /** Does it stand where it is to stand? */
  isAt(annotation: Annotation, page: PageText, spot: Spot | undefined): boolean {
    if (!this.shows(annotation)) return false;
    if (annotation.type === "element") {
      const found = this.unsure ? elementsOf(annotation, page) : this.#elements;
      return found.length === this.#elements.length && found.every((one, at) => one === this.#elements[at]);
    }
    const [first] = segmentsOf(page, spot?.start ?? 0, spot?.end ?? 0);
    const { node, offset } = this.begin() ?? {};
    return first !== undefined && first.node === node && first.from === offset;
  }

  /** The page's text node in which it begins. */
  begin(): { node: Text; offset: number } | null {
    const range = this.#drawn?.range;
    const node = range?.startContainer ?? this.#marks[0]?.ownerDocument.createTreeWalker(this.#marks[0], NodeFilter.SHOW_TEXT).nextNode();
    return node?.nodeType === 3 ? pagePoint(node as Text, range?.startOffset ?? 0) : null;
  }

  recolour(annotation: Annotation): void {
    const status = statusOf(annotation);
    if (status === this.#status) return;
    this.#status = status;
    if (this.#calm !== null) return;
    this.#colour();
  }

  #colour(): void {
    const annotation = this.#annotation; const drawn = this.#drawn; const elements = this.#elements; const marks = this.#marks; const status = this.#status;
    for (const mark of marks) mark.style.backgroundColor = FILL[status];
    for (const element of elements) putOn(element, annotation.id, status);
    if (drawn !== null) redraw(drawn, status);
  }

  /** Scrolls to it, and makes it flash (8.3, 8.5.3). */
  pulse(): void {
    this.#calm?.();
    const elements = this.#elements; const drawn = this.#drawn;
    const marks = drawn === null ? this.#marks : [drawn.ghost];
    const behavior = wantsNoMotion() ? "instant" : "smooth";
    (drawn?.range.startContainer.parentElement ?? marks[0] ?? elements[0])?.scrollIntoView({ behavior, block: "center" });
    const step = (styles: number) => {
      for (const mark of marks) mark.toggleAttribute(PULSES, styles > 0);
      for (const element of elements) glow(element, styles);
    };
    step(ALL_STYLES);
    if (drawn !== null) redraw(drawn, "pulse");
    else {
      for (const { style } of marks) {
        style.transition = flowing("background-color");
        style.backgroundColor = PULSE_FILL;
      }
    }
    const fade = () => {
      step(1);
      this.#colour();
    };
    const end = () => {
      timers.forEach(clearTimeout);
      this.#calm = null;
      step(0);
      this.#colour();
      for (const { style } of marks) style.removeProperty("transition");
    };
    const timers = [setTimeout(fade, BRIGHT_MS), setTimeout(end, PULSE_MS)];
    this.#calm = end;
  }

  /** Leaves the page as it was. */
  erase(): void {
    this.#calm?.();
    for (const mark of this.#marks) unwrap(mark);
    for (const element of this.#elements) takeOff(element, this.#annotation.id);
    if (this.#drawn !== null) erase(this.#drawn);
    this.#marks = [];
    this.#elements = [];
    this.#drawn = null;
  }
}
