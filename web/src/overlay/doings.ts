/** What the panel's parts can have done. */
import type { Whereabouts } from "./orphans";
import type { Store } from "./store";
import type { Toast } from "./toast";
import type { Annotation } from "./types";

export interface Doings {
  store: Store;
  /** Does it, and tells the person when that fails; true when it is done. */
  attempt: (failure: string, work: () => Promise<unknown>) => Promise<boolean>;
  tell: Toast;
  /** Shows what there is now: a form that is closed no longer holds back what has changed. */
  redraw: () => void;
  whereabouts: (annotation: Annotation) => Whereabouts;
  goTo: (annotation: Annotation) => void;
  clear: () => void;
  exportToClipboard: () => void;
}

/** Lets a form be sent once, and again when that has failed; a button that were disabled would lose the focus. */
export async function once(send: HTMLElement, work: () => Promise<boolean>): Promise<boolean> {
  if (send.hasAttribute("aria-disabled")) return false;
  send.setAttribute("aria-disabled", "true");
  const done = await work();
  send.removeAttribute("aria-disabled");
  return done;
}
