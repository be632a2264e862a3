/** Notices that the page has become another one, whichever router has done it. */

/** What routers say when they have put new content into the page without a new address, or after one. */
const CONTENT = ["astro:page-load", "turbo:load", "turbo:render", "htmx:afterSettle", "htmx:historyRestore"];

/** The part of the Navigation API that we need; the DOM types do not know it yet. */
type NavigationEvents = Pick<EventTarget, "addEventListener">;
type Step = History["pushState"];

function modern(): NavigationEvents | null {
  return "navigation" in window && window.navigation instanceof EventTarget ? window.navigation : null;
}

/** Calls after each step of the page's own through its history. */
function wrapHistory(onStep: () => void): void {
  for (const name of ["pushState", "replaceState"] as const) {
    const before = history[name].bind(history) as Step;
    history[name] = (...step) => {
      before(...step);
      onStep();
    };
  }
}

interface Navigation {
  /** The address is another page's now. */
  onPage: () => void;
  /** The same page has other content. */
  onContent: () => void;
}

/** Follows the page. */
export function followNavigation({ onPage, onContent }: Navigation): void {
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
  const native = modern();
  if (native === null) wrapHistory(step);
  else native.addEventListener("currententrychange", step);
  for (const name of ["popstate", "hashchange", "pageshow"]) window.addEventListener(name, step);
  for (const name of CONTENT) document.addEventListener(name, content);
}
