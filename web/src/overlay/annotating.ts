/** From what a person has pointed at to an annotation: the popup for a new one, and for one that is there. */
import { el } from "./dom";
import type { Doings } from "./doings";
import { draftOf, here, keepDraft, popupDraft, popupKey, type FormDraft } from "./drafts";
import { labelOf } from "./labels";
import { sourceOf } from "./pointing/frameworks";
import type { Inspect } from "./pointing/inspector";
import { popupLabel, type Popup } from "./popup";
import { isFields, words, type Fields } from "./reading";
import type { Captured } from "./types";
import { add, change, remove } from "./writing";
import type { WritingPlace } from "./writing_place";

const LONGEST_LABEL = 100;

export interface Annotating extends Doings {
  popup: Popup;
  inspect: Inspect;
  writingPlace: WritingPlace;
}

/** What the popup is about; `id` is that of the annotation if it is there already, `note` what that says so far. */
interface About {
  id: string;
  wish: Fields;
  label: string;
  note: string;
}

interface PictureChoice {
  nodes: readonly Node[];
  take: () => Promise<string | null>;
}

function pictureChoice(captured?: Captured): PictureChoice {
  const picture = captured?.picture;
  if (picture === undefined) return { nodes: [], take: () => Promise.resolve(null) };
  const box = el("input", { type: "checkbox", "data-air-el": "popup-picture" });
  return { nodes: [el("label", {}, box, " + picture")], take: () => (box.checked ? picture() : Promise.resolve(null)) };
}

/** How the label of something new reads; it grows when elements are added to it. */
function captureLabel({ kind, label, wish }: Captured): string {
  const more = Array.isArray(wish["also"]) ? wish["also"].length : 0;
  return kind === "text" ? popupLabel(label) : label + (more > 0 ? ` + ${more} more` : "");
}

/** Opens the popup with the words of the draft; more elements may join what was captured while it is open. */
function open({ popup, store, attempt, writingPlace }: Annotating, draft: FormDraft, about: About, rect: DOMRect, captured?: Captured): void {
  const picture = pictureChoice(captured);
  let now = about;
  let typed = draft.words;
  const keepNow = () => keepDraft(draft.key, typed === now.note ? null : { ...draft, words: typed, about: now });
  const save = async (note: string) => {
    if (now.id !== "") {
      await change(store, now.id, { note });
      return now.id;
    }
    const taken = await picture.take().catch(() => null);
    return add(store, { ...now.wish, note, ...(taken !== null && { picture: taken }) }, draft.key);
  };
  writingPlace.show(captured?.places ?? []);
  popup.open({
    label: now.label,
    rect,
    note: now.note,
    words: typed,
    extras: picture.nodes,
    onInput(note) {
      typed = note;
      keepNow();
    },
    onMore(element) {
      if (captured?.add === undefined || now.id !== "") return;
      captured.add(element);
      now = { ...now, wish: { ...now.wish, ...captured.wish }, label: captureLabel(captured) };
      popup.setLabel(now.label);
      writingPlace.show(captured.places);
      keepNow();
    },
    onSave: (note) =>
      attempt("Failed to save annotation", async () => {
        now = { ...now, id: await save(note.trim()), note };
        keepNow();
      }),
    ...(now.id !== "" && { onDelete: () => attempt("Failed to delete annotation", () => remove(store, now.id)) }),
    onClose() {
      keepDraft(draft.key, null);
      writingPlace.show([]);
      getSelection()?.removeAllRanges();
    },
  });
}

/** Opens the popup for something new, unless words stand in it that would be lost. */
export function annotate(annotating: Annotating, captured: Captured): void {
  if (annotating.popup.holdsNewWords()) return;
  const place = here();
  const source = sourceOf(captured.origin, captured.writtenSource);
  const wish = { type: captured.kind, ...captured.wish, ...(source !== null && { source }), ...place };
  // No draft takes the place of another.
  const draft = { ...place, key: popupKey(`new ${Date.now()}`), words: "" };
  open(annotating, draft, { id: "", wish, label: captureLabel(captured), note: "" }, captured.rect, captured);
}

/** Opens the popup for an annotation that is there. */
export async function edit(annotating: Annotating, id: string, rect: DOMRect): Promise<void> {
  const { popup, store, attempt } = annotating;
  if (popup.holdsNewWords()) return;
  const find = () => store.annotations.find((annotation) => annotation.id === id);
  if (find() === undefined) await attempt("Failed to load annotations", () => store.load());
  const annotation = find();
  if (annotation === undefined) return;
  const { note } = annotation;
  const key = popupKey(id);
  open(annotating, draftOf(key) ?? { ...here(), key, words: note }, { id, wish: {}, label: labelOf(annotation, LONGEST_LABEL), note }, rect);
}

function aboutOf({ about }: FormDraft): About | null {
  if (!isFields(about) || !isFields(about["wish"])) return null;
  return { id: words(about["id"]), wish: about["wish"], label: words(about["label"]), note: words(about["note"]) };
}

/** Opens again what was being written on this page when the person or the page went away from it. */
export function resume(annotating: Annotating): void {
  const draft = popupDraft();
  const about = draft === undefined ? null : aboutOf(draft);
  if (draft === undefined || about === null || annotating.popup.holdsNewWords()) return;
  open(annotating, draft, about, new DOMRect(innerWidth / 2, innerHeight / 2, 0, 0));
}
