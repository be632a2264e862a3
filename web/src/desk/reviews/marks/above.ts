/** New words above a line stand over the widest part of what they replace, and never stick out of the page. */
interface Shift {
  words: HTMLElement;
  left: number;
  top: number;
}

/** How far above their line the words begin. */
const RISE_PX = 8;

function shiftOf(words: HTMLElement, right: number): Shift | null {
  const rects = [...(words.parentElement?.getClientRects() ?? [])];
  const [first] = rects;
  if (first === undefined) return null;
  const widest = rects.reduce((best, rect) => (rect.width > best.width ? rect : best), first);
  const left = Math.min(widest.left, right - words.offsetWidth) - first.left;
  return { words, left: Math.round(left), top: Math.round(widest.top - first.top) - RISE_PX };
}

/** Reads where all of them belong; returns how to put them there. */
export function settleAbove(host: HTMLElement, near: Iterable<Element>): () => void {
  const { right } = host.getBoundingClientRect();
  const shifts = [...near].flatMap((slice) => [...slice.querySelectorAll<HTMLElement>("ins.pen.above")].map((words) => shiftOf(words, right)));
  return () => {
    for (const shift of shifts) if (shift !== null) Object.assign(shift.words.style, { left: `${shift.left}px`, top: `${shift.top}px` });
  };
}
