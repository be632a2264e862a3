/** The desk's keys, as a pane of pages understands them. */
import { announce } from "../../state/announce";
import type { PageMark } from "../../state/pages/entries";
import { groupByPage } from "../../state/pages/filter";
import { pageReview } from "../../state/pages/review";
import * as acts from "./acts";
import type { PageOrder } from "./orders";

const rowsIn = (pane: string) => [...document.querySelectorAll<HTMLElement>(`#${CSS.escape(pane)} .row`)];

function walk(pane: string, by: 1 | -1): void {
  const rows = rowsIn(pane);
  const chosen = acts.chosenIn(pane).peek();
  const here = rows.findIndex((row) => row.dataset["mark"] === chosen);
  const next = rows[here < 0 ? (by === 1 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, here + by))];
  if (next === undefined) return announce("Nothing is marked here");
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
}

/** The annotation that was chosen last, while it is to be seen. */
function chosenMark(pane: string, site: string): PageMark | null {
  const id = acts.chosenIn(pane).peek();
  const loaded = pageReview(site).peek();
  if (loaded.at !== "here" || rowsIn(pane).every((row) => row.dataset["mark"] !== id)) return null;
  return loaded.review.marks.find((mark) => mark.id === id) ?? null;
}

/** A note goes to the page of the chosen annotation, else to the one page that is shown, else to the first. */
function note(pane: string, site: string): void {
  const loaded = pageReview(site).peek();
  if (loaded.at !== "here") return;
  const groups = groupByPage(loaded.review.marks, loaded.review.notes);
  const url = chosenMark(pane, site)?.url ?? acts.filterIn(pane).peek().page;
  const group = groups.find((one) => one.url === url) ?? groups[0];
  if (group === undefined) announce("Nothing is marked on any page yet");
  else acts.noteOn(pane, site, group);
}

export function obey(pane: string, site: string, order: PageOrder): void {
  if (order === "next" || order === "previous") return walk(pane, order === "next" ? 1 : -1);
  if (order === "undo") return acts.undo(pane, site);
  if (order === "note") return note(pane, site);
  const mark = chosenMark(pane, site);
  if (mark === null) return announce("Choose an annotation first, with ] and [");
  switch (order) {
    case "accept":
      return acts.accept(site, mark);
    case "reopen":
      return acts.reopen(pane, site, mark);
    case "reply":
      return acts.reply(pane, site, mark);
    case "edit":
      return mark.status === "addressed" ? acts.reply(pane, site, mark) : acts.edit(pane, site, mark);
    case "remove":
      return acts.remove(site, mark);
  }
}
