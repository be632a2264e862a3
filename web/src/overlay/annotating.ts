/** From what a person has pointed at to an annotation: the popup for a new one, and for one that is there. */
import { el } from "./dom";
import { DRAFT, keep, kept, parsed, thisTab } from "./keep";
import { labelOf } from "./labels";
import { popupLabel, type Popup } from "./popup";
import type { Fields } from "./reading";
import type { Store } from "./store";
import type { Captured } from "./types";

const LONGEST_LABEL = 100;

export interface Annotating {
  popup: Popup;
  store: Store;
  /** Does it, and tells the person when that fails. */
  attempt: (failure: string, work: () => Promise<unknown>) => Promise<boolean>;
}

/** A note in the making; `id` is that of the annotation if it is there already. */
interface Draft {
  id: string;
  wish: Fields;
  label: string;
  note: string;
  /** The page it was begun on. */
  page?: unknown;
}

interface PictureChoice {
  nodes: readonly Node[];
  take: () => Promise<string | null>;
}

const NO_PICTURE: PictureChoice = { nodes: [], take: () => Promise.resolve(null) };

function pictureChoice({ picture }: Captured): PictureChoice {
  if (picture === undefined) return NO_PICTURE;
  const box = el("input", { type: "checkbox", "data-air-el": "popup-picture" });
  return { nodes: [el("label", {}, box, " + picture")], take: () => (box.checked ? picture() : Promise.resolve(null)) };
}

function open({ popup, store, attempt }: Annotating, draft: Draft, rect: DOMRect, picture = NO_PICTURE): void {
  const { id, wish, label } = draft;
  const save = async (note: string) => {
    if (id !== "") return store.change(id, { note });
    const taken = await picture.take().catch(() => null);
    return store.add({ ...wish, note, ...(taken !== null && { picture: taken }) });
  };
  popup.open({
    label,
    rect,
    note: draft.note,
    extras: picture.nodes,
    onInput: (note) => keep(thisTab, DRAFT, JSON.stringify({ ...draft, note, page: location.pathname })),
    onSave: (note) => attempt("Failed to save annotation", () => save(note.trim())),
    ...(id !== "" && { onDelete: () => attempt("Failed to delete annotation", () => store.remove(id)) }),
    onClose() {
      keep(thisTab, DRAFT, null);
      getSelection()?.removeAllRanges();
    },
  });
}

/** How the label of something new reads; it grows when elements are added to it. */
function captureLabel({ kind, label, wish }: Captured): string {
  const more = Array.isArray(wish["also"]) ? wish["also"].length : 0;
  return kind === "text" ? popupLabel(label) : label + (more > 0 ? ` + ${more} more` : "");
}

/** Opens the popup for something new, unless words stand in it that would be lost. */
export function annotate(annotating: Annotating, captured: Captured): void {
  if (annotating.popup.holdsWords()) return;
  const wish: Record<string, unknown> = { type: captured.kind, ...captured.wish, pageUrl: location.pathname, pageTitle: document.title };
  const { add } = captured;
  // More elements may come while the popup is open.
  captured.add = (element) => {
    add?.(element);
    Object.assign(wish, captured.wish);
    annotating.popup.setLabel(captureLabel(captured));
  };
  open(annotating, { id: "", wish, label: captureLabel(captured), note: "" }, captured.rect, pictureChoice(captured));
}

/** Opens the popup for an annotation that is there. */
export async function edit(annotating: Annotating, id: string, rect: DOMRect): Promise<void> {
  const { popup, store, attempt } = annotating;
  if (popup.holdsWords()) return;
  const find = () => store.annotations.find((annotation) => annotation.id === id);
  if (find() === undefined) await attempt("Failed to load annotations", () => store.load());
  const annotation = find();
  if (annotation === undefined) return;
  open(annotating, { id, wish: {}, label: labelOf(annotation, LONGEST_LABEL), note: annotation.note }, rect);
}

/** Opens again what was being written when the page reloaded. */
export function resume(annotating: Annotating): void {
  const draft = parsed(kept(thisTab, DRAFT)) as Draft | null;
  if (draft?.page === location.pathname) open(annotating, draft, new DOMRect(innerWidth / 2, innerHeight / 2, 0, 0));
}
