/** All marks of a revision in one list: where each stands, and what it says. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { chosenMark } from "../../../state/annotations";
import { plural } from "../../../state/words";
import { Tool } from "../../../parts/tool";
import type { Annotation } from "../../../wire/types.gen";
import * as acts from "./acts";
import { shortened } from "./composer";
import { ListedMark } from "./listed_mark";
import { order } from "./orders";
import type { PaneMarks } from "./pane_marks";

/** A long list is drawn part by part. */
const PART = 100;

export function MarkList({ paneMarks }: { paneMarks: PaneMarks }) {
  const list = useRef<HTMLElement>(null);
  const [parts, grow] = useState(1);
  const marks = paneMarks.marks.value;
  useEffect(() => {
    if (parts * PART >= marks.length) return undefined;
    const timer = window.setTimeout(() => grow(parts + 1), 16);
    return () => window.clearTimeout(timer);
  }, [parts, marks.length]);
  useLayoutEffect(() => {
    (list.current?.querySelector<HTMLElement>("[aria-current]") ?? list.current?.querySelector<HTMLElement>("li button"))?.focus();
  }, []);
  const close = () => {
    paneMarks.listed.value = false;
    paneMarks.scroll.focus({ preventScroll: true });
  };
  return (
    <section class="mark-list" ref={list} aria-label="Marks" onKeyDown={(event) => keys(event, paneMarks, close)}>
      <header>
        <h3>{marks.length === 0 ? "No marks yet" : plural(marks.length, "mark")}</h3>
        {/* What the keys do, for a hand that has none. */}
        <Tool shape="note" words="Note on the whole" onClick={() => (close(), order(paneMarks.pane, "note"))} />
        <Tool shape="up" words="Previous mark" onClick={() => order(paneMarks.pane, "previous_mark")} />
        <Tool shape="down" words="Next mark" onClick={() => order(paneMarks.pane, "next_mark")} />
        <Tool shape="undo" words="Undo" onClick={() => order(paneMarks.pane, "undo")} />
        <Tool shape="redo" words="Redo" onClick={() => order(paneMarks.pane, "redo")} />
        <Tool shape="close" words="Close the list" onClick={close} />
      </header>
      <ol>
        {marks.slice(0, parts * PART).map((mark) => (
          <Line key={mark.id} paneMarks={paneMarks} mark={mark} />
        ))}
      </ol>
    </section>
  );
}

function Line({ paneMarks, mark }: { paneMarks: PaneMarks; mark: Annotation }) {
  const chosen = chosenMark(paneMarks.pane).value === mark.id;
  return (
    <li>
      <button type="button" data-item={mark.id} aria-current={chosen ? "true" : undefined} onClick={() => acts.goToMark(paneMarks, mark)}>
        <ListedMark mark={mark} number={paneMarks.numbers.value.get(mark.id) ?? ""} quote={shortened(mark.quote)} />
      </button>
    </li>
  );
}

function keys(event: KeyboardEvent, paneMarks: PaneMarks, close: () => void): void {
  const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("li button")];
  const here = buttons.findIndex((button) => button === event.target);
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const mark = paneMarks.mark(buttons[here]?.dataset["item"] ?? null);
  if (event.key === "Escape") close();
  else if (by !== undefined) buttons[here + by]?.focus();
  else if (mark !== null && event.key === "e") acts.edit(paneMarks, mark);
  else if (mark !== null && (event.key === "Delete" || event.key === "Backspace")) {
    acts.erase(paneMarks, mark);
    buttons[here + 1]?.focus();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
