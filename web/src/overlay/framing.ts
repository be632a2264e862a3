/** Tells whether this page is in a frame, and whose page is around it: against click-jacking. */

declare global {
  interface Window {
    __astro_inline_review_init?: boolean;
  }
}

/**
 * May the overlay start here? Not below a page of another origin: that could lay itself over our buttons, so that a person
 * who means to press its own presses ours. Nor below a page of this site that runs it: it reviews its frames, too.
 */
export function mayStart(): boolean {
  try {
    for (let at: Window = window; at !== at.parent; ) {
      at = at.parent;
      // Of a foreign page even the origin cannot be read.
      if (at.origin !== origin || at.__astro_inline_review_init === true) return false;
    }
    return true;
  } catch {
    return false;
  }
}
