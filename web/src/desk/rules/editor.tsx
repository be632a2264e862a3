/** The person's own file as text: checked while it is written, saved only in the place of what was shown. */
import { useEffect } from "preact/hooks";
import { LinkButton } from "../../parts/link_button";
import { beginDraft, check, checkSoon, draft, dropDraft, rules, saveDraft, saveFailure, takeUpPresent, writeDraft } from "../../state/rules";
import { DraftFault } from "./checks";

export function Editor({ pane, count }: { pane: string; count: number }) {
  const mine = draft.value;
  useEffect(() => {
    if (draft.peek() !== null) checkSoon();
  }, []);
  if (mine !== null) return <Writing pane={pane} text={mine.text} />;
  return (
    <p class="ways">
      <LinkButton words={count === 0 ? "Write your first rule" : "Edit your rules"} onClick={() => edit(pane)} />
    </p>
  );
}

function edit(pane: string): void {
  beginDraft();
  window.setTimeout(() => document.getElementById(`${pane}-rules`)?.focus());
}

const lineCount = (text: string) => text.split("\n").length;

function Writing({ pane, text }: { pane: string; text: string }) {
  const key = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (check.peek()?.problem === null) void saveDraft();
  };
  return (
    <div class="rule-editor">
      <textarea
        id={`${pane}-rules`}
        aria-label="Your rules"
        aria-describedby={`${pane}-rules-problem`}
        aria-invalid={check.value?.problem == null ? undefined : "true"}
        spellcheck={false}
        rows={Math.min(32, Math.max(12, lineCount(text) + 1))}
        wrap="off"
        value={text}
        onInput={(event) => writeDraft((event.target as HTMLTextAreaElement).value)}
        onKeyDown={key}
      />
      <DraftFault pane={pane} />
      <Saving />
    </div>
  );
}

/** Why it cannot be saved now; null where it can. */
function cannotSave(): string | null {
  const found = check.value;
  if (found === null) return "being checked";
  if (found.problem !== null) return "it does not load";
  return draft.value?.text === rules.value?.text ? "nothing is changed" : null;
}

function Saving() {
  const cannot = cannotSave();
  const failure = saveFailure.value;
  const isStale = failure?.code === "stale" || (draft.value !== null && rules.value !== null && draft.value.instead_of !== rules.value.sha256);
  return (
    <>
      {failure === null ? null : <p class="heed" role="alert">Not saved: {failure.message}</p>}
      {isStale ? (
        <p class="heed" role="status">
          The file has changed since you began. <LinkButton words="Keep my words, in its place" onClick={() => void takeUpPresent()} />
        </p>
      ) : null}
      <p class="buttons">
        <button type="button" class={cannot === null ? "button filled" : "button cannot"} aria-disabled={cannot !== null} onClick={() => cannot === null && void saveDraft()}>
          Save
        </button>
        <button type="button" class="button" onClick={dropDraft}>
          Drop the draft
        </button>
        <span class="state">{cannot === null ? "From then on it counts for every call." : `Cannot now: ${cannot}.`}</span>
      </p>
    </>
  );
}
