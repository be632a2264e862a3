/** Lines of a difference are chosen by their numbers, by the keyboard, or by selecting their text. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { useComputed, type ReadonlySignal, type Signal } from "@preact/signals";
import { stretchAt, stretchTo, type CodeLine, type Stretch } from "../../../state/sessions/differences";
import type { MarkDraft } from "../../../state/sessions/difference_rows";
import type { DiffMark } from "../../../wire/types.gen";

type Place = Pick<CodeLine, "side" | "number">;

interface Choosing {
  readonly box: { readonly current: HTMLDivElement | null };
  readonly chosen: ReadonlySignal<Stretch | null>;
  readonly on: { onClick: (event: MouseEvent) => void; onKeyDown: (event: KeyboardEvent) => void; onMouseUp: () => void };
}

/** A mark is begun or changed; what was written about other lines goes along to these. */
export function begin(draft: Signal<MarkDraft | null>, { side, first, last }: Stretch, mark: DiffMark | null): void {
  const words = mark?.words ?? draft.peek()?.words ?? "";
  draft.value = { side, first, last, words, mark: mark?.id ?? null, failed: null };
}

function placeAt(target: EventTarget | null, tag: string): Place | null {
  const found = target instanceof Element ? target.closest<HTMLElement>(`${tag}[data-line]`) : null;
  if (found === null) return null;
  return { side: found.dataset["side"] === "old" ? "old" : "new", number: Number(found.dataset["line"]) };
}

const stretchOfDraft = (draft: MarkDraft | null): Stretch | null => draft && { side: draft.side, first: draft.first, last: draft.last };

export function useChoosing(draft: Signal<MarkDraft | null>): Choosing {
  const box = useRef<HTMLDivElement>(null);
  const chosen = useComputed(() => stretchOfDraft(draft.value));
  // One number is in the order of Tab; the arrows lead to the others.
  useLayoutEffect(() => {
    const numbers = numbersIn(box.current);
    if (!numbers.some(({ tabIndex }) => tabIndex === 0)) numbers[0]?.setAttribute("tabindex", "0");
  });
  const onClick = (event: MouseEvent) => {
    const place = placeAt(event.target, "button");
    if (place === null) return;
    const from = event.shiftKey ? stretchOfDraft(draft.peek()) : null;
    begin(draft, stretchTo(from, place), null);
  };
  const onMouseUp = () => {
    const stretch = selectedIn(box.current);
    if (stretch !== null) begin(draft, stretch, null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0 || !(event.target instanceof HTMLButtonElement) || placeAt(event.target, "button") === null) return;
    const numbers = numbersIn(box.current);
    const next = numbers[numbers.indexOf(event.target) + step];
    event.preventDefault();
    event.stopPropagation();
    if (next === undefined) return;
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  };
  return { box, chosen, on: { onClick, onKeyDown, onMouseUp } };
}

const numbersIn = (box: Element | null) => [...(box?.querySelectorAll<HTMLButtonElement>("button[data-line]") ?? [])];

/** The lines of one text that the selection touches; none for a click, or for one that lies elsewhere. */
function selectedIn(box: Element | null): Stretch | null {
  const selection = document.getSelection();
  if (box === null || selection === null || selection.isCollapsed || selection.toString().trim() === "") return null;
  const range = selection.getRangeAt(0);
  if (!box.contains(range.commonAncestorContainer)) return null;
  const from = placeAt(elementAt(range.startContainer), "td");
  const to = placeAt(elementAt(range.endContainer), "td");
  if (from === null || to === null) return null;
  return stretchTo(stretchAt(from), to);
}

const elementAt = (node: Node) => (node instanceof Element ? node : node.parentElement);
