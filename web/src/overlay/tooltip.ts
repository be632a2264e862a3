/** The hint for first use: shown once in a browser. */
import { el } from "./dom";
import { forever, keep, kept } from "./keep";

const DISMISSED = "air-tooltip-dismissed";
const SHOWN_MS = 8000;
const FADE_MS = 300;

export function showTooltipOnce(root: ShadowRoot, fab: HTMLElement): void {
  if (kept(forever, DISMISSED) !== null) return;
  const words = "Select text to annotate it, or Alt+click any element";
  const tooltip = el("div", { class: "air-tooltip", id: "air-tooltip", role: "tooltip", "data-air-el": "first-use-tooltip" }, words);
  const done = new AbortController();
  const dismiss = () => {
    if (done.signal.aborted) return;
    done.abort();
    keep(forever, DISMISSED, "1");
    tooltip.classList.add("air-tooltip--hidden");
    fab.removeAttribute("aria-describedby");
    setTimeout(() => tooltip.remove(), FADE_MS);
  };
  root.append(tooltip);
  fab.setAttribute("aria-describedby", "air-tooltip");
  document.addEventListener("click", dismiss, { capture: true, signal: done.signal });
  setTimeout(dismiss, SHOWN_MS);
}
