/** Starts the overlay, once in a page. */
import { mayStart } from "./framing";
import { Overlay } from "./review";

function init(): void {
  if (window.__astro_inline_review_init === true || !mayStart()) return;
  // A classic <script> of another site cannot run this: `import.meta` is a syntax error outside of a module, so the token
  // of the page, which stands before all this, is never read there.
  window.__astro_inline_review_init = import.meta.url !== "";
  new Overlay().begin();
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", init, { once: true });
else init();
