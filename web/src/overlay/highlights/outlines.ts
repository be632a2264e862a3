/** Outlines on the page's elements: our inline styles, and the way back to exactly what stood there before. */
import type { AnnotationStatus } from "../types";

const OUTLINE: Record<AnnotationStatus, string> = {
  open: "2px dashed rgba(217,119,6,0.8)",
  in_progress: "2px dashed rgba(139,92,246,0.5)",
  addressed: "2px dashed rgba(59,130,246,0.5)",
};
const PULSE: readonly (readonly [string, string])[] = [
  ["transition", "background-color 0.3s ease, box-shadow 0.3s ease, outline-color 0.3s ease"],
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
  /** In the order in which they were put on. */
  ids: Map<string, AnnotationStatus>;
}

type Styled = Element & ElementCSSInlineStyle;

const worn = new Map<Element, Worn>();

export const ID = "data-air-element-id";
export const PULSES = "data-air-pulse";

/** Puts an annotation's outline on an element; of several the latest shows. */
export function putOn(element: Element, id: string, status: AnnotationStatus): void {
  const known = worn.get(element) ?? { before: element.getAttribute("style"), ours: null, ids: new Map() };
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

/** What the page has changed meanwhile stays; all else is as it was. */
function undress(element: Styled, { before, ours }: Worn): void {
  if (element.getAttribute("style") !== ours) {
    const old = document.createElement("i").style;
    old.cssText = before ?? "";
    const set = document.createElement("i").style;
    set.cssText = ours ?? "";
    for (const name of set) {
      const was = old.getPropertyValue(name);
      if (set.getPropertyValue(name) === was || element.style.getPropertyValue(name) !== set.getPropertyValue(name)) continue;
      element.style.setProperty(name, was, old.getPropertyPriority(name));
    }
    if (element.getAttribute("style") === "" && before === null) element.removeAttribute("style");
  } else if (before === null) element.removeAttribute("style");
  else element.setAttribute("style", before);
}

/** From what the page has: outline, and while it pulses more. */
function draw(element: Styled, known: Worn, extra: readonly (readonly [string, string])[] = []): void {
  if (known.ours !== null) {
    undress(element, known);
    known.before = element.getAttribute("style");
  }
  const [id, status] = [...known.ids].at(-1) ?? ["", "open"];
  element.setAttribute(ID, id);
  const all = [["outline", OUTLINE[status]], ["outline-offset", "2px"], ["cursor", "pointer"], ...extra] as const;
  for (const [name, value] of all) element.style.setProperty(name, value);
  known.ours = element.getAttribute("style");
}

/** A flash and back (8.5.3); what the annotation's status is by then shows. */
export function pulseElement(element: Element): () => void {
  const step = (extra: readonly (readonly [string, string])[]) => {
    const known = worn.get(element);
    if (known !== undefined) draw(element as Styled, known, extra);
  };
  element.setAttribute(PULSES, "");
  step(PULSE);
  const timers = [setTimeout(() => step(PULSE.slice(0, 1)), 600), setTimeout(end, 900)];
  function end() {
    timers.forEach(clearTimeout);
    element.removeAttribute(PULSES);
    step([]);
  }
  return end;
}
