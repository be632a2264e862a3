/** One question of a card: its choices with what each means, a field for words or a number, or both. */
import { NO_PROMPT, questionDraft, type PromptDraft } from "../../state/asked_drafts";
import { takeChoice, writeOwn } from "../../state/questions";
import { singleKeys } from "../../state/settings";
import { AgentWords } from "../../parts/agent_words";
import type { Choice, QuestionPrompt } from "../../wire/types.gen";

interface Props {
  pane: string;
  id: string;
  prompt: QuestionPrompt;
  at: number;
  /** Whether the numbers choose here. */
  current: boolean;
  onFocus: () => void;
  /** A choice is looked at: its preview stands beside. */
  onLook: (choice: Choice | null) => void;
  /** Whether an answer is still wanted, and the card awake. */
  taking: () => boolean;
}

const YES_OR_NO: readonly Choice[] = [
  { value: "yes", label: "Yes", description: "", preview_html: "" },
  { value: "no", label: "No", description: "", preview_html: "" },
];

export const choicesOf = (prompt: QuestionPrompt) => (prompt.kind === "yes_or_no" ? YES_OR_NO : prompt.kind === "choice" ? prompt.choices : []);
const takesWords = ({ kind, free }: QuestionPrompt) => free || kind === "text" || kind === "number" || kind === "whole_number";

export function AskedPrompt(props: Props) {
  const { pane, id, prompt, at, current, onFocus } = props;
  const draft = questionDraft(id).value.prompts[prompt.name] ?? NO_PROMPT;
  const choices = choicesOf(prompt);
  const optional = prompt.required ? "" : "optional";
  return (
    <fieldset class={current ? "prompt current" : "prompt"} id={`${pane}-prompt-${at}`} onFocusIn={onFocus}>
      <legend>
        {prompt.header === "" ? null : <span class="kind"><AgentWords words={prompt.header} /></span>}
        <AgentWords words={prompt.text} />
        <span class="kind"> {prompt.several ? "several can be chosen" : optional}</span>
      </legend>
      {choices.map((choice, number) => (
        <ChoiceLine key={choice.value} {...props} choice={choice} number={number} chosen={draft.values.includes(choice.value)} />
      ))}
      {takesWords(prompt) ? <OwnWords {...props} draft={draft} beside={choices.length > 0} /> : null}
    </fieldset>
  );
}

function ChoiceLine({ pane, id, prompt, at, current, taking, onLook, choice, number, chosen }: Props & { choice: Choice; number: number; chosen: boolean }) {
  const control = `${pane}-prompt-${at}-${number}`;
  return (
    <div class="answer" onPointerEnter={() => onLook(choice)} onFocusIn={() => onLook(choice)}>
      <input
        type={prompt.several ? "checkbox" : "radio"}
        id={control}
        name={`${pane}-prompt-${at}`}
        checked={chosen}
        aria-describedby={choice.description === "" ? undefined : `${control}-means`}
        onChange={(event) => {
          if (taking()) takeChoice(id, prompt, choice.value);
          event.currentTarget.checked = questionDraft(id).peek().prompts[prompt.name]?.values.includes(choice.value) ?? false;
        }}
      />
      <label for={control}><AgentWords words={choice.label} /></label>
      <span class="means" id={`${control}-means`}><AgentWords words={choice.description} /></span>
      {current && number < 9 && singleKeys.value ? <kbd class="cap" aria-hidden="true">{number + 1}</kbd> : null}
    </div>
  );
}

const FIELD: Partial<Record<QuestionPrompt["kind"], "decimal" | "numeric">> = { number: "decimal", whole_number: "numeric" };

function OwnWords({ pane, id, prompt, at, current, draft, beside }: Props & { draft: PromptDraft; beside: boolean }) {
  const field = `${pane}-prompt-${at}-own`;
  const number = choicesOf(prompt).length + 1;
  const input = (event: { currentTarget: { value: string } }) => writeOwn(id, prompt, event.currentTarget.value);
  const mode = FIELD[prompt.kind];
  return (
    <div class="own">
      <label for={field} class={beside ? undefined : "unseen"}>{beside ? "In your own words" : "Your answer"}</label>
      {mode === undefined ? (
        <textarea id={field} rows={2} value={draft.own} spellcheck onInput={input} />
      ) : (
        <input id={field} inputMode={mode} autocomplete="off" value={draft.own} onInput={input} />
      )}
      {beside && current && number < 10 && singleKeys.value ? <kbd class="cap" aria-hidden="true">{number}</kbd> : null}
    </div>
  );
}
