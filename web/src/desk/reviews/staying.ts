/** Another view of the same text opens where the person was reading. */
import { land } from "./landing";

export interface Place {
  block: string;
  /** How far below the top of the pane it stood. */
  from_top: number;
}

const LINES_PX = [40, 90, 140, 200];
/** Left in a page, and in the right one of two columns. */
const ACROSS = [0.1, 0.75];

/** The block that is being read; null at the top of a page. */
export function placeInSight(host: HTMLElement): Place | null {
  const scroll = host.closest(".scroll");
  if (scroll === null || scroll.scrollTop < 120) return null;
  const { left, width } = host.getBoundingClientRect();
  const { top } = scroll.getBoundingClientRect();
  for (const line of LINES_PX) {
    for (const share of ACROSS) {
      const block = document.elementFromPoint(left + width * share, top + line)?.closest<HTMLElement>("[data-block]");
      const id = block?.dataset["block"];
      if (block != null && id !== undefined && host.contains(block)) return { block: id, from_top: block.getBoundingClientRect().top - top };
    }
  }
  return null;
}

/** Goes there once its part of the text stands in the page; null when that is done, or the person has moved on. */
export function returnTo(host: HTMLElement, part: Element, place: Place | null): Place | null {
  const scroll = host.closest(".scroll");
  if (place === null || scroll === null || scroll.scrollTop > 0) return null;
  const block = part.querySelector(`[data-block="${CSS.escape(place.block)}"]`);
  if (block === null) return place;
  land(scroll, () => (scroll.scrollTop += block.getBoundingClientRect().top - scroll.getBoundingClientRect().top - place.from_top));
  return null;
}
