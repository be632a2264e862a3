/** The keys of a pane's marks, and its clicks. */
import { chosenMark } from "../../../state/annotations";
import { announce } from "../../../state/announce";
import { quickLabels } from "../../../state/settings";
import { activeId } from "../../../state/panes";
import * as acts from "./acts";
import { takeOrders, type MarkOrder } from "./orders";
import type { PaneMarks } from "./pane_marks";
import { selectNothing } from "./selecting";
import { Walk } from "./walking";

function leave(paneMarks: PaneMarks, walk: Walk): boolean {
  const busy = walk.on || paneMarks.selected.peek() !== null || paneMarks.anew.peek() !== null || paneMarks.listed.peek();
  const chosen = chosenMark(paneMarks.pane);
  if (!busy && chosen.peek() === null) return false;
  walk.leave();
  selectNothing(paneMarks);
  paneMarks.anew.value = null;
  if (paneMarks.listed.peek()) paneMarks.listed.value = false;
  else chosen.value = null;
  return true;
}

const chosenOf = (paneMarks: PaneMarks) => paneMarks.mark(chosenMark(paneMarks.pane).peek());

function withChosen(paneMarks: PaneMarks, work: (mark: NonNullable<ReturnType<typeof chosenOf>>) => void): void {
  const mark = chosenOf(paneMarks);
  if (mark === null) announce("Choose a mark first, with ] and [");
  else work(mark);
}

/** Returns whether there was something to do. */
function obey(paneMarks: PaneMarks, walk: Walk, order: MarkOrder): boolean {
  switch (order) {
    case "comment":
      return acts.compose(paneMarks, "comment"), true;
    case "delete":
      return acts.strike(paneMarks), true;
    case "replace":
      return acts.compose(paneMarks, "replacement"), true;
    case "insert":
      return acts.compose(paneMarks, "insertion"), true;
    case "looks_good":
      return acts.looksGood(paneMarks), true;
    case "note":
      return acts.compose(paneMarks, "note"), true;
    case "choose_block":
      return walk.begin();
    case "next_mark":
      return acts.step(paneMarks, 1), true;
    case "previous_mark":
      return acts.step(paneMarks, -1), true;
    case "edit":
      return withChosen(paneMarks, (mark) => acts.edit(paneMarks, mark)), true;
    case "remove":
      return withChosen(paneMarks, (mark) => acts.erase(paneMarks, mark)), true;
    case "take_along":
      return withChosen(paneMarks, (mark) => acts.takeMark(paneMarks, mark, false)), true;
    case "take_all_along":
      return withChosen(paneMarks, (mark) => acts.takeMark(paneMarks, mark, true)), true;
    case "undo":
      return acts.takeBack(paneMarks, false), true;
    case "redo":
      return acts.takeBack(paneMarks, true), true;
    case "list":
      return (paneMarks.listed.value = !paneMarks.listed.peek()), true;
    case "leave":
      return leave(paneMarks, walk);
  }
}

/** Every mark at a point of the text, the inmost first. */
function marksAround(at: Element): string[] {
  const ids: string[] = [];
  for (let mark = at.closest<HTMLElement>("[data-mark]"); mark !== null; mark = mark.parentElement?.closest<HTMLElement>("[data-mark]") ?? null) {
    const id = mark.dataset["mark"];
    if (id !== undefined && !ids.includes(id)) ids.push(id);
  }
  return ids;
}

/** A note under its paragraph says itself what a click on it does, and may be gone by now. */
const isInNote = (event: Event) => event.composedPath().some((at) => at instanceof Element && at.matches(".folds"));

function click(paneMarks: PaneMarks, event: MouseEvent): void {
  if (paneMarks.selected.peek() !== null || !(event.target instanceof Element) || isInNote(event)) return;
  paneMarks.removed.value = null;
  const ids = marksAround(event.target);
  const chosen = chosenMark(paneMarks.pane);
  const here = ids.indexOf(chosen.peek() ?? "");
  // The same place again reaches the mark around.
  chosen.value = ids[(here + 1) % ids.length] ?? null;
}

function hover(paneMarks: PaneMarks, event: Event): void {
  const at = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-mark]") : null;
  paneMarks.pointed.value = at?.dataset["mark"] ?? null;
}

const isPlain = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) => !altKey && !ctrlKey && !metaKey && !shiftKey;

function labelKey(paneMarks: PaneMarks, event: KeyboardEvent): boolean {
  const number = event.altKey && !event.ctrlKey && !event.shiftKey ? /^Digit([1-9])$/.exec(event.code)?.[1] : undefined;
  const label = number === undefined ? undefined : quickLabels.peek()[Number(number) - 1];
  if (label === undefined || paneMarks.selected.peek() === null || activeId.peek() !== paneMarks.pane) return false;
  acts.label(paneMarks, label);
  return true;
}

export function listen(paneMarks: PaneMarks): () => void {
  const walk = new Walk(paneMarks);
  const controller = new AbortController();
  const options = { signal: controller.signal };
  const { host, scroll } = paneMarks;
  host.addEventListener("click", (event) => click(paneMarks, event), options);
  host.addEventListener("pointerover", (event) => hover(paneMarks, event), options);
  host.addEventListener("pointerleave", () => (paneMarks.pointed.value = null), options);
  host.addEventListener("pointerdown", () => walk.leave(), options);
  const pressed = (event: KeyboardEvent) => {
    const atText = event.target === scroll || (event.target instanceof Element && host.contains(event.target));
    const opens = atText && event.key === "Enter" && isPlain(event) && event.target === scroll && chosenOf(paneMarks) !== null && obey(paneMarks, walk, "edit");
    if (!opens && !(atText && walk.key(event)) && !labelKey(paneMarks, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("keydown", pressed, { ...options, capture: true });
  const stop = takeOrders(paneMarks.pane, (order) => {
    const done = obey(paneMarks, walk, order);
    if (order !== "choose_block" && paneMarks.selected.peek() === null) walk.leave();
    return done;
  });
  return () => {
    controller.abort();
    stop();
    walk.leave();
  };
}
