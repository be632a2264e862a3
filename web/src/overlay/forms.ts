/** The form in which notes to a page and words to a reopened annotation are written. */
import { button, el } from "./dom";
import { once } from "./doings";
import { draftOf, isLatest, keepDraft, type Place } from "./drafts";
import { DRAFT, kept, thisTab } from "./keep";

export interface FormNames {
  form: string;
  textarea: string;
  cancel: string;
  send: string;
}

export const NOTE_NAMES: FormNames = { form: "page-note-form", textarea: "page-note-textarea", cancel: "page-note-cancel", send: "page-note-save" };
export const REOPEN_NAMES: FormNames = { form: "reopen-form", textarea: "reopen-textarea", cancel: "reopen-cancel", send: "reopen-submit" };

export interface FormWish {
  names: FormNames;
  /** Under which its words outlive a reload, and the page that they are about. */
  key: string;
  place: Place;
  words: string;
  placeholder: string;
  label: string;
  send: string;
  /** True when it is done; the form stays open otherwise. */
  onSend: (words: string) => Promise<boolean>;
  onClose: () => void;
}

export interface Form {
  node: HTMLElement;
  holdsWords: () => boolean;
  /** Without its words. */
  close: () => void;
}

/** With the words that were being written when the page reloaded. */
export function writingForm({ names, key, place, words, placeholder, label, send, onSend, onClose }: FormWish): Form {
  const attributes = { class: "air-textarea", "data-air-el": names.textarea, placeholder, "aria-label": label, rows: "3" };
  const textarea = el("textarea", attributes);
  const draft = draftOf(key);
  textarea.value = draft?.words ?? words;
  const holdsWords = () => textarea.value !== words;
  const close = () => {
    textarea.value = words;
    keepDraft(key, null);
    onClose();
  };
  const submit = button(send, names.send, "primary", () => {
    void once(submit, () => onSend(textarea.value)).then((done) => done && close());
  });
  submit.setAttribute("data-air-send", "");
  const row = el("div", { class: "air-form__buttons" }, button("Cancel", names.cancel, "", close), submit);
  const node = el("div", { class: "air-form", "data-air-el": names.form, "data-air-form": "" }, textarea, row);
  node.addEventListener("click", (event) => event.stopPropagation());
  textarea.addEventListener("input", () => keepDraft(key, holdsWords() ? { ...place, key, words: textarea.value } : null));
  // Of several that come back, the one that was written in last; and none while the popup is coming back.
  const isWanted = draft === undefined || (isLatest(key) && kept(thisTab, DRAFT) === null);
  if (isWanted) requestAnimationFrame(() => textarea.focus());
  return { node, holdsWords, close };
}
