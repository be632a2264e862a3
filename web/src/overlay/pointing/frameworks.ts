/** Where a piece of the page comes from, as its framework says of itself; only what is known to be right. */
import type { PageSource } from "../../wire/types.gen";
import { hint } from "./sources";

type Loose = Record<string, unknown>;

const isLoose = (value: unknown): value is Loose => (typeof value === "object" && value !== null) || typeof value === "function";

/** What lies behind a way through objects that are not ours. */
const dig = (from: unknown, ...way: string[]) => way.reduce<unknown>((at, name) => (isLoose(at) ? at[name] : undefined), from);

/** The address in a line of a stack, as Chromium, Firefox and Safari write it. */
const ADDRESS = /(?:\(|@|at )(https?:\/\/[^\s)]+?):\d+:\d+\)?$/;
/** A module of its own that has kept the name of its source; a bundle and its chunks are called .js. */
const SOURCE = /\.([jt]sx|[cm]?ts|mdx)$/;
const VITE = "/@vite/client";

/** Below which address Vite serves the modules of the project one by one; null where it does not. */
function viteBase(): string | null {
  const client = performance.getEntriesByType("resource").find(({ name }) => name.replace(/[?#].*/, "").endsWith(VITE));
  return client === undefined ? null : new URL(client.name).pathname.slice(0, 1 - VITE.length);
}

/** The file of a module that Vite serves, from the project's root; an absolute one of a file outside of that. */
function moduleFile(address: string): string | null {
  const [url, base] = [new URL(address), viteBase()];
  const path = decodeURI(url.pathname);
  if (base === null || url.origin !== origin || !path.startsWith(base) || !SOURCE.test(path) || path.includes("/node_modules/")) return null;
  const file = path.slice(base.length);
  if (file.startsWith("@fs/")) return file.slice("@fs".length);
  return file.startsWith("@") ? null : file;
}

/** React: up to 18 the place itself; since 19 the stack of its making, whose lines are those of the compiled module. */
function ofReact(element: Element): PageSource | null {
  const key = Object.keys(element).find((name) => name.startsWith("__reactFiber$"));
  if (key === undefined) return null;
  const fiber = dig(element, key);
  const owner = dig(fiber, "_debugOwner");
  const component = dig(owner, "type", "displayName") ?? dig(owner, "type", "name") ?? dig(owner, "name");
  const told = dig(fiber, "_debugSource");
  if (told != null) return hint(dig(told, "fileName"), dig(told, "lineNumber"), dig(told, "columnNumber"), component);
  const stack = dig(fiber, "_debugStack", "stack");
  const addresses = typeof stack === "string" ? stack.split("\n").map((line) => ADDRESS.exec(line)?.[1]) : [];
  const file = addresses.map((address) => (address === undefined ? null : moduleFile(address))).find((one) => one !== null);
  return hint(file, 0, 0, component);
}

function ofVue(element: Element): PageSource | null {
  const type = dig(element, "__vueParentComponent", "type");
  return hint(dig(type, "__file"), 0, 0, dig(type, "__name") ?? dig(type, "name"));
}

function ofSvelte(element: Element): PageSource | null {
  const loc = dig(element, "__svelte_meta", "loc");
  return hint(dig(loc, "file"), dig(loc, "line"), dig(loc, "column"));
}

/** The nearest hint at or above an element; `written` is what the markup says of one. */
export function sourceOf(from: Element | null, written: (element: Element) => PageSource | null): PageSource | null {
  for (let at = from; at !== null; at = at.parentElement) {
    const source = written(at) ?? ofReact(at) ?? ofSvelte(at) ?? ofVue(at);
    if (source !== null) return source;
  }
  return null;
}
