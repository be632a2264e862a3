/** The form in which notes to a page and words to a reopened annotation are written. */
import { button, el } from "./dom";
import { once } from "./doings";

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
}

export function writingForm({ names, words, placeholder, label, send, onSend, onClose }: FormWish): Form {
  const attributes = { class: "air-textarea", "data-air-el": names.textarea, placeholder, "aria-label": label, rows: "3" };
  const textarea = el("textarea", attributes);
  textarea.value = words;
  const close = () => {
    textarea.value = words;
    onClose();
  };
  const submit = button(send, names.send, "primary", () => {
    void once(submit, () => onSend(textarea.value)).then((done) => done && close());
  });
  submit.setAttribute("data-air-send", "");
  const row = el("div", { class: "air-form__buttons" }, button("Cancel", names.cancel, "", close), submit);
  const node = el("div", { class: "air-form", "data-air-el": names.form, "data-air-form": "" }, textarea, row);
  node.addEventListener("click", (event) => event.stopPropagation());
  requestAnimationFrame(() => textarea.focus());
  return { node, holdsWords: () => textarea.value !== words };
}
