/** The small window beside what a person has pointed at, in which a note to it is written. */
import { button, shortened } from "./dom";
import { once } from "./doings";
import type { KeyUse } from "./keys";
import type { Frame } from "./popup_frame";

const WIDTH = 300;
const MARGIN = 8;
/** Room that the popup needs above; see seed 002, section 6.3. */
const ABOVE = 208;
const SCROLL_PX = 50;
const LONGEST_LABEL = 100;

export interface PopupWish {
  label: string;
  rect: DOMRect;
  note: string;
  /** True when it is done; the popup stays otherwise. */
  onSave: (note: string) => Promise<boolean>;
  /** Of an annotation that is there. */
  onDelete?: () => Promise<boolean>;
  onClose?: () => void;
  onInput?: (note: string) => void;
  /** More to choose, above the buttons. */
  extras?: readonly Node[];
}

export interface Popup {
  isOpen: () => boolean;
  /** Is there something in it that a person has typed? */
  holdsWords: () => boolean;
  open: (wish: PopupWish) => void;
  close: () => void;
  setLabel: (label: string) => void;
  keys: KeyUse;
}

/** Above what was pointed at, or below it where there is no room; never out of sight. */
function place(node: HTMLElement, rect: DOMRect, panel: HTMLElement): void {
  const right = panel.dataset["airState"] === "open" ? panel.offsetLeft - MARGIN : innerWidth - MARGIN;
  const left = Math.max(MARGIN, Math.min(rect.left + rect.width / 2 - WIDTH / 2, right - WIDTH));
  const above = rect.top - MARGIN >= ABOVE;
  const lowest = innerHeight - MARGIN;
  const below = Math.max(MARGIN, Math.min(rect.bottom + MARGIN, lowest - node.offsetHeight));
  node.style.left = `${left}px`;
  node.style.top = `${above ? Math.min(rect.top - MARGIN, lowest) : below}px`;
  node.style.transform = above ? "translateY(-100%)" : "";
}

/** Tab goes round inside the popup. */
const trap =
  (node: HTMLElement): KeyUse =>
  (event, target) => {
    if (event.key !== "Tab" || !node.contains(target)) return false;
    const stops = [...node.querySelectorAll<HTMLElement>("textarea, button:not(:disabled), input")];
    const next = stops[(stops.findIndex((stop) => stop === target) + (event.shiftKey ? -1 : 1) + stops.length) % stops.length];
    next?.focus();
    return true;
  };

function buttonsFor({ onSave, onDelete }: PopupWish, note: () => string, close: () => void): HTMLElement[] {
  const save = button("Save", "popup-save", "primary", () => void once(save, () => onSave(note())).then((done) => done && close()));
  save.setAttribute("data-air-send", "");
  const buttons = [button("Cancel", "popup-cancel", "", close), save];
  if (onDelete === undefined) return buttons;
  const remove = button("Delete", "popup-delete", "danger", () => void once(remove, onDelete).then((done) => done && close()));
  return [remove, ...buttons];
}

export function createPopup(root: ShadowRoot, { node, label, textarea, extras, footer }: Frame, panel: HTMLElement): Popup {
  let before: Element | null = null;
  let scrolled = 0;
  let turn = 0;
  let now: PopupWish | null = null;
  const isOpen = () => now !== null;
  const show = (wish: PopupWish | null) => {
    now = wish;
    node.classList.toggle("air-popup--visible", wish !== null);
    node.dataset["airState"] = wish === null ? "hidden" : "visible";
    textarea.value = wish?.note ?? "";
  };
  const close = () => {
    const closed = now;
    if (closed === null) return;
    show(null);
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    closed.onClose?.();
  };
  const open = (wish: PopupWish) => {
    if (!isOpen()) before = root.activeElement ?? document.activeElement;
    show(wish);
    turn += 1;
    const mine = turn;
    label.textContent = wish.label;
    extras.replaceChildren(...(wish.extras ?? []));
    // What was saved late must not close the popup that came after it.
    footer.replaceChildren(...buttonsFor(wish, () => textarea.value, () => mine === turn && close()));
    scrolled = scrollY;
    place(node, wish.rect, panel);
    requestAnimationFrame(() => textarea.focus({ preventScroll: true }));
  };
  textarea.addEventListener("input", () => now?.onInput?.(textarea.value));
  const holdsWords = () => isOpen() && textarea.value.trim() !== "";
  document.addEventListener("scroll", () => {
    if (!isOpen() || holdsWords() || node.contains(root.activeElement) || Math.abs(scrollY - scrolled) <= SCROLL_PX) return;
    close();
  });
  return { isOpen, holdsWords, open, close, setLabel: (words) => (label.textContent = words), keys: trap(node) };
}

export const popupLabel = (text: string) => `"${shortened(text, LONGEST_LABEL)}"`;
