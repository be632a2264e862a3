/** What the marked parts of a command do, each beside its line in the margin; on a narrow page below the command. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { Quoted } from "../../parts/quoted";
import type { CardRisk } from "../../wire/types.gen";

const APART_PX = 8;

/** Notes start on the line of their mark, and push down what they would cover. */
function placeNotes(list: HTMLElement): void {
  const page = list.parentElement;
  if (page === null || getComputedStyle(list).position !== "absolute") return void list.style.removeProperty("height");
  const top = list.getBoundingClientRect().top;
  let free = 0;
  for (const note of list.querySelectorAll<HTMLElement>("li")) {
    const mark = page.querySelector(`[data-risk="${note.dataset["note"] ?? ""}"]`);
    const wanted = mark === null ? free : mark.getClientRects()[0]?.top ?? top;
    const at = Math.max(free, mark === null ? free : wanted - top + 2);
    note.style.top = `${at}px`;
    free = at + note.offsetHeight + APART_PX;
  }
  list.style.height = `${free}px`;
}

/** `turn` changes whenever the command is drawn otherwise. */
export function RiskNotes({ risks, turn }: { risks: readonly CardRisk[]; turn: string }) {
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    const notes = list.current;
    const page = notes?.parentElement;
    if (notes === null || page == null) return undefined;
    const watcher = new ResizeObserver(() => placeNotes(notes));
    watcher.observe(page);
    placeNotes(notes);
    return () => watcher.disconnect();
  }, [risks, turn]);
  if (risks.length === 0) return null;
  return (
    <ol class="risk-notes" aria-label="What deserves an eye" ref={list}>
      {risks.map(({ number, heading, text }) => (
        <li key={number} data-note={number}>
          <span class="number" aria-hidden="true">{number}</span>
          <span class="kind">
            <span class="unseen">Risk {number}: </span>
            {heading}
          </span>
          <span class="said"><Quoted words={text} /></span>
        </li>
      ))}
    </ol>
  );
}
