/** Another view of the same text opens where the person was reading. */
import { land } from "./landing";

export interface ReadingPosition {
  /** The block that is read; in the source, the line of the new text. */
  at: string | number;
  /** How far below the top of the pane it stood. */
  from_top: number;
  /** Whether the focus goes there too. */
  focus?: boolean;
}

const LINES_PX = [40, 90, 140, 200];
/** Left in a page, and in the right one of two columns. */
const ACROSS = [0.1, 0.75];

/** The last line of the new text that a row of the source stands for; a removed line stands for none. */
const lastLine = (row: HTMLTableRowElement) => Number(row.dataset["to"] ?? row.cells[1]?.textContent ?? "");

export function placeOfRow(row: HTMLTableRowElement): ReadingPosition | null {
  const line = row.dataset["from"] === undefined ? lastLine(row) : Number(row.dataset["from"]);
  const scroll = row.closest(".scroll");
  return line === 0 || scroll === null ? null : { at: line, from_top: row.getBoundingClientRect().top - scroll.getBoundingClientRect().top };
}

function placeAt(element: Element | null, top: number): ReadingPosition | null {
  const row = element?.closest<HTMLTableRowElement>("table.source tr");
  if (row != null) return placeOfRow(row);
  const block = element?.closest<HTMLElement>("[data-block]");
  const id = block?.dataset["block"];
  return block == null || id === undefined ? null : { at: id, from_top: block.getBoundingClientRect().top - top };
}

/** The block, or the line, that is being read; null at the top of a page. */
export function placeInSight(host: HTMLElement): ReadingPosition | null {
  const scroll = host.closest(".scroll");
  if (scroll === null || scroll.scrollTop < 120) return null;
  const { left, width } = host.getBoundingClientRect();
  const { top } = scroll.getBoundingClientRect();
  for (const line of LINES_PX) {
    for (const share of ACROSS) {
      const element = document.elementFromPoint(left + width * share, top + line);
      const place = host.contains(element) ? placeAt(element, top) : null;
      if (place !== null) return place;
    }
  }
  return null;
}

function find(part: Element, at: string | number): HTMLElement | null {
  if (typeof at === "string") return part.querySelector(`[data-block="${CSS.escape(at)}"]`);
  // The line itself, or the fold that hides it.
  return [...part.querySelectorAll<HTMLTableRowElement>("table.source tr")].find((row) => lastLine(row) >= at) ?? null;
}

/** Goes there once its part of the text stands in the page; null when that is done, or the person has moved on. */
export function returnTo(host: HTMLElement, part: Element, place: ReadingPosition | null): ReadingPosition | null {
  const scroll = host.closest(".scroll");
  if (place === null || scroll === null || scroll.scrollTop > 0) return null;
  const target = find(part, place.at);
  if (target === null) return place;
  land(scroll, () => (scroll.scrollTop += target.getBoundingClientRect().top - scroll.getBoundingClientRect().top - place.from_top));
  if (place.focus === true) {
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }
  return null;
}
