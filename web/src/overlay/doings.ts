/** What the panel's parts can have done; each says true when it is done, and tells the person when it is not. */
import type { Place } from "./drafts";
import type { Store } from "./store";
import type { Whereabouts } from "./orphans";
import type { Annotation } from "./types";

export interface Doings {
  store: Store;
  /** Shows what there is now: a form that is closed no longer holds back what has changed. */
  redraw: () => void;
  whereabouts: (annotation: Annotation) => Whereabouts;
  goTo: (annotation: Annotation) => void;
  remove: (id: string) => Promise<boolean>;
  reopen: (id: string, message: string) => Promise<boolean>;
  /** The place is that of a new one. */
  saveNote: (id: string | null, note: string, place: Place) => Promise<boolean>;
  removeNote: (id: string) => Promise<boolean>;
  clear: () => Promise<boolean>;
  exportToClipboard: () => Promise<void>;
  setAside: () => Promise<boolean>;
}

/** Lets a form be sent once, and again when that has failed. */
export async function once(send: HTMLButtonElement, work: () => Promise<boolean>): Promise<boolean> {
  if (send.disabled) return false;
  send.disabled = true;
  const done = await work();
  send.disabled = false;
  return done;
}
