/** Notices that the page has become another one, whichever router has done it. */

/** What routers say when they have put new content into the page without a new address, or after one. */
const CONTENT = ["astro:page-load", "turbo:load", "turbo:render", "htmx:afterSettle", "htmx:historyRestore"];

/** The part of the Navigation API that we need; the DOM types do not know it yet. */
type NavigationEvents = Pick<EventTarget, "addEventListener" | "removeEventListener">;
type Step = History["pushState"];

function modern(): NavigationEvents | null {
  return "navigation" in window && window.navigation instanceof EventTarget ? window.navigation : null;
}

/** Calls after each step of the page's own through its history; the answer puts the history back as it was. */
function wrapHistory(onStep: () => void): () => void {
  const wrap = (name: "pushState" | "replaceState") => {
    const before = history[name].bind(history) as Step;
    const original = Object.getOwnPropertyDescriptor(history, name);
    const wrapped: Step = (...step) => {
      before(...step);
      onStep();
    };
    history[name] = wrapped;
    return () => {
      // Somebody may have wrapped ours in the meantime; then theirs stays.
      if (history[name] !== wrapped) return;
      if (original === undefined) Reflect.deleteProperty(history, name);
      else Object.defineProperty(history, name, original);
    };
  };
  const restores = [wrap("pushState"), wrap("replaceState")];
  return () => restores.forEach((restore) => restore());
}

export interface Navigation {
  /** The address is another page's now. */
  onPage: () => void;
  /** The same page has other content. */
  onContent: () => void;
}

/** Follows the page; the answer ends it. */
export function followNavigation({ onPage, onContent }: Navigation): () => void {
  let page = location.pathname;
  const step = () => {
    if (location.pathname === page) return;
    page = location.pathname;
    onPage();
  };
  const content = () => {
    step();
    onContent();
  };
  const ended = new AbortController();
  const { signal } = ended;
  const native = modern();
  const restore = native === null ? wrapHistory(step) : () => undefined;
  native?.addEventListener("currententrychange", step, { signal });
  for (const name of ["popstate", "hashchange", "pageshow"]) window.addEventListener(name, step, { signal });
  for (const name of CONTENT) document.addEventListener(name, content, { signal });
  return () => {
    ended.abort();
    restore();
  };
}
