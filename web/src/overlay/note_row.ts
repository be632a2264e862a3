/** A note on a page in the panel's list, and the form that takes its place. */
import { button, el, setText } from "./dom";
import type { Doings } from "./doings";
import { draftOf, here, noteKey, type PageAddress } from "./drafts";
import { NOTE_NAMES, writingForm, type Form } from "./forms";
import type { Tab } from "./panel_tabs";
import type { PanelRow } from "./rows";
import { removeNote, saveNote } from "./writing";

interface NoteWish {
  key: string;
  /** Empty for a new one. */
  id: string;
  place: PageAddress;
  words: string;
  onClose: () => void;
}

/** The form for a new note or for one that is there; empty words change nothing. */
export function noteForm(doings: Doings, { key, id, place, words, onClose }: NoteWish): Form {
  let known = id;
  return writingForm({
    names: NOTE_NAMES,
    key,
    place,
    words,
    placeholder: "Add a note about this page...",
    label: "Page note",
    send: "Save",
    adds: false,
    onSend(note) {
      if (note.trim() === "") return Promise.resolve(true);
      return doings.attempt("Failed to save note", async () => (known = await saveNote(doings.store, known, note.trim(), place, key)));
    },
    onClose,
  });
}

export function noteRow(id: string, doings: Doings, tab: Tab): PanelRow {
  const key = noteKey(tab, id);
  const find = () => doings.store.notes.find((note) => note.id === id);
  const text = el("div", { class: "air-page-note-item__text", dir: "auto" });
  let form: Form | null = null;
  const open = () => {
    const onClose = () => {
      form = null;
      node.replaceChildren(text, buttons);
      edit.focus({ preventScroll: true });
      doings.redraw();
    };
    const { pageUrl, pageTitle } = find() ?? draftOf(key) ?? here();
    form = noteForm(doings, { key, id, place: { pageUrl, pageTitle }, words: find()?.note ?? "", onClose });
    node.replaceChildren(form.node);
  };
  const edit = button("Edit", "page-note-edit", "small", open);
  const remove = button("Delete", "page-note-delete", "small air-button--danger", () => void doings.attempt("Failed to delete note", () => removeNote(doings.store, id)));
  const buttons = el("div", { class: "air-item__actions" }, edit, remove);
  const node = el("div", { class: "air-item air-page-note-item", "data-air-el": "page-note-item" }, text, buttons);
  if (draftOf(key) !== undefined) open();
  const draw = () => {
    const note = find();
    if (note !== undefined) setText(text, note.note);
  };
  return { node, draw, holdsWords: () => form?.holdsWords() === true };
}
