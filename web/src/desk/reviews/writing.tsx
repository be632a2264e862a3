/** The writing area above the bar: words to the agent, kept as they are typed. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { isOnWhole, unsentMarks } from "../../state/annotations";
import { marksWords } from "../../state/bar_facts";
import { phaseOf, stepBack } from "../../state/decisions";
import { documentIn } from "../../state/documents";
import { leaveOther, takeOther, wordsOf, write } from "../../state/drafts/answers";
import { activeId, type Pane } from "../../state/panes";
import { isQuestion, writingIn } from "../../state/phases";
import { amid } from "../../state/words";
import { ownKey } from "../../parts/caps";
import type { PersonVerdict } from "../../wire/client";
import type { Review } from "../../wire/types.gen";

export function AnswerForm({ pane, review }: { pane: Pane; review: Review }) {
  const phase = phaseOf(review.id).value;
  const writing = writingIn(phase);
  if (writing === null || review.status !== "open") return null;
  return <Area key={writing.kind} pane={pane} review={review} kind={writing.kind} asked={isQuestion(phase)} />;
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

interface AreaProps {
  pane: Pane;
  review: Review;
  kind: PersonVerdict;
  /** Whether the bar asks about these words: they stay in sight, and who goes on writing takes the question back. */
  asked: boolean;
}

function Area({ pane, review, kind, asked }: AreaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const words = wordsOf(review.id).value;
  const text = words?.text ?? "";
  useLayoutEffect(() => {
    if (asked || activeId.peek() !== pane.id || area.current === document.activeElement) return;
    area.current?.focus();
    area.current?.setSelectionRange(text.length, text.length);
  }, [asked]);
  useLayoutEffect(() => grow(area.current), [text]);
  const input = (event: Event) => {
    const revision = documentIn(pane.id).peek()?.revision ?? review.revision;
    write(review.id, revision, kind, (event.target as HTMLTextAreaElement).value);
  };
  const id = `${pane.id}-words`;
  const marks = along(review);
  return (
    <div class="writing">
      <label for={id}>{QUESTION[kind](amid(review.agent_name), marks !== "")}</label>
      <textarea id={id} ref={area} value={text} rows={3} spellcheck onInput={input} onFocus={() => asked && stepBack(review.id)} aria-describedby={`${id}-how`} />
      <p class="how" id={`${id}-how`}>
        {marks}
        {ownKey("Ctrl")} ⏎ asks, then sends. Esc keeps the words as a draft.
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
