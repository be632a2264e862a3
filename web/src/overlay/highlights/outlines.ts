/** Outlines on the page's elements: our inline styles, and the way back to exactly what stood there before. */
import type { AnnotationStatus } from "../types";

const OUTLINE: Record<AnnotationStatus, string> = {
  open: "2px dashed rgba(217,119,6,0.8)",
  in_progress: "2px dashed rgba(139,92,246,0.5)",
  addressed: "2px dashed rgba(59,130,246,0.5)",
};

export const wantsNoMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** How styles change while something pulses (18.4). */
export const flowing = (...names: string[]) => names.map((name) => `${name} ${wantsNoMotion() ? "0.01ms" : "0.3s"} ease`).join();

const pulsing = (): readonly (readonly [string, string])[] => [
  ["transition", flowing("background-color", "box-shadow", "outline-color")],
  ["outline", "2px dashed rgba(217,119,6,1)"],
  ["background-color", "rgba(217,119,6,0.15)"],
  ["box-shadow", "0 0 0 4px rgba(217,119,6,0.3)"],
];

/** An element that wears our outline. */
interface Worn {
  /** The style attribute as the page had it. */
  before: string | null;
  /** The same with ours. */
  ours: string | null;
  /** A policy of the page's forbids what it says, and would only complain if that were said again. */
  isVoid: boolean;
  /** In the order in which they were put on. */
  ids: Map<string, AnnotationStatus>;
}

type Styled = Element & ElementCSSInlineStyle;

const worn = new Map<Element, Worn>();

export const ID = "data-air-element-id";
export const PULSES = "data-air-pulse";

/** Puts an annotation's outline on an element; of several the latest shows. */
export function putOn(element: Element, id: string, status: AnnotationStatus): void {
  const known = worn.get(element) ?? { before: null, ours: null, isVoid: false, ids: new Map() };
  if (known.ids.get(id) === status && element.getAttribute("style") === known.ours) return;
  known.ids.set(id, status);
  worn.set(element, known);
  draw(element as Styled, known);
}

/** Takes it off again; the last one leaves the element as it was. */
export function takeOff(element: Element, id: string): void {
  const known = worn.get(element);
  if (known?.ids.delete(id) !== true) return;
  if (known.ids.size > 0) {
    draw(element as Styled, known);
    return;
  }
  worn.delete(element);
  undress(element as Styled, known);
  element.removeAttribute(ID);
  element.removeAttribute(PULSES);
}

/** Leaves a copy of an element as the page would have it: without what the original wears of ours. */
export function undressCopy(copy: Element, original: Element): void {
  const known = worn.get(original);
  if (known !== undefined) undress(copy as Styled, known);
  copy.removeAttribute(ID);
  copy.removeAttribute(PULSES);
}

function read(text: string | null): CSSStyleDeclaration {
  const { style } = document.createElement("i");
  style.cssText = text ?? "";
  return style;
}

/** What the page has changed meanwhile stays; all else is as it was. */
function undress(element: Styled, { before, ours, isVoid }: Worn): void {
  const { style } = element;
  const now = () => element.getAttribute("style");
  if (now() === ours) {
    // No policy minds this way; where it does not come to the letter, the page has a way to say it as it did.
    style.cssText = isVoid ? "" : (before ?? "");
    if (before !== null && now() !== before && !isVoid) element.setAttribute("style", before);
  } else {
    const [old, set] = [read(isVoid ? null : before), read(ours)];
    for (const name of set) {
      const was = old.getPropertyValue(name);
      if (set.getPropertyValue(name) === was || style.getPropertyValue(name) !== set.getPropertyValue(name)) continue;
      style.setProperty(name, was, old.getPropertyPriority(name));
    }
  }
  if (now() === "" && before === null) element.removeAttribute("style");
}

/** From what the page has: outline, and while it pulses more. */
function draw(element: Styled, known: Worn, extra: readonly (readonly [string, string])[] = []): void {
  if (known.ours !== null) undress(element, known);
  known.before = element.getAttribute("style");
  known.isVoid = element.style.length === 0 && read(known.before).length > 0;
  const [id, status] = [...known.ids].at(-1) ?? ["", "open"];
  element.setAttribute(ID, id);
  const all = [["outline", OUTLINE[status]], ["outline-offset", "2px"], ["cursor", "pointer"], ...extra] as const;
  for (const [name, value] of all) element.style.setProperty(name, value);
  known.ours = element.getAttribute("style");
}

/** So many of the styles of a flash (8.5.3): all, the one by which the others flow back, none. */
export function glow(element: Element, styles: number): void {
  element.toggleAttribute(PULSES, styles > 0);
  const known = worn.get(element);
  if (known !== undefined) draw(element as Styled, known, pulsing().slice(0, styles));
}
