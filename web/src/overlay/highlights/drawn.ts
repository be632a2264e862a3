/**
 * Highlights that leave the page's tree alone: CSS Custom Highlights, one name per status, and for each an empty mark in a layer
 * of ours, so that automation finds the annotation's id. For text that is being rewritten, or is not alive yet.
 */
import type { AnnotationStatus } from "../types";

export const FILL: Record<AnnotationStatus, string> = {
  open: "rgba(217,119,6,0.3)",
  in_progress: "rgba(139,92,246,0.2)",
  addressed: "rgba(59,130,246,0.2)",
};
export const PULSE_FILL = "rgba(217,119,6,0.6)";
const PULSE = "pulse";
/** Nothing in it is seen, and none of it makes the page longer or wider. */
const LAYER = "position:absolute;top:0;left:0;width:0;height:0;overflow:clip;pointer-events:none";

const nameOf = (status: string) => `air-${status}`;
const rule = ([status, fill]: [string, string]) => `::highlight(${nameOf(status)}){background-color:${fill}}`;
/** A mark is the page's text with a background: no more of what browsers and sites give marks. */
const SHEET = `mark[data-air-id]{color:inherit;padding:0;margin:0}${Object.entries({ ...FILL, [PULSE]: PULSE_FILL }).map(rule).join("")}`;

const sheets = new WeakMap<Document, CSSStyleSheet>();

/** Puts our few rules into a tree of the page. */
export function adoptSheet(root: DocumentOrShadowRoot & Node): void {
  const owner = root.ownerDocument ?? (root as Document);
  let sheet = sheets.get(owner);
  if (sheet === undefined) {
    const { CSSStyleSheet: Sheet } = owner.defaultView ?? window;
    sheet = new Sheet();
    sheet.replaceSync(SHEET);
    sheets.set(owner, sheet);
  }
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

/** A highlight on words of the page. */
export interface Drawn {
  range: Range;
  ghost: HTMLElement;
  status: string;
}

const all = new Set<Drawn>();
const followed = new WeakSet<Document>();
let soon = 0;

function change({ range, status, ghost }: Drawn, put: boolean): void {
  const view = ghost.ownerDocument.defaultView as (Window & { CSS: typeof CSS; Highlight: typeof Highlight }) | null;
  if (view === null || !("highlights" in view.CSS)) return;
  const named = view.CSS.highlights;
  const held = named.get(nameOf(status)) ?? new view.Highlight();
  if (put) named.set(nameOf(status), held.add(range));
  else if (held.delete(range) && held.size === 0) named.delete(nameOf(status));
}

function layerIn(owner: Document): HTMLElement {
  const known = owner.querySelector<HTMLElement>("[data-air-el=layer]");
  if (known !== null) return known;
  const layer = owner.createElement("div");
  layer.dataset["airEl"] = "layer";
  layer.ariaHidden = "true";
  layer.style.cssText = LAYER;
  owner.body.append(layer);
  return layer;
}

/** Lays ghosts over their words: all are measured before one is moved. */
function lay(ghosts: readonly Drawn[]): void {
  const boxes = ghosts.map(({ range, ghost }) => [ghost, range.getBoundingClientRect(), (ghost.parentElement ?? ghost).getBoundingClientRect()] as const);
  for (const [{ style }, { left, top, width, height }, origin] of boxes) {
    Object.assign(style, { left: `${left - origin.left}px`, top: `${top - origin.top}px`, width: `${width}px`, height: `${height}px` });
  }
}

/** The page has moved, and perhaps words with it. */
export function follow(): void {
  if (soon !== 0 || all.size === 0) return;
  soon = requestAnimationFrame(() => {
    soon = 0;
    lay([...all]);
  });
}

export function drawOn(range: Range, ghost: HTMLElement, status: AnnotationStatus): Drawn {
  const drawn: Drawn = { range, ghost, status };
  const owner = ghost.ownerDocument;
  ghost.ariaHidden = "true";
  ghost.style.cssText = "position:absolute";
  layerIn(owner).append(ghost);
  all.add(drawn);
  if (!followed.has(owner)) {
    followed.add(owner);
    owner.addEventListener("scroll", follow, { capture: true, passive: true });
    new ResizeObserver(follow).observe(owner.documentElement);
  }
  follow();
  change(drawn, true);
  return drawn;
}

export function redraw(drawn: Drawn, status: string): void {
  change(drawn, false);
  drawn.status = status;
  change(drawn, true);
}

export function erase(drawn: Drawn): void {
  change(drawn, false);
  all.delete(drawn);
  const layer = drawn.ghost.parentElement;
  drawn.ghost.remove();
  if (layer?.childElementCount === 0) layer.remove();
}

/** The highlight at a point of the window, where no mark is; words that are scrolled away or covered have been hit by nobody. */
export function ghostAt(target: Element, x: number, y: number): HTMLElement | null {
  const isIn = ({ left, right, top, bottom }: DOMRect) => x >= left && x <= right && y >= top && y <= bottom;
  const hit = [...all].find(({ range }) => {
    const { commonAncestorContainer: around } = range;
    return (around.nodeType === 3 ? around.parentNode : around)?.contains(target) === true && [...range.getClientRects()].some(isIn);
  });
  if (hit === undefined) return null;
  lay([hit]);
  return hit.ghost;
}
