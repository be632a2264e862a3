/** A mark in a list: its number, what it asks for, where it stands, and what it says. */
import { MARK_KINDS } from "../../../state/mark_kinds";
import type { Annotation } from "../../../wire/types.gen";

const FATES = { there: "still there", changed: "text changed", gone: "lost", done: "done as asked" } as const;

/** "addressed", "text changed", or nothing for a mark of this round. */
function stateOf({ status, fate }: Annotation): string {
  if (status === "addressed") return fate === "done" ? FATES.done : "addressed";
  return fate === null ? "" : FATES[fate];
}

/** `quote`: the words that it stands on, shortened or whole. */
export function ListedMark({ mark, number, quote }: { mark: Annotation; number: number | string; quote: string }) {
  const state = stateOf(mark);
  return (
    <>
      <span class="number">{number}</span>
      <span class="kind">{mark.label ?? MARK_KINDS[mark.kind].title}</span>
      {quote === "" ? null : <q>{quote}</q>}
      <span class="said">{[mark.text, mark.words].filter((words) => words !== "").join(": ")}</span>
      {state === "" ? null : <span class="state">{state}</span>}
    </>
  );
}
