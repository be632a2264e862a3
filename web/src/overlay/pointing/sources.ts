/** Where a piece of the page comes from, as its markup says. */
import type { PageSource } from "../../wire/types.gen";

/** What Astro's own toolbar takes off the elements soon after the page has loaded. */
const early = new WeakMap<Element, PageSource>();

const ASTRO = "data-astro-source-file";
const OURS = "data-countermark-source";

/** Keeps the hints of a document's elements before somebody takes them away. */
export function keepSources(root: ParentNode): void {
  for (const element of root.querySelectorAll(`[${ASTRO}],[${OURS}]`)) {
    const source = written(element);
    if (source !== null) early.set(element, source);
  }
}

function written(element: Element): PageSource | null {
  const ours = /^(.+?)(?::(\d+))?(?::(\d+))?$/.exec(element.getAttribute(OURS) ?? "");
  if (ours !== null) return hint(ours[1], ours[2], ours[3]);
  const [line, column] = (element.getAttribute("data-astro-source-loc") ?? "").split(":");
  return hint(element.getAttribute(ASTRO), line, column);
}

export function hint(file: unknown, line?: unknown, column?: unknown, component?: unknown): PageSource | null {
  if (typeof file !== "string" || file === "") return null;
  const [at, by] = [Number(line), Number(column)];
  return { file, ...(at > 0 && { line: at }), ...(by > 0 && { column: by }), ...(typeof component === "string" && component !== "" && { component }) };
}

/** What the markup says of this very element. */
export const writtenSource = (element: Element): PageSource | null => early.get(element) ?? written(element);
