/** A note on a page in the panel's list, and the form that takes its place. */
import { button, el, setText } from "./dom";
import { type Doings } from "./doings";
import { NOTE_NAMES, writingForm, type Form } from "./forms";
import type { Row } from "./rows";

/** The form for a new note or for one that is there; empty words change nothing. */
export function noteForm(doings: Doings, id: string | null, words: string, onClose: () => void): Form {
  return writingForm({
    names: NOTE_NAMES,
    words,
    placeholder: "Add a note about this page...",
    label: "Page note",
    send: "Save",
    onSend: (note) => (note.trim() === "" ? Promise.resolve(true) : doings.saveNote(id, note.trim())),
    onClose,
  });
}

export function noteRow(id: string, doings: Doings): Row {
  const find = () => doings.store.notes.find((note) => note.id === id);
  const text = el("div", { class: "air-page-note-item__text" });
  let form: Form | null = null;
  const edit = button("Edit", "page-note-edit", "small", () => {
    form = noteForm(doings, id, find()?.note ?? "", () => {
      form = null;
      node.replaceChildren(text, buttons);
      edit.focus({ preventScroll: true });
      doings.redraw();
    });
    node.replaceChildren(form.node);
  });
  const remove = button("Delete", "page-note-delete", "small air-button--danger", () => void doings.removeNote(id));
  const buttons = el("div", { class: "air-item__actions" }, edit, remove);
  const node = el("div", { class: "air-item air-page-note-item", "data-air-el": "page-note-item" }, text, buttons);
  const draw = () => {
    const note = find();
    if (note !== undefined) setText(text, note.note);
  };
  return { node, draw, holdsWords: () => form?.holdsWords() === true };
}
