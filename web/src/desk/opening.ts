/** Opens items, sites and lists in panes, and says where the focus goes. */
import { announce } from "../state/announce";
import { siteOf, sites } from "../state/pages/sites";
import { activate, active, activeId, close, open, openBeside, openOver, paneOf, panes, phoneShows, shownItem, viewOf } from "../state/panes";
import type { ItemName } from "../state/items";
import { sessionLine } from "../state/sessions/list";
import { itemOf, linger, nextItem } from "../state/reviews";

/** After Preact has drawn what was asked for. */
function soon(work: () => void): void {
  window.setTimeout(work);
}

/** The pane that gets the focus as soon as it is drawn. */
let focusing: string | null = null;

export function focusPane(id: string): void {
  focusing = id;
  soon(giveFocus);
}

/** Browsers run a key before a timer, so a key that follows closely must not find the focus where it was. */
export function giveFocus(): void {
  const scroll = focusing === null ? null : document.getElementById(`${focusing}-scroll`);
  // A list to which somebody comes back knows the line.
  (scroll?.querySelector<HTMLElement>("[data-return]") ?? scroll)?.focus({ preventScroll: true });
  focusing = null;
}

export function openItem(item: ItemName, beside = false): void {
  const view = viewOf(item);
  const pane = beside ? openBeside(activeId.value, "right", view) : open(view);
  activate(pane);
  phoneShows.value = "pane";
  focusPane(pane);
}

/** In the place of the list that names it, to which closing it leads back. */
export function openFrom(list: string, item: ItemName): void {
  focusPane(openOver(list, viewOf(item)));
}

/** Where it is shown already, else in a new pane: what is being read stays. */
export const openItemBeside = (item: ItemName) => openItem(item, ![...panes.peek().values()].some((pane) => shownItem(pane) === item.id));

/** The pages of a site, or the list of all sites. */
export function openSite(site: string | null, beside = false): void {
  const view = { kind: "pages", site } as const;
  const pane = beside ? openBeside(activeId.value, "right", view) : open(view);
  activate(pane);
  phoneShows.value = "pane";
  focusPane(pane);
}

/** A session in a pane; `writing`: the person writes to it at once. */
export function openSessionPane(session: string, beside = false, writing = false): void {
  const view = { kind: "session", session } as const;
  const pane = beside ? openBeside(activeId.value, "right", view) : open(view);
  activate(pane);
  phoneShows.value = "pane";
  focusPane(pane);
  if (writing) soon(() => window.setTimeout(() => document.getElementById(`${pane}-words`)?.focus(), 200));
}

export const openSessions = () => focusPane(open({ kind: "sessions" }));
export const openAgents = () => focusPane(open({ kind: "agents" }));

/** What a line of the inbox stands for: an item, a session, or a site. */
export function openLine(id: string, beside = false): void {
  const item = itemOf(id);
  if (item !== null) openItem(item, beside);
  else if (sessionLine(id) !== null) openSessionPane(id, beside);
  else if (siteOf(id) !== null) openSite(id, beside);
}

/** All entries about one item, or the whole journal. */
export function openRecord(item: string | null): void {
  focusPane(open({ kind: "journal", item }));
}

export const openRules = () => focusPane(open({ kind: "rules" }));

export function openPages(): void {
  const [only, ...others] = sites.value;
  openSite(only === undefined || others.length > 0 ? null : only.id);
}

export function openNext(): void {
  const here = shownItem(active.value);
  const next = nextItem(here);
  if (here !== null) linger(here, false);
  if (next !== null) openItem(next);
  else announce("Nothing else waits");
}

export function openHistory(): void {
  const pane = open({ kind: "history" });
  soon(() => window.setTimeout(() => document.querySelector<HTMLInputElement>(`#${pane}-search`)?.focus(), 60));
}

export function closePane(id: string): void {
  const shown = shownItem(paneOf(id));
  if (shown !== null) linger(shown, false);
  leavePane(id);
}

/** Where something was covered, that comes back and has the focus. */
export function leavePane(id: string): void {
  const covers = (paneOf(id)?.under.length ?? 0) > 0;
  close(id);
  if (covers) focusPane(id);
}
