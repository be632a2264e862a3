/** The small window beside what a person has pointed at, in which a note to it is written. */
import { button, hasFocus, shortened } from "./dom";
import { once } from "./doings";
import type { KeyUse } from "./keys";
import type { Frame } from "./popup_frame";

const WIDTH = 300;
const MARGIN = 8;
/** Room that the popup needs above; see seed 002, section 6.3. */
const ABOVE = 208;
const SCROLL_PX = 50;
const LEAST_FIELD = 40;
const LONGEST_LABEL = 100;

interface PopupWish {
  label: string;
  rect: DOMRect;
  /** What is stored so far, and the words that stand there at first. */
  note: string;
  words: string;
  /** True when it is done; the popup stays otherwise. */
  onSave: (note: string) => Promise<boolean>;
  /** Of an annotation that is there. */
  onDelete?: () => Promise<boolean>;
  onClose: () => void;
  onInput: (note: string) => void;
  /** One more element is pointed at. */
  onMore: (element: Element) => void;
  /** More to choose, above the buttons. */
  extras?: readonly Node[];
}

export interface Popup {
  isOpen: () => boolean;
  /** Is there something in it? */
  holdsWords: () => boolean;
  /** Is there something else in it than what is stored? */
  holdsNewWords: () => boolean;
  open: (wish: PopupWish) => void;
  close: () => void;
  setLabel: (label: string) => void;
  addElement: (element: Element) => void;
  keys: KeyUse;
}

/** Where the popup goes up from, or down from, and how much room there is. */
interface Room {
  isAbove: boolean;
  top: number;
  height: number;
}

/**
 * Above what was pointed at, or below it where there is no room (6.3). In a window as low as one at 200 % there may be
 * none on either side: then the popup is made small before it is laid over the words.
 */
function roomFor(node: HTMLElement, { top, bottom }: DOMRect): Room {
  const lowest = innerHeight - MARGIN;
  const above: Room = { isAbove: true, top: Math.min(top - MARGIN, lowest), height: Math.min(top - MARGIN, lowest) - MARGIN };
  if (top - MARGIN >= ABOVE) return above;
  const below: Room = { isAbove: false, top: Math.max(MARGIN, bottom + MARGIN), height: lowest - Math.max(MARGIN, bottom + MARGIN) };
  if (node.offsetHeight <= below.height) return below;
  node.classList.add("air-popup--small");
  const least = node.offsetHeight;
  if (least <= below.height) return below;
  if (least <= above.height) return above;
  return { isAbove: false, top: Math.max(MARGIN, lowest - least), height: lowest - MARGIN };
}

/** Beside what was pointed at, never out of sight, and over the words only where there is no other place. */
function place({ node, textarea }: Pick<Frame, "node" | "textarea">, rect: DOMRect, panel: HTMLElement): void {
  node.classList.remove("air-popup--small");
  node.style.maxHeight = textarea.style.maxHeight = "";
  const right = panel.dataset["airState"] === "open" ? panel.offsetLeft - MARGIN : innerWidth - MARGIN;
  const left = Math.max(MARGIN, Math.min(rect.left + rect.width / 2 - WIDTH / 2, right - WIDTH));
  const { isAbove, top, height } = roomFor(node, rect);
  node.style.left = `${left}px`;
  node.style.top = `${top}px`;
  node.style.maxHeight = `${height}px`;
  // A long note scrolls in its field, so that the buttons stay in sight.
  textarea.style.maxHeight = `min(40vh, ${Math.max(height - node.offsetHeight + textarea.offsetHeight, LEAST_FIELD)}px)`;
  node.style.transform = isAbove ? "translateY(-100%)" : "";
}

/** Tab goes round inside the popup. */
const trap =
  (node: HTMLElement): KeyUse =>
  (event, target) => {
    if (event.key !== "Tab" || !node.contains(target)) return false;
    const stops = [...node.querySelectorAll<HTMLElement>("textarea, button, input")];
    const next = stops[(stops.findIndex((stop) => stop === target) + (event.shiftKey ? -1 : 1) + stops.length) % stops.length];
    next?.focus();
    return true;
  };

function buttonsFor({ onSave, onDelete }: PopupWish, note: () => string, close: () => void, onSaved: (note: string) => void): HTMLElement[] {
  const save = button("Save", "popup-save", "primary", () => {
    const sent = note();
    void once(save, () => onSave(sent)).then((done) => done && onSaved(sent));
  });
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
  let stored = "";
  const isOpen = () => now !== null;
  const show = (wish: PopupWish | null) => {
    now = wish;
    node.classList.toggle("air-popup--visible", wish !== null);
    node.dataset["airState"] = wish === null ? "hidden" : "visible";
    textarea.value = wish?.words ?? "";
    stored = wish?.note ?? "";
  };
  const close = () => {
    const closed = now;
    if (closed === null) return;
    show(null);
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    closed.onClose();
  };
  const open = (wish: PopupWish) => {
    if (!isOpen()) before = root.activeElement ?? document.activeElement;
    show(wish);
    turn += 1;
    const mine = turn;
    label.textContent = wish.label;
    extras.replaceChildren(...(wish.extras ?? []));
    // What was saved late must not close the popup that came after it.
    const closeMine = () => mine === turn && close();
    const saved = (note: string) => {
      // Words that were typed since are saved the next time.
      if (textarea.value === note) closeMine();
      else if (mine === turn) stored = note;
    };
    footer.replaceChildren(...buttonsFor(wish, () => textarea.value, closeMine, saved));
    scrolled = scrollY;
    place({ node, textarea }, wish.rect, panel);
    // At once, for the next key is a letter of the note; and again, for the page may give the focus away in this very event.
    textarea.focus({ preventScroll: true });
    requestAnimationFrame(() => mine === turn && isOpen() && !hasFocus(node) && textarea.focus({ preventScroll: true }));
  };
  textarea.addEventListener("input", () => now?.onInput(textarea.value));
  const holdsWords = () => isOpen() && textarea.value.trim() !== "";
  const holdsNewWords = () => isOpen() && textarea.value.trim() !== stored.trim();
  document.addEventListener("scroll", () => {
    if (!isOpen() || holdsWords() || node.contains(root.activeElement) || Math.abs(scrollY - scrolled) <= SCROLL_PX) return;
    close();
  });
  return {
    isOpen,
    holdsWords,
    holdsNewWords,
    open,
    close,
    setLabel: (words) => (label.textContent = words),
    addElement: (element) => now?.onMore(element),
    keys: trap(node),
  };
}

export const popupLabel = (text: string) => `"${shortened(text, LONGEST_LABEL)}"`;
