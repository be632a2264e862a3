/** Where something stands in the window of the page, when it stands in a frame. */

/** A box of a frame's window as one of the page's. */
export function inPage(rect: DOMRect, view: Window | null | undefined): DOMRect {
  const frame = view?.frameElement;
  if (frame == null) return rect;
  const { left, top } = frame.getBoundingClientRect();
  return inPage(new DOMRect(rect.left + left + frame.clientLeft, rect.top + top + frame.clientTop, rect.width, rect.height), view?.parent);
}
