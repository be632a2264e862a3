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
  // Whatever the page says of all its divs, even with !important; which way its words run is not in `all`.
  element.style.cssText =
    "all: initial !important; direction: ltr !important; unicode-bidi: isolate !important; position: absolute !important";
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

const isModal = (node: unknown): node is HTMLElement => node instanceof HTMLDialogElement && node.matches(":modal");

/** Puts the host where it belongs, with the focus and the scrolling that it had. */
function put({ element, root }: Host, home: HTMLElement, focused: Element | null): void {
  dropCopies(element);
  if (element.parentNode === home) return;
  const scrolled = [...root.querySelectorAll("*")].filter(({ scrollTop }) => scrollTop > 0).map((one) => [one, one.scrollTop] as const);
  home.append(element);
  if (isModal(home) && "popover" in element) {
    // Else what moves the dialog moves us, too.
    element.popover = "manual";
    element.showPopover();
  }
  for (const [one, top] of scrolled) one.scrollTop = top;
  if (focused instanceof HTMLTextAreaElement && focused.isConnected && document.activeElement === document.body) {
    focused.focus({ preventScroll: true });
  }
}

export function createHost(): Host {
  const host = build();
  let focused: Element | null = null;
  /** A dialog of the page that makes all dead that is not in it: so are we, as long as it is open. */
  let modal: HTMLElement | null = null;
  // What moves inside of a shadow root is not seen outside.
  host.root.addEventListener("focusin", () => (focused = host.root.activeElement));
  const onPage = (event: Event) => {
    const path = event.composedPath();
    if (path.includes(host.element)) return;
    focused = null;
    modal = path.find(isModal) ?? modal;
    settle();
  };
  for (const name of ["focusin", "pointerdown"]) document.addEventListener(name, onPage, true);
  const watch = new MutationObserver(() => settle());
  const settle = () => {
    if (!isModal(modal)) modal = document.querySelector<HTMLElement>("dialog:modal");
    modal?.addEventListener("close", settle);
    // While one body goes and the next comes there may be none.
    const body = document.body as HTMLElement | null;
    const home = modal ?? body;
    if (home !== null) put(host, home, focused);
    watch.disconnect();
    watch.observe(document.documentElement, { childList: true, subtree: modal !== null });
    if (body !== null) watch.observe(body, { childList: true });
  };
  for (const name of SWAPS) document.addEventListener(name, settle);
  settle();
  return host;
}
