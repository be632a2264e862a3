/** What comes in above moves nothing that is being read. */
import { useLayoutEffect } from "preact/hooks";
import { lines } from "../../state/history/lines";
import { LINE } from "./line";

interface Held {
  line: HTMLElement;
  top: number;
}

/** The focused line, else, below the list's beginning, the first one in sight. */
function heldLine(scroll: HTMLElement): HTMLElement | null {
  const all = [...scroll.querySelectorAll<HTMLElement>(`.${LINE}`)];
  const focused = all.find((line) => line === document.activeElement);
  if (focused !== undefined) return focused;
  const edge = scroll.getBoundingClientRect().top;
  const first = all[0];
  if (first === undefined || first.getBoundingClientRect().top >= edge) return null;
  return all.find((line) => line.getBoundingClientRect().bottom > edge) ?? null;
}

function hold(scroll: HTMLElement | null): Held | null {
  const line = scroll === null ? null : heldLine(scroll);
  return line === null ? null : { line, top: line.getBoundingClientRect().top };
}

/** Looks before the lines are drawn anew, and puts the held one back where it was. The browser's own way of it is not everywhere. */
export function useStillReading(scroll: { current: HTMLElement | null }): void {
  const shown = lines.value;
  const held = hold(scroll.current);
  useLayoutEffect(() => {
    if (held === null || scroll.current === null || !held.line.isConnected) return;
    scroll.current.scrollTop += held.line.getBoundingClientRect().top - held.top;
  }, [shown]);
}
