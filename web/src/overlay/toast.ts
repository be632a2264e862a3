/** One short message at a time, which goes by itself. */
import { el, setText } from "./dom";

const SHOWN_MS = 2500;

export type Toast = (words: string, ms?: number) => void;

export function createToast(root: ShadowRoot): Toast {
  let toast: HTMLElement | null = null;
  let timer = 0;
  return (words, ms = SHOWN_MS) => {
    toast ??= root.appendChild(el("div", { class: "air-toast", "data-air-el": "toast", role: "status", "aria-live": "polite" }));
    // Forces a frame between being there and being shown, so that the first one fades in, too.
    toast.getBoundingClientRect();
    setText(toast, words);
    toast.classList.add("air-toast--visible");
    clearTimeout(timer);
    timer = window.setTimeout(() => toast?.classList.remove("air-toast--visible"), ms);
  };
}
