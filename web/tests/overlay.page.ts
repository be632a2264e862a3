/** What tests/browser/overlay_paint calls in a real page: the painter and the pointing side, and a short way to annotations. */
import { Painter } from "../src/overlay/painter";
import { captureElement, captureText } from "../src/overlay/pointing/capturing";
import { sourceOf as nearestSource } from "../src/overlay/pointing/frameworks";
import { writtenSource } from "../src/overlay/pointing/sources";
import type { Annotation, AnnotationStatus, Captured, Standing } from "../src/overlay/types";

export { idUnder } from "../src/overlay/highlights/hit";
export { startPointing } from "../src/overlay/pointing";
export { captureElement, captureText } from "../src/overlay/pointing/capturing";
export { createInspector } from "../src/overlay/pointing/inspector";
export { cssSelector, description } from "../src/overlay/pointing/selectors";
export { pictureOf } from "../src/overlay/pointing/picture";

export const sourceOf = (element: Element) => nearestSource(element, writtenSource);

export const painter = new Painter();
export const told: { standings: (readonly string[])[]; again: unknown[] } = { standings: [], again: [] };
painter.onStanding((ids) => told.standings.push(ids));
painter.onReanchored((id, range, anchor) => told.again.push({ id, range, anchor }));

let made = 0;

function annotationOf(captured: Captured | null, id: string): Annotation {
  if (captured === null) throw new Error("nothing is captured");
  const now = new Date().toISOString();
  const base = { id, pageUrl: location.pathname, pageTitle: "", note: "", createdAt: now, updatedAt: now };
  return { ...base, ...captured.wish } as unknown as Annotation;
}

/** An annotation of some words in an element, by their number if they stand there more than once. */
export function words(element: Element, said: string, id = `t${(made += 1)}`): Annotation {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) nodes.push(node as Text);
  const start = nodes.map(({ data }) => data).join("").indexOf(said);
  const range = document.createRange();
  const set = (at: number, put: (node: Text, offset: number) => void, isEnd: boolean) => {
    let left = at;
    for (const node of nodes) {
      if (left < node.length || (isEnd && left === node.length)) return put(node, left);
      left -= node.length;
    }
  };
  set(start, (node, offset) => range.setStart(node, offset), false);
  set(start + said.length, (node, offset) => range.setEnd(node, offset), true);
  return annotationOf(captureText(range), id);
}

export const element = (one: Element, id = `e${(made += 1)}`) => annotationOf(captureElement(one), id);

/** As a program has it that knows the seed alone. */
export function bare(annotation: Annotation): Annotation {
  const rest = structuredClone(annotation);
  if (rest.type === "text") delete rest.anchor;
  else delete rest.elementSelector.textHash;
  return rest;
}

export const as = (annotation: Annotation, status: AnnotationStatus): Annotation => ({ ...annotation, status });

export const standings = (list: readonly Annotation[]): Standing[] => list.map(({ id }) => painter.standing(id));

/** What each annotation's marks say, and in which element they begin. */
export function marked(list: readonly Annotation[]): { says: string; at: string | null }[] {
  return list.map(({ id }) => {
    const marks = [...document.querySelectorAll(`mark[data-air-id="${id}"]`)];
    return { says: marks.map(({ textContent }) => textContent).join(""), at: marks[0]?.closest("[id]")?.id ?? null };
  });
}

/** The page without our marks, as its own HTML. */
export function plain(root: Element): string {
  const clone = root.cloneNode(true) as Element;
  for (const mark of clone.querySelectorAll("mark[data-air-id]")) mark.replaceWith(...mark.childNodes);
  return clone.innerHTML.replace(/<!--.*?-->/g, "");
}

export const frames = async (count = 3) => {
  for (; count > 0; count -= 1) await new Promise((resolve) => requestAnimationFrame(resolve));
};
