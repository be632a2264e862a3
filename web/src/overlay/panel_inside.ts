/** What the panel shows below its tabs: what is wrong, the form for a new note, and the two lists. */
import { el, hasFocus, icon, setText, slot } from "./dom";
import type { Doings } from "./doings";
import { draftOf, here, newNoteKey } from "./drafts";
import type { Form } from "./forms";
import { noteForm } from "./note_row";
import { noticesFor } from "./notices";
import { wantedIn } from "./panel_lists";
import type { Tab } from "./panel_tabs";
import { createRows } from "./rows";

export interface Inside {
  /** Shows what the store holds now. */
  draw: (tab: Tab) => void;
  toggleNoteForm: (wanted?: boolean) => void;
}

/** The place for a new note to this page; one that was begun on another page remains that page's. Who was in it goes on with `onDone`. */
function createNotePlace(doings: Doings, onDone: () => void) {
  const node = el("div");
  const about = el("div", { class: "air-item__source" });
  let place = here();
  let page = "";
  let form: Form | null = null;
  const isFolded = () => !node.hasChildNodes();
  const isFree = () => isFolded() || form?.holdsWords() === false;
  const isElsewhere = () => form !== null && place.pageUrl !== location.pathname;
  const tell = () => setText(about, isElsewhere() ? `For ${place.pageUrl}` : "");
  const close = () => {
    const wasIn = hasFocus(node);
    form = null;
    node.replaceChildren();
    if (wasIn) onDone();
  };
  const open = () => {
    // What is written in it is kept as that page's draft.
    if (isElsewhere() && isFree()) form = null;
    if (form === null) {
      const { pageUrl, pageTitle } = draftOf(newNoteKey()) ?? here();
      place = { pageUrl, pageTitle };
      // A note that was sent before the page changed may be stored only now.
      const made = noteForm(doings, { key: newNoteKey(), id: "", place, words: "", onClose: () => form === made && close() });
      form = made;
    }
    if (!node.contains(form.node)) node.replaceChildren(about, form.node);
    tell();
    return form;
  };
  return {
    node,
    toggle: (wanted = isFolded()) => (wanted ? open().node.querySelector("textarea")?.focus() : node.replaceChildren()),
    draw() {
      if (page !== location.pathname && isFree() && draftOf(newNoteKey()) !== undefined) open();
      page = location.pathname;
      tell();
    },
  };
}

/** Whose panel this is: the same sign and name as on the desk. */
function brand(): HTMLElement {
  const seal = icon("M8.5 15.5l4.6 4.4 8.6-9.4");
  seal.setAttribute("viewBox", "0 0 30 30");
  return el("div", { class: "air-panel__brand", "data-air-el": "brand" }, seal, "Countermark");
}

export function fillPanel(content: HTMLElement, doings: Doings): Inside {
  const notices = slot();
  const panel = content.parentElement;
  const notePlace = createNotePlace(doings, () => panel?.querySelector<HTMLElement>('[data-air-el="page-note-add"]')?.focus());
  const lists = { this: el("div"), all: el("div") };
  const rows = { this: createRows(lists.this), all: createRows(lists.all) };
  content.before(notices.node);
  panel?.querySelector(".air-panel__header")?.prepend(brand());
  content.append(notePlace.node, lists.this);
  return {
    draw(tab) {
      const { trouble, problems } = doings.store;
      notices.fill(JSON.stringify([trouble, trouble?.message, problems]), () => noticesFor(doings));
      if (!content.contains(lists[tab])) content.lastChild?.replaceWith(lists[tab]);
      notePlace.draw();
      rows[tab].show(wantedIn(tab, doings));
    },
    toggleNoteForm: notePlace.toggle,
  };
}
