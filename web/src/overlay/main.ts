/** Starts the overlay, once in a page. */
import { Review } from "./review";

declare global {
  interface Window {
    __astro_inline_review_init?: boolean;
  }
}

function init(): void {
  if (window.__astro_inline_review_init === true) return;
  // A classic <script> of another site cannot run this: `import.meta` is a syntax error outside of a module, so the token
  // of the page, which stands before all this, is never read there.
  window.__astro_inline_review_init = import.meta.url !== "";
  new Review().begin();
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", init, { once: true });
else init();
