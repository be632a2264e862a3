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

function leave(desk: PaneMarks, walk: Walk): boolean {
  const busy = walk.on || desk.selected.peek() !== null || desk.anew.peek() !== null || desk.listed.peek();
  const chosen = chosenMark(desk.pane);
  if (!busy && chosen.peek() === null) return false;
  walk.leave();
  selectNothing(desk);
  desk.anew.value = null;
  if (desk.listed.peek()) desk.listed.value = false;
  else chosen.value = null;
  return true;
}

const chosenOf = (desk: PaneMarks) => desk.mark(chosenMark(desk.pane).peek());

function withChosen(desk: PaneMarks, work: (mark: NonNullable<ReturnType<typeof chosenOf>>) => void): void {
  const mark = chosenOf(desk);
  if (mark === null) announce("Choose a mark first, with ] and [");
  else work(mark);
}

/** Returns whether there was something to do. */
function obey(desk: PaneMarks, walk: Walk, order: MarkOrder): boolean {
  switch (order) {
    case "comment":
      return acts.compose(desk, "comment"), true;
    case "delete":
      return acts.strike(desk), true;
    case "replace":
      return acts.compose(desk, "replacement"), true;
    case "insert":
      return acts.compose(desk, "insertion"), true;
    case "looks_good":
      return acts.looksGood(desk), true;
    case "note":
      return acts.compose(desk, "note"), true;
    case "choose_block":
      return walk.begin();
    case "next_mark":
      return acts.step(desk, 1), true;
    case "previous_mark":
      return acts.step(desk, -1), true;
    case "edit":
      return withChosen(desk, (mark) => acts.edit(desk, mark)), true;
    case "remove":
      return withChosen(desk, (mark) => acts.erase(desk, mark)), true;
    case "undo":
      return acts.takeBack(desk, false), true;
    case "redo":
      return acts.takeBack(desk, true), true;
    case "list":
      return (desk.listed.value = !desk.listed.peek()), true;
    case "leave":
      return leave(desk, walk);
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

function click(desk: PaneMarks, event: MouseEvent): void {
  if (desk.selected.peek() !== null || !(event.target instanceof Element) || isInNote(event)) return;
  desk.removed.value = null;
  const ids = marksAround(event.target);
  const chosen = chosenMark(desk.pane);
  const here = ids.indexOf(chosen.peek() ?? "");
  // The same place again reaches the mark around.
  chosen.value = ids[(here + 1) % ids.length] ?? null;
}

function hover(desk: PaneMarks, event: Event): void {
  const at = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-mark]") : null;
  desk.pointed.value = at?.dataset["mark"] ?? null;
}

const isPlain = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) => !altKey && !ctrlKey && !metaKey && !shiftKey;

function labelKey(desk: PaneMarks, event: KeyboardEvent): boolean {
  const number = event.altKey && !event.ctrlKey && !event.shiftKey ? /^Digit([1-9])$/.exec(event.code)?.[1] : undefined;
  const label = number === undefined ? undefined : quickLabels.peek()[Number(number) - 1];
  if (label === undefined || desk.selected.peek() === null || activeId.peek() !== desk.pane) return false;
  acts.label(desk, label);
  return true;
}

export function listen(desk: PaneMarks): () => void {
  const walk = new Walk(desk);
  const controller = new AbortController();
  const options = { signal: controller.signal };
  const { host, scroll } = desk;
  host.addEventListener("click", (event) => click(desk, event), options);
  host.addEventListener("pointerover", (event) => hover(desk, event), options);
  host.addEventListener("pointerleave", () => (desk.pointed.value = null), options);
  host.addEventListener("pointerdown", () => walk.leave(), options);
  const pressed = (event: KeyboardEvent) => {
    const atText = event.target === scroll || (event.target instanceof Element && host.contains(event.target));
    const opens = atText && event.key === "Enter" && isPlain(event) && event.target === scroll && chosenOf(desk) !== null && obey(desk, walk, "edit");
    if (!opens && !(atText && walk.key(event)) && !labelKey(desk, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("keydown", pressed, { ...options, capture: true });
  const stop = takeOrders(desk.pane, (order) => {
    const done = obey(desk, walk, order);
    if (order !== "choose_block" && desk.selected.peek() === null) walk.leave();
    return done;
  });
  return () => {
    controller.abort();
    stop();
    walk.leave();
  };
}
