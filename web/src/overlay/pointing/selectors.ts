/** An element as it is stored (3.4): a selector that leads to it alone, its path, and how it looks. */
import { isPiece } from "../highlights/splits";
import { textHash } from "../highlights/elements";
import { ID, undressCopy } from "../highlights/outlines";
import { xpathOf, type TextRoot } from "../highlights/page_text";
import type { ElementSelector } from "../types";
import { label } from "./label";

const ATTRIBUTES = ["id", "class", "data-testid", "src", "alt", "href", "role", "aria-label", "type", "name"];
const PREVIEW = 200;
const SHOWN = 40;
const STORED = 2_000;

const isAlone = (root: TextRoot, selector: string) => root.querySelectorAll(selector).length === 1;

/** Of the element's own: all that may tell it, the best first. */
function* ownSelectors(element: Element): Generator<string> {
  const testId = element.getAttribute("data-testid");
  if (element.id !== "") yield `#${CSS.escape(element.id)}`;
  if (testId !== null && testId !== "") yield `[data-testid="${CSS.escape(testId)}"]`;
  const classes = [...element.classList].filter((name) => !name.startsWith("air-"));
  yield element.localName.replace(/[^\w-]/g, "\\$&") + classes.map((name) => `.${CSS.escape(name)}`).join("");
}

/** The element's number among its siblings; where we stand between them, among those of its name. */
function nth(element: Element): string {
  const siblings = [...(element.parentNode?.children ?? [])];
  const isMixed = siblings.some(isPiece);
  const counted = isMixed ? siblings.filter(({ localName }) => localName === element.localName) : siblings;
  return `:nth-${isMixed ? "of-type" : "child"}(${counted.indexOf(element) + 1})`;
}

/** A selector that leads to the element alone: its own, else with its number, else under its parent's. */
export function cssSelector(element: Element, root: TextRoot): string {
  let own = "";
  for (own of ownSelectors(element)) if (isAlone(root, own)) return own;
  const plain = own;
  const parent = element.parentElement;
  if (parent !== null && parent.parentElement !== null) {
    const above = cssSelector(parent, root);
    if (isAlone(root, `${above} > ${plain}`)) return `${above} > ${plain}`;
    return `${above} > ${plain}${nth(element)}`;
  }
  const path = isAlone(root, plain + nth(element)) ? plain + nth(element) : `${parent?.localName ?? ":host"} > ${plain}${nth(element)}`;
  return isAlone(root, path) ? path : plain + nth(element);
}

function attributesOf(element: Element): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of ATTRIBUTES) {
    const value = element.getAttribute(name);
    if (value !== null) found[name] = value.slice(0, STORED);
  }
  return found;
}

export function description(element: Element): string {
  const shown = Object.entries(attributesOf(element)).filter(([name]) => name !== "id" && name !== "class");
  const words = shown.map(([name, value]) => `${name}=${value.length > SHOWN ? `${value.slice(0, SHOWN)}...` : value}`);
  return label(element) + (words.length > 0 ? ` (${words.join(", ")})` : "");
}

/** The element's own HTML, without what we have put on and into it. */
function preview(element: Element): string {
  const clone = element.cloneNode(element.childElementCount < 50) as Element;
  const outlined = (one: Element) => [one, ...one.querySelectorAll(`[${ID}]`)];
  const originals = outlined(element);
  for (const [at, copy] of outlined(clone).entries()) undressCopy(copy, originals[at] ?? copy);
  for (const mark of clone.querySelectorAll("mark[data-air-id]")) mark.replaceWith(...mark.childNodes);
  return clone.outerHTML.slice(0, PREVIEW);
}

export function selectorOf(element: Element, root: TextRoot): ElementSelector {
  return {
    cssSelector: cssSelector(element, root),
    xpath: xpathOf(element),
    description: description(element),
    tagName: element.localName,
    attributes: attributesOf(element),
    outerHtmlPreview: preview(element),
    textHash: textHash(element),
  };
}
