/** What the panel shows below its tabs: what is wrong, the form for a new note, and the two lists. */
import { el, slot } from "./dom";
import type { Doings } from "./doings";
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

/** The place for a new note to this page. */
function createNotePlace(doings: Doings) {
  const node = el("div");
  let form: Form | null = null;
  const close = () => {
    form = null;
    node.replaceChildren();
  };
  const open = () => {
    form ??= noteForm(doings, null, "", close);
    if (!form.node.isConnected) node.append(form.node);
    form.node.querySelector("textarea")?.focus();
  };
  return { node, toggle: (wanted = form === null) => (wanted ? open() : close()) };
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
      rows[tab].show(wantedIn(tab, doings));
    },
    toggleNoteForm: notePlace.toggle,
  };
}
