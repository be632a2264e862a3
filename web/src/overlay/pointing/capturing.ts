/** What a person has pointed at, as it is stored and as the popup shows it. */
import { atOnce } from "../../anchors/slices";
import { readText, stretchOf } from "../highlights/page_text";
import { anchorAt, rangeAt } from "../highlights/stored";
import { late } from "../later";
import type { Captured } from "../types";
import { inPage } from "./in_page";
import { selectorOf } from "./selectors";
import { writtenSource } from "./sources";
import { surroundings } from "./surroundings";

const viewOf = (node: Node) => node.ownerDocument?.defaultView;

/** A selection; null if it holds no words of the page. */
export function captureText(range: Range): Captured | null {
  const { root, ...around } = surroundings(range.commonAncestorContainer);
  const page = atOnce(readText(root));
  const stretch = stretchOf(page, range);
  if (stretch === null) return null;
  const stored = rangeAt(page, ...stretch);
  if (stored.selectedText.trim() === "") return null;
  const anchor = anchorAt(page, ...stretch, stored);
  const start = range.startContainer;
  return {
    kind: "text",
    label: stored.selectedText,
    rect: inPage(range.getBoundingClientRect(), viewOf(start)),
    wish: { type: "text", selectedText: stored.selectedText, range: stored, ...(anchor && { anchor }), ...around },
    places: [range],
    origin: start.nodeType === 1 ? (start as Element) : start.parentElement,
    writtenSource,
  };
}

/** An element. */
export function captureElement(element: Element): Captured {
  const { root, ...around } = surroundings(element);
  const elementSelector = selectorOf(element, root);
  const wish: Record<string, unknown> = { type: "element", elementSelector, ...around };
  const also: unknown[] = [];
  const taken = [element];
  return {
    kind: "element",
    label: elementSelector.description,
    rect: inPage(element.getBoundingClientRect(), viewOf(element)),
    wish,
    origin: element,
    places: taken,
    writtenSource,
    add: (other) => {
      if (taken.includes(other) || other.getRootNode() !== root) return;
      taken.push(other);
      also.push(selectorOf(other, root));
      wish["also"] = also;
    },
    picture: async () => (await late()).pictureOf(element),
  };
}
