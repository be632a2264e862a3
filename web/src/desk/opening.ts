/** Opens reviews, sites and lists in panes, and says where the focus goes. */
import { announce } from "../state/announce";
import { siteOf, sites } from "../state/pages/sites";
import { activate, active, activeId, close, open, openBeside, paneOf, phoneShows, shownReview } from "../state/panes";
import { linger, nextItem } from "../state/reviews";

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
  if (focusing !== null) document.getElementById(`${focusing}-scroll`)?.focus({ preventScroll: true });
  focusing = null;
}

export function openReview(id: string, beside = false): void {
  const view = { kind: "review", review: id, revision: null } as const;
  const pane = beside ? openBeside(activeId.value, "right", view) : open(view);
  activate(pane);
  phoneShows.value = "pane";
  focusPane(pane);
}

/** The pages of a site, or the list of all sites. */
export function openSite(site: string | null, beside = false): void {
  const view = { kind: "pages", site } as const;
  const pane = beside ? openBeside(activeId.value, "right", view) : open(view);
  activate(pane);
  phoneShows.value = "pane";
  focusPane(pane);
}

/** What a line of the inbox stands for. */
export function openItem(id: string, beside = false): void {
  if (siteOf(id) === null) openReview(id, beside);
  else openSite(id, beside);
}

export function openPages(): void {
  const [only, ...others] = sites.value;
  openSite(only === undefined || others.length > 0 ? null : only.id);
}

export function openNext(): void {
  const here = shownReview(active.value);
  const next = nextItem(here);
  if (here !== null) linger(here, false);
  if (next !== null) openReview(next.id);
  else announce("Nothing else waits");
}

export function openHistory(): void {
  const pane = open({ kind: "history" });
  soon(() => window.setTimeout(() => document.querySelector<HTMLInputElement>(`#${pane}-search`)?.focus(), 60));
}

export function closePane(id: string): void {
  const shown = shownReview(paneOf(id));
  if (shown !== null) linger(shown, false);
  close(id);
}
