/** One annotation as it is shown: marks around its words, a highlight on them, or outlines around its elements. */
import type { Annotation, AnnotationStatus, ElementAnnotation } from "../types";
import { drawOn, erase, FILL, PULSE_FILL, redraw, type Drawn } from "./drawn";
import { findElement } from "./elements";
import type { Spot } from "./locating";
import { PULSES, pulseElement, putOn, takeOff } from "./outlines";
import { isAsleep, isOwned } from "./owned";
import { segmentsOf, type PageText, type Segment } from "./page_text";
import { isPiece, leafPoint, pagePoint, unwrap, wholeText, wrap } from "./splits";
import { isRestless } from "./watch";

/** No element may stand in these. */
const PLAIN = "svg,math,textarea,select,option,title,[contenteditable]:not([contenteditable=false])";
const BRIGHT_MS = 600;
const PULSE_MS = 900;

/** As the seed has it (3.2.5). */
export function statusOf({ status, resolvedAt }: Pick<Annotation, "status" | "resolvedAt">): AnnotationStatus {
  if (status === "resolved") return "addressed";
  if (status !== undefined && status in FILL) return status;
  return resolvedAt ? "addressed" : "open";
}

/** What decides on the place. */
const keyOf = (one: Annotation) =>
  JSON.stringify(one.type === "text" ? [one.range, one.replacedText, one.frames, one.shadow] : [one.elementSelector, one.also, one.frames, one.shadow]);

export class Painted {
  #marks: HTMLElement[] = [];
  #drawn: Drawn | null = null;
  #elements: Element[] = [];
  #words = "";
  #status: AnnotationStatus;
  readonly #key: string;
  #calm: (() => void) | null = null;
  twin = false;

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
    this.twin = spot.twin;
    return segments.length > 0 && this.#fill(segments, page, spot);
  }

  #outline({ elementSelector, also = [], id }: ElementAnnotation, { root }: PageText): boolean {
    const found = [elementSelector, ...also].map((selector) => findElement(selector, root));
    this.#elements = [...new Set(found.filter((one) => one !== null))];
    for (const element of this.#elements) putOn(element, id, this.#status);
    return this.#elements.length > 0;
  }

  #fill(segments: readonly Segment[], page: PageText, { start, end }: Spot): boolean {
    const wordsOf = ({ node, from, to }: Segment) => (node.isConnected ? wholeText(node).slice(from, to) : "");
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

  #draw(first: Segment, last: Segment): void {
    const range = first.node.ownerDocument.createRange();
    const start = leafPoint(first.node, first.from, false);
    const end = leafPoint(last.node, last.to, true);
    range.setStart(start.node, start.offset);
    range.setEnd(end.node, end.offset);
    this.#words = range.toString();
    this.#drawn = drawOn([range], this.#mark(first.node.ownerDocument, "highlight"), this.#status);
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
    if (this.#drawn !== null) return this.#drawn.ghost.isConnected && this.#drawn.ranges.join("") === this.#words && !this.#isAwake();
    const marks = this.#marks; const elements = this.#elements;
    const isMarked = marks.every((mark) => mark.isConnected && isPiece(mark));
    return isMarked && elements.every(({ isConnected }) => isConnected) && marks.length + elements.length > 0;
  }

  /** What was asleep may be marked now. */
  #isAwake(): boolean {
    const at = this.#drawn?.ranges[0]?.startContainer.parentElement ?? null;
    return at !== null && at.closest(PLAIN) === null && !isAsleep(at) && !isRestless(at);
  }

  shows = (annotation: Annotation) => this.#key === keyOf(annotation) && this.stands();

  /** Does it stand where it is to stand? */
  isAt(annotation: Annotation, page: PageText, spot: Spot | undefined): boolean {
    if (!this.shows(annotation)) return false;
    if (annotation.type === "element") return true;
    const [first] = segmentsOf(page, spot?.start ?? 0, spot?.end ?? 0);
    const { node, offset } = this.begin() ?? {};
    return first !== undefined && first.node === node && first.from === offset;
  }

  /** The page's text node in which it begins. */
  begin(): { node: Text; offset: number } | null {
    const range = this.#drawn?.ranges[0];
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
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
    (marks[0] ?? elements[0])?.scrollIntoView({ behavior, block: "center" });
    const ends = elements.map(pulseElement);
    for (const mark of marks) {
      mark.setAttribute(PULSES, "");
      if (drawn !== null) continue;
      mark.style.transition = "background-color 0.3s ease";
      mark.style.backgroundColor = PULSE_FILL;
    }
    if (drawn !== null) redraw(drawn, "pulse");
    const end = () => {
      timers.forEach(clearTimeout);
      this.#calm = null;
      ends.forEach((stop) => stop());
      this.#colour();
      for (const mark of marks) {
        mark.style.removeProperty("transition");
        mark.removeAttribute(PULSES);
      }
    };
    const timers = [setTimeout(() => this.#colour(), BRIGHT_MS), setTimeout(end, PULSE_MS)];
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
