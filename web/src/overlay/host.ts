/** The one element in the page that holds all of our own, and how it outlives whatever the page does with its body. */
import { sheet } from "./styles";

const ID = "astro-inline-review-host";
/** What routers say when they have put a new body into the page. */
const SWAPS = ["astro:after-swap", "turbo:render", "htmx:afterSwap", "htmx:historyRestore"];

export interface Host {
  element: HTMLElement;
  root: ShadowRoot;
}

/** What is clicked, typed or scrolled in here is no affair of the page. */
function keepEventsIn(element: HTMLElement): void {
  const stop = (event: Event) => event.stopPropagation();
  for (const name in element) if (name.startsWith("on")) element.addEventListener(name.slice(2), stop, { passive: true });
  for (const name of ["focusin", "focusout"]) element.addEventListener(name, stop);
}

function build(): Host {
  const known = document.getElementById(ID);
  if (known?.shadowRoot != null) return { element: known, root: known.shadowRoot };
  const element = document.createElement("div");
  element.id = ID;
  // Whatever the page says of all its divs, even with !important.
  element.style.cssText = "all: initial !important; position: absolute !important";
  const root = element.attachShadow({ mode: "open" });
  const styles = new CSSStyleSheet();
  styles.replaceSync(sheet);
  // A policy of the page may forbid <style>, but not this.
  root.adoptedStyleSheets = [styles];
  keepEventsIn(element);
  return { element, root };
}

/** A body that a router has kept and brings back may hold an empty copy of us. */
function dropCopies(element: HTMLElement): void {
  for (const copy of document.querySelectorAll(`#${ID}`)) if (copy !== element) copy.remove();
}

/** Puts the host back into the body, with the focus and the scrolling that it had. */
function putBack({ element, root }: Host, focused: Element | null): void {
  dropCopies(element);
  if (element.parentNode === document.body) return;
  const scrolled = [...root.querySelectorAll("*")].filter(({ scrollTop }) => scrollTop > 0).map((one) => [one, one.scrollTop] as const);
  document.body.append(element);
  for (const [one, top] of scrolled) one.scrollTop = top;
  if (focused instanceof HTMLTextAreaElement && focused.isConnected && document.activeElement === document.body) {
    focused.focus({ preventScroll: true });
  }
}

export function createHost(): Host {
  const host = build();
  let focused: Element | null = null;
  // What moves inside of a shadow root is not seen outside.
  host.root.addEventListener("focusin", () => (focused = host.root.activeElement));
  document.addEventListener("focusin", ({ target }) => target !== host.element && (focused = null), true);
  document.addEventListener("pointerdown", ({ target }) => target !== host.element && (focused = null), true);
  const watch = new MutationObserver(() => settle());
  const settle = () => {
    // While one body goes and the next comes there may be none.
    const body = document.body as HTMLElement | null;
    if (body !== null) putBack(host, focused);
    watch.disconnect();
    watch.observe(document.documentElement, { childList: true });
    if (body !== null) watch.observe(body, { childList: true });
  };
  for (const name of SWAPS) document.addEventListener(name, settle);
  settle();
  return host;
}
