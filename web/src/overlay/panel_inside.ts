/** What the panel shows below its tabs: what is wrong, the form for a new note, and the two lists. */
import { el, setText, slot } from "./dom";
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

/** The place for a new note to this page; one that was begun on another page remains that page's. */
function createNotePlace(doings: Doings) {
  const node = el("div");
  const about = el("div", { class: "air-item__source" });
  let place = here();
  let page = "";
  let form: Form | null = null;
  const isElsewhere = () => form !== null && place.pageUrl !== location.pathname;
  const tell = () => setText(about, isElsewhere() ? `For ${place.pageUrl}` : "");
  const onClose = () => {
    form = null;
    node.replaceChildren();
  };
  const open = () => {
    if (isElsewhere() && form?.holdsWords() === false) form.close();
    if (form === null) {
      const { pageUrl, pageTitle } = draftOf(newNoteKey()) ?? here();
      place = { pageUrl, pageTitle };
      form = noteForm(doings, { key: newNoteKey(), id: null, place, words: "", onClose });
      node.replaceChildren(about, form.node);
    }
    tell();
    return form;
  };
  return {
    node,
    toggle: (wanted = form === null) => (wanted ? open().node.querySelector("textarea")?.focus() : form?.close()),
    draw() {
      if (page !== location.pathname && form === null && draftOf(newNoteKey()) !== undefined) open();
      page = location.pathname;
      tell();
    },
  };
}

export function fillPanel(content: HTMLElement, doings: Doings): Inside {
  const notices = slot();
  const notePlace = createNotePlace(doings);
  const lists = { this: el("div"), all: el("div") };
  const rows = { this: createRows(lists.this), all: createRows(lists.all) };
  content.before(notices.node);
  content.append(notePlace.node, lists.this);
  return {
    draw(tab) {
      const { trouble, problems } = doings.store;
      notices.fill(JSON.stringify([trouble, problems]), () => noticesFor(doings));
      if (!content.contains(lists[tab])) content.lastChild?.replaceWith(lists[tab]);
      notePlace.draw();
      rows[tab].show(wantedIn(tab, doings));
    },
    toggleNoteForm: notePlace.toggle,
  };
}
