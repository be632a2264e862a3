/** What of a text can be drawn; everything that draws is fetched when a part of the text has some of it. */
import type { PageDrawings } from "./page_drawings";

/** What fences are labelled that are drawn. */
export const LABELS = ["mermaid", "dot", "graphviz", "gv"];
const DRAWABLE = `pre:is(${LABELS.map((label) => `[data-language="${label}" i]`).join()})[data-block],[data-math]`;

export interface WantedDrawings {
  /** Looks through a part of the text that has come. */
  look: (part: Element) => void;
  end: () => void;
}

export function drawingsIn(host: HTMLElement, pane: string | null): WantedDrawings {
  let ended = false;
  let coming: Promise<PageDrawings | null> | null = null;
  // A hub that is away leaves the sources as they are.
  const fetchDrawings = () => import("./page_drawings").then(({ PageDrawings }) => (ended ? null : new PageDrawings(host, pane)), () => null);
  const look = (part: Element) => {
    const found = [...part.querySelectorAll<HTMLElement>(DRAWABLE)];
    if (found.length > 0) void (coming ??= fetchDrawings()).then((drawings) => drawings?.add(found));
  };
  const end = () => {
    ended = true;
    void coming?.then((drawings) => drawings?.end());
  };
  return { look, end };
}
