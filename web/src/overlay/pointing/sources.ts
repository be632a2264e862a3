/** Where a piece of the page comes from, as far as the dev server or the framework says so of itself. */
import type { SourceHint } from "../types";

/** What Astro's own toolbar takes off the elements soon after the page has loaded. */
const early = new WeakMap<Element, SourceHint>();

const ASTRO = "data-astro-source-file";
const OURS = "data-countermark-source";

/** Keeps the hints of a document's elements before somebody takes them away. */
export function keepSources(root: ParentNode): void {
  for (const element of root.querySelectorAll(`[${ASTRO}],[${OURS}]`)) {
    const hint = written(element);
    if (hint !== null) early.set(element, hint);
  }
}

function written(element: Element): SourceHint | null {
  const ours = /^(.+?)(?::(\d+))?(?::(\d+))?$/.exec(element.getAttribute(OURS) ?? "");
  if (ours !== null) return hint(ours[1], ours[2], ours[3]);
  const [line, column] = (element.getAttribute("data-astro-source-loc") ?? "").split(":");
  return hint(element.getAttribute(ASTRO), line, column);
}

function hint(file: unknown, line?: unknown, column?: unknown, component?: unknown): SourceHint | null {
  if (typeof file !== "string" || file === "") return null;
  const [at, by] = [Number(line), Number(column)];
  return { file, ...(at > 0 && { line: at }), ...(by > 0 && { column: by }), ...(typeof component === "string" && component !== "" && { component }) };
}

type Loose = Record<string, unknown>;

/** What lies behind a way through objects that are not ours. */
const dig = (from: unknown, ...way: string[]) => way.reduce<unknown>((at, name) => (typeof at === "object" && at !== null ? (at as Loose)[name] : typeof at === "function" ? (at as unknown as Loose)[name] : undefined), from);

/** React: up to 18 with the place itself, since 19 with the stack of its making. */
function ofReact(element: Element): SourceHint | null {
  const key = Object.keys(element).find((name) => name.startsWith("__reactFiber$"));
  if (key === undefined) return null;
  const fiber = (element as unknown as Loose)[key];
  const component = dig(fiber, "_debugOwner", "type", "displayName") ?? dig(fiber, "_debugOwner", "type", "name") ?? dig(fiber, "_debugOwner", "name");
  const told = dig(fiber, "_debugSource");
  if (told != null) return hint(dig(told, "fileName"), dig(told, "lineNumber"), dig(told, "columnNumber"), component);
  const stack = dig(fiber, "_debugStack", "stack");
  if (typeof stack !== "string") return null;
  for (const line of stack.split("\n").slice(1)) {
    const found = /(?:\(|@|at )((?:https?|file):\/\/[^\s)]+?):(\d+):(\d+)\)?$/.exec(line);
    const path = found === null ? "" : decodeURI(new URL(found[1] ?? "").pathname);
    if (path !== "" && !/node_modules|react(-dom|-jsx|\.)|\/chunk-/.test(path)) return hint(path.replace(/^\/@fs/, ""), found?.[2], found?.[3], component);
  }
  return null;
}

function ofVue(element: Element): SourceHint | null {
  const type = dig(element, "__vueParentComponent", "type");
  return hint(dig(type, "__file"), 0, 0, dig(type, "__name") ?? dig(type, "name"));
}

function ofSvelte(element: Element): SourceHint | null {
  const loc = dig(element, "__svelte_meta", "loc");
  return hint(dig(loc, "file"), dig(loc, "line"), dig(loc, "column"));
}

/** The nearest hint at or above an element. */
export function sourceOf(from: Element | null): SourceHint | null {
  for (let at = from; at !== null; at = at.parentElement) {
    const found = early.get(at) ?? written(at) ?? ofReact(at) ?? ofSvelte(at) ?? ofVue(at);
    if (found !== null) return found;
  }
  return null;
}
