/** What a person has pointed at, as it is stored and as the popup shows it. */
import { atOnce } from "../../anchors/slices";
import { readText, stretchOf } from "../highlights/page_text";
import { anchorAt, rangeAt } from "../highlights/stored";
import { late } from "../later";
import type { Captured } from "../types";
import { selectorOf } from "./selectors";
import { sourceOf } from "./sources";
import { inPage, surroundings } from "./surroundings";

const viewOf = (node: Node) => node.ownerDocument?.defaultView;

const withSource = (element: Element | null) => {
  const source = sourceOf(element);
  return source === null ? {} : { source };
};

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
  const element = start.nodeType === 1 ? (start as Element) : start.parentElement;
  return {
    kind: "text",
    label: stored.selectedText,
    rect: inPage(range.getBoundingClientRect(), viewOf(start)),
    wish: { type: "text", selectedText: stored.selectedText, range: stored, ...(anchor && { anchor }), ...around, ...withSource(element) },
  };
}

/** An element. */
export function captureElement(element: Element): Captured {
  const { root, ...around } = surroundings(element);
  const elementSelector = selectorOf(element, root);
  const wish: Record<string, unknown> = { type: "element", elementSelector, ...around, ...withSource(element) };
  const also: unknown[] = [];
  const taken = new Set([element]);
  return {
    kind: "element",
    label: elementSelector.description,
    rect: inPage(element.getBoundingClientRect(), viewOf(element)),
    wish,
    add: (other) => {
      if (taken.has(other) || other.getRootNode() !== root) return;
      taken.add(other);
      also.push(selectorOf(other, root));
      wish["also"] = also;
    },
    picture: async () => (await late()).pictureOf(element),
  };
}
