/** The form in which notes to a page and words to a reopened annotation are written. */
import { button, el } from "./dom";
import { once } from "./doings";
import { draftOf, isLatest, keepDraft, popupDraft, type PageAddress } from "./drafts";

interface FormNames {
  form: string;
  textarea: string;
  cancel: string;
  send: string;
}

export const NOTE_NAMES: FormNames = { form: "page-note-form", textarea: "page-note-textarea", cancel: "page-note-cancel", send: "page-note-save" };
export const REOPEN_NAMES: FormNames = { form: "reopen-form", textarea: "reopen-textarea", cancel: "reopen-cancel", send: "reopen-submit" };

interface FormWish {
  names: FormNames;
  /** Under which its words outlive a reload, and the page that they are about. */
  key: string;
  place: PageAddress;
  words: string;
  placeholder: string;
  label: string;
  send: string;
  /** Whether what is sent is added to what was sent before, or takes its place. */
  adds: boolean;
  /** True when it is done; the form stays open otherwise. */
  onSend: (words: string) => Promise<boolean>;
  onClose: () => void;
}

export interface Form {
  node: HTMLElement;
  holdsWords: () => boolean;
}

/** With the words that were being written when the page reloaded. */
export function writingForm({ names, key, place, words, placeholder, label, send, adds, onSend, onClose }: FormWish): Form {
  const attributes = { class: "air-textarea", "data-air-el": names.textarea, placeholder, "aria-label": label, rows: "3", dir: "auto" };
  const textarea = el("textarea", attributes);
  const draft = draftOf(key);
  textarea.value = draft?.words ?? words;
  let stored = words;
  let isOver = false;
  const holdsWords = () => !isOver && textarea.value !== stored;
  const keepNow = () => {
    keepDraft(key, holdsWords() ? { ...place, key, words: textarea.value } : null);
    node.toggleAttribute("data-air-written", holdsWords());
  };
  const close = () => {
    isOver = true;
    keepNow();
    onClose();
  };
  /** Words that were typed since are sent the next time. */
  const onSent = (sent: string) => {
    if (isOver) return;
    if (textarea.value === sent) return close();
    if (!adds) stored = sent;
    else if (textarea.value.startsWith(sent)) textarea.value = textarea.value.slice(sent.length).trimStart();
    keepNow();
  };
  const submit = button(send, names.send, "primary", () => {
    const sent = textarea.value;
    void once(submit, () => onSend(sent)).then((done) => done && onSent(sent));
  });
  submit.setAttribute("data-air-send", "");
  const cancel = button("Cancel", names.cancel, "", close);
  cancel.setAttribute("data-air-cancel", "");
  const row = el("div", { class: "air-form__buttons" }, cancel, submit);
  const node = el("div", { class: "air-form", "data-air-el": names.form, "data-air-form": "" }, textarea, row);
  node.addEventListener("click", (event) => event.stopPropagation());
  node.toggleAttribute("data-air-written", holdsWords());
  textarea.addEventListener("input", keepNow);
  // Of several that come back, the one that was written in last; and none while the popup is coming back.
  const isWanted = draft === undefined || (isLatest(key) && popupDraft() === undefined);
  // As soon as it stands in the panel; a frame later the first letters would be lost.
  if (isWanted) queueMicrotask(() => textarea.focus());
  return { node, holdsWords };
}
