/** Annotations as they may stand in a file that somebody wrote by hand: nothing that we read is absent. */
import type { Annotation, ElementSelector, SerializedRange } from "../types";

const RANGE: SerializedRange = {
  startXPath: "",
  startOffset: 0,
  endXPath: "",
  endOffset: 0,
  selectedText: "",
  contextBefore: "",
  contextAfter: "",
};
const SELECTOR: ElementSelector = { cssSelector: "", xpath: "", description: "", tagName: "", attributes: {}, outerHtmlPreview: "" };

const whole = (selector: ElementSelector): ElementSelector => ({ ...SELECTOR, ...selector });

/** The seed reads one without a type as text (3.2.4). */
export function complete(one: Annotation): Annotation {
  if (one.type !== "element") return { ...one, type: "text", range: { ...RANGE, ...one.range } };
  return { ...one, elementSelector: whole(one.elementSelector), ...(one.also && { also: one.also.map(whole) }) };
}
