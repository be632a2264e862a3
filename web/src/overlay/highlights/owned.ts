/** Whether a framework holds an element: what it keeps there, by which it will change text and remove nodes on its own. */

const OWN = /^(__react(Fiber|Props|Container)|__vnode|_vnode|__vue|_vei|__svelte|__k$|__e$|_sb|__preact|\$\$)/;
const KNOWN = ["__vnode", "_vnode", "__vue_app__", "__vueParentComponent", "__svelte_meta", "__k", "__t", "__click", "__attributes"];

const found = new WeakSet<Element>();

function holds(element: Element): boolean {
  return KNOWN.some((name) => name in element) || Object.keys(element).some((name) => OWN.test(name));
}

/** Is the element, or one around it, a framework's? */
export function isOwned(element: Element | null): boolean {
  if (element === null) return false;
  const answer = found.has(element) || holds(element) || isOwned(element.parentElement);
  if (answer) found.add(element);
  return answer;
}

/** A part of the page that is not alive yet: nothing may be put into it before. */
export const isAsleep = (element: Element | null) => element?.closest("astro-island[ssr]") != null;

const KIT_START = /__sveltekit_\w+ = /;
const hydrated = new WeakSet<Element>();

/** The part of a page that SvelteKit or Nuxt have written on the server and bring to life in the browser. */
function serverWritten(): Element | null {
  const kit = [...document.scripts].find(({ text }) => KIT_START.test(text));
  return document.querySelector("#__nuxt") ?? kit?.parentElement ?? null;
}

/** Has the framework taken over what its server wrote? Yes, where there is nothing of that kind. `late`: nobody waits for this part of the page any more. */
export function isHydrated(late: boolean): boolean {
  const root = serverWritten();
  if (root === null || hydrated.has(root)) return true;
  const isAlive = late || holds(root) || [...root.querySelectorAll("*")].some(holds);
  if (isAlive) hydrated.add(root);
  return isAlive;
}
