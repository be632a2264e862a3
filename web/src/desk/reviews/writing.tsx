/** The writing area above the bar: words to the agent, kept as they are typed. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { isOnWhole, unsentMarks } from "../../state/annotations";
import { marksWords } from "../../state/bar";
import { phaseOf } from "../../state/decisions";
import { documentIn } from "../../state/documents";
import { leaveOther, takeOther, wordsOf, write } from "../../state/drafts";
import { activeId, type Pane } from "../../state/panes";
import { ownKey } from "../../parts/caps";
import type { PersonVerdict, Review } from "../../wire/types";

export function Writing({ pane, review }: { pane: Pane; review: Review }) {
  const phase = phaseOf(review.id).value;
  if (phase.at !== "writing" || review.status !== "open") return null;
  return <Area key={phase.kind} pane={pane} review={review} kind={phase.kind} />;
}

const QUESTION = {
  changes_requested: (agent: string, marks: boolean) => `What ${marks ? "else " : ""}should ${agent} change?`,
  approved: (agent: string, marks: boolean) => `${marks ? "More notes" : "Notes"} that go to ${agent} with your approval`,
};

/** "4 marks, 1 note go along; words are not needed. ", or nothing. */
function along(review: Review): string {
  const all = unsentMarks(review.id, review.revision);
  const notes = all.filter(isOnWhole).length;
  if (all.length === 0) return "";
  const counted = marksWords({ marks: all.length - notes, notes });
  return `${counted} ${all.length === 1 ? "goes" : "go"} along; words are not needed. `;
}

function Area({ pane, review, kind }: { pane: Pane; review: Review; kind: PersonVerdict }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const words = wordsOf(review.id).value;
  const text = words?.text ?? "";
  useLayoutEffect(() => {
    if (activeId.peek() !== pane.id) return;
    area.current?.focus();
    area.current?.setSelectionRange(text.length, text.length);
  }, []);
  useLayoutEffect(() => grow(area.current), [text]);
  const input = (event: Event) => {
    const revision = documentIn(pane.id).peek()?.revision ?? review.revision;
    write(review.id, revision, kind, (event.target as HTMLTextAreaElement).value);
  };
  const id = `${pane.id}-words`;
  const marks = along(review);
  return (
    <div class="writing">
      <label for={id}>{QUESTION[kind](review.agent_name, marks !== "")}</label>
      <textarea id={id} ref={area} value={text} rows={3} spellcheck onInput={input} aria-describedby={`${id}-how`} />
      <p class="beside" id={`${id}-how`}>
        {marks}
        {ownKey("Ctrl")} ⏎ sends. Esc keeps the words as a draft.
      </p>
      {words?.other == null ? null : <Other review={review.id} words={words.other} />}
    </div>
  );
}

/** Browsers that cannot size a field by its content are helped. */
function grow(area: HTMLTextAreaElement | null): void {
  if (area === null || CSS.supports("field-sizing", "content")) return;
  area.style.height = "auto";
  area.style.height = `${area.scrollHeight}px`;
}

const Other = ({ review, words }: { review: string; words: string }) => (
  <p class="other">
    <span title={words}>Another tab wrote something else meanwhile.</span>
    <button type="button" class="link" onClick={() => takeOther(review)}>
      Add its words
    </button>
    <button type="button" class="link" onClick={() => leaveOther(review)}>
      Leave them
    </button>
  </p>
);
