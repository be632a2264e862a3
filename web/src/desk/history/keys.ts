/** The keys of the list of history: they walk its lines, and lead between them and the field of words. */
import { singleKeys } from "../../state/settings";
import { isTyping } from "../../parts/typing";
import { LINE } from "./line";

type Step = "next" | "previous" | "first" | "last";

const KEYS: Readonly<Record<string, Step>> = { ArrowDown: "next", ArrowUp: "previous", Home: "first", End: "last" };
const LETTERS: Readonly<Record<string, Step>> = { j: "next", k: "previous" };

function stepOf({ key, target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): Step | null {
  if (ctrlKey || metaKey || altKey || shiftKey || !(target instanceof Element)) return null;
  if (isTyping(target)) return target.matches("[type=search]") && (key === "ArrowDown" || key === "Enter") ? "first" : null;
  if (singleKeys.peek() && key in LETTERS) return LETTERS[key] ?? null;
  return target.matches(`.${LINE}`) ? (KEYS[key] ?? null) : null;
}

function indexAfter(step: Step, here: number, count: number): number {
  switch (step) {
    case "next": return Math.min(count - 1, here + 1);
    case "previous": return here - 1;
    case "first": return 0;
    case "last": return count - 1;
  }
}

export function walkLines(event: KeyboardEvent, pane: string): void {
  const step = stepOf(event);
  const scroll = document.getElementById(`${pane}-scroll`);
  if (step === null || scroll === null) return;
  event.preventDefault();
  const all = [...scroll.querySelectorAll<HTMLElement>(`.${LINE}`)];
  const focused = all.findIndex((line) => line === document.activeElement);
  // From elsewhere: onto the line where the keys stood before.
  const stood = all.findIndex((line) => line.tabIndex === 0);
  const next = focused < 0 && step === "next" ? stood : indexAfter(step, focused, all.length);
  if (all.length === 0) return;
  if (next < 0) scroll.scrollTo({ top: 0 });
  (all[next] ?? document.getElementById(`${pane}-search`))?.focus();
}
