/** Going to a far place in a long text, and standing there when the text around it has taken its true height. */

/** A place is reached when it has not moved for so many frames; a text that never rests is left after a second. */
const STILL = 4;
const LONGEST = 60;
const OWN_MOVES = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/** Parts that come into sight are laid out only then and push the place away: go there again until it holds. */
export function land(scroll: Element, go: () => void): void {
  let still = 0;
  let frames = 0;
  const own = new AbortController();
  for (const move of OWN_MOVES) scroll.addEventListener(move, () => own.abort(), { passive: true, signal: own.signal });
  const step = () => {
    if (own.signal.aborted) return;
    const before = scroll.scrollTop;
    go();
    still = scroll.scrollTop === before ? still + 1 : 0;
    frames += 1;
    if (still < STILL && frames < LONGEST) requestAnimationFrame(step);
    else own.abort();
  };
  step();
}

const toEnd = (scroll: Element) => land(scroll, () => (scroll.scrollTop = scroll.scrollHeight));

/** The browser's own way to the end stops where it took the end to be. */
export function endOnKey(event: KeyboardEvent): void {
  const { key, shiftKey, altKey, metaKey } = event;
  if ((key !== "End" && !(metaKey && key === "ArrowDown")) || shiftKey || altKey) return;
  event.preventDefault();
  toEnd(event.currentTarget as Element);
}
