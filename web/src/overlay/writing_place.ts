/** Shows what a note is being written to, as long as nothing in the page itself does: boxes of ours over its words or elements. */
import { el } from "./dom";
import { inPage } from "./pointing/in_page";

/** Whatever has a box in the page: a stretch of words, an element. */
type Place = Range | Element;

export interface WritingPlace {
  /** None: nothing new is written. */
  show: (places: readonly Place[]) => void;
}

function boxesOf(place: Place): DOMRect[] {
  const view = ("startContainer" in place ? place.startContainer : place).ownerDocument?.defaultView;
  const rects = "startContainer" in place ? [...place.getClientRects()] : [place.getBoundingClientRect()];
  return rects.filter(({ width, height }) => width > 0 && height > 0).map((rect) => inPage(rect, view));
}

export function createWritingPlace(root: ShadowRoot): WritingPlace {
  const layer = el("div", { "aria-hidden": "true", "data-air-el": "writing-place" });
  let now: readonly Place[] = [];
  let soon = 0;
  const draw = () => {
    soon = 0;
    const boxes = now.flatMap((place) => boxesOf(place).map((rect) => ({ rect, kind: "startContainer" in place ? "words" : "element" })));
    layer.replaceChildren(
      ...boxes.map(({ rect: { left, top, width, height }, kind }) => {
        const box = el("div", { class: `air-writing air-writing--${kind}` });
        Object.assign(box.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
        return box;
      }),
    );
  };
  const follow = () => {
    if (soon === 0 && layer.isConnected) soon = requestAnimationFrame(draw);
  };
  addEventListener("scroll", follow, { capture: true, passive: true });
  addEventListener("resize", follow);
  new ResizeObserver(follow).observe(document.documentElement);
  return {
    show(places) {
      now = places;
      draw();
      if (places.length > 0) root.prepend(layer);
      else layer.remove();
    },
  };
}
