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
const LAYER = "position:absolute;top:0;left:0;width:0;height:0;pointer-events:none";

const nameOf = (status: string) => `air-${status}`;
const rule = ([status, fill]: [string, string]) => `::highlight(${nameOf(status)}){background-color:${fill}}`;
/** A mark is the page's text with a background: no more of what browsers and sites give marks. */
const SHEET = `mark[data-air-id]{color:inherit;padding:0;margin:0}${Object.entries({ ...FILL, [PULSE]: PULSE_FILL }).map(rule).join("")}`;

const sheets = new WeakMap<Document, CSSStyleSheet>();

/** Our few rules in a tree of the page; the way to take them out again. */
export function styled(root: DocumentOrShadowRoot & Node): () => void {
  const owner = root.ownerDocument ?? (root as Document);
  let sheet = sheets.get(owner);
  if (sheet === undefined) {
    const { CSSStyleSheet: Sheet } = owner.defaultView ?? window;
    sheet = new Sheet();
    sheet.replaceSync(SHEET);
    sheets.set(owner, sheet);
  }
  const ours = sheet;
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, ours];
  return () => (root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== ours));
}

/** A highlight on ranges of the page. */
export interface Drawn {
  ranges: Range[];
  ghost: HTMLElement;
  status: string;
}

const registryOf = (range: Range) => {
  const view = range.startContainer.ownerDocument?.defaultView;
  return view as (Window & { CSS: typeof CSS; Highlight: typeof Highlight }) | null | undefined;
};

function change(ranges: readonly Range[], status: string, put: boolean): void {
  for (const range of ranges) {
    const view = registryOf(range);
    if (view == null || !("highlights" in view.CSS)) continue;
    const all = view.CSS.highlights;
    const held = all.get(nameOf(status)) ?? new view.Highlight();
    if (put) all.set(nameOf(status), held.add(range));
    else if (held.delete(range) && held.size === 0) all.delete(nameOf(status));
  }
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

export function drawOn(ranges: Range[], ghost: HTMLElement, status: AnnotationStatus): Drawn {
  const drawn: Drawn = { ranges, ghost, status };
  const [first] = ranges;
  ghost.ariaHidden = "true";
  layerIn(ghost.ownerDocument).append(ghost);
  if (first !== undefined) {
    const { left, top, width, height } = first.getBoundingClientRect();
    const { left: x, top: y } = layerIn(ghost.ownerDocument).getBoundingClientRect();
    ghost.style.cssText += `;position:absolute;left:${left - x}px;top:${top - y}px;width:${width}px;height:${height}px;background-color:transparent`;
  }
  change(ranges, status, true);
  return drawn;
}

export function redraw(drawn: Drawn, status: string): void {
  change(drawn.ranges, drawn.status, false);
  change(drawn.ranges, status, true);
  drawn.status = status;
}

export function erase({ ranges, ghost, status }: Drawn): void {
  change(ranges, status, false);
  const layer = ghost.parentElement;
  ghost.remove();
  if (layer?.childElementCount === 0) layer.remove();
}

/** The highlight under a point of the window, where no mark is. */
export function ghostAt(owner: Document, x: number, y: number): HTMLElement | null {
  const all = [...owner.querySelectorAll<HTMLElement>("[data-air-el=layer] mark")];
  return (
    all.find((ghost) => {
      const { left, right, top, bottom } = ghost.getBoundingClientRect();
      return x >= left && x <= right && y >= top && y <= bottom;
    }) ?? null
  );
}
