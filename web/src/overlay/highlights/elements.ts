/** Finds an element again (3.4.4): its selector must still lead to one element that agrees with what was stored of it. */
import type { ElementSelector } from "../types";
import { hash } from "./history";
import { xpathOf, type TextRoot } from "./page_text";
import { allOf, evaluated } from "./roots";

/** Elements of one name that are looked through for the same text. */
const LOOKED_AT = 3_000;
const PREVIEW = 200;

const POINTS = { selector: 2, oneOfMany: 0.5, path: 1, words: 3, around: 5, attributes: 1, preview: 1 };

/** Hashes of what an element says, and of the smallest element around it that says more: by that twins differ. */
export function textHash(element: Element): string {
  const own = saying(element);
  let around = element.parentElement;
  while (around !== null && around !== document.body && saying(around) === own) around = around.parentElement;
  return `${hash(own)}.${around === null ? "" : hash(saying(around))}`;
}

/** White space aside, and only so much. */
const saying = (element: Element) => element.textContent.slice(0, 2_000).replace(/\s+/g, " ").trim();

interface Agreement {
  element: Element;
  points: number;
  words: boolean;
  around: boolean;
}

/** The element that agrees best; null if none does, or several alike. */
export function findElement(stored: ElementSelector, root: TextRoot): Element | null {
  const { cssSelector, tagName } = stored;
  const selected = allOf(root, cssSelector || "*:not(*)");
  const [own = "", around = ""] = (stored.textHash ?? "").split(".");
  const alike = own === "" ? [] : allOf(root, tagName || "*").slice(0, LOOKED_AT).filter((one) => hash(saying(one)) === own);
  const routed = stored.xpath === "" ? [] : [...selected, ...alike].filter((one) => xpathOf(one) === stored.xpath);
  const lead = routed.length > 0 || stored.xpath === "" ? null : evaluated(stored.xpath, root);
  const pathed = lead?.nodeType === 1 ? [lead as Element] : routed;
  const isNamed = (one: Element) => tagName === "" || one.nodeName.toLowerCase() === tagName.toLowerCase();
  const all = [...new Set([...selected, ...pathed, ...alike])].filter(isNamed);
  const judged = all.map((element): Agreement => {
    const [said, beside] = own === "" ? [] : textHash(element).split(".");
    const words = said === own;
    const isAround = words && beside === around;
    const by = selected.includes(element) ? (selected.length === 1 ? POINTS.selector : POINTS.oneOfMany) : 0;
    const route = pathed.includes(element) ? POINTS.path : 0;
    const agrees = (words && own !== "" ? POINTS.words : 0) + (isAround && own !== "" ? POINTS.around : 0);
    return { element, words, around: isAround, points: by + route + agrees + sameness(element, stored, all.length > 1) };
  });
  return clearest(judged, own !== "");
}

function clearest(judged: Agreement[], isKnown: boolean): Element | null {
  const [best, second] = judged.sort((one, other) => other.points - one.points);
  if (best === undefined || best.points === second?.points) return null;
  // Where others say the same, and nothing around it is as it was, ours may be the one that is gone.
  const twins = judged.filter(({ words }) => words);
  return isKnown && best.words && !best.around && twins.length > 1 ? null : best.element;
}

/** How far its attributes and its beginning are as stored. */
function sameness(element: Element, { attributes, outerHtmlPreview }: ElementSelector, isContested: boolean): number {
  const names = Object.keys(attributes).filter((name) => name !== "class");
  const same = names.filter((name) => element.getAttribute(name) === attributes[name]).length;
  const share = names.length === 0 ? 0 : same / names.length;
  const looksAlike = isContested && outerHtmlPreview !== "" && element.outerHTML.slice(0, PREVIEW) === outerHtmlPreview;
  return share * POINTS.attributes + (looksAlike ? POINTS.preview : 0);
}
