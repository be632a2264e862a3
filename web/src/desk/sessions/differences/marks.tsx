/** A mark below the lines that it is on, and the field in which it is written. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Signal } from "@preact/signals";
import { quoteOf, stretchWords } from "../../../state/sessions/differences";
import { keepMark, takeMarkBack } from "../../../state/sessions/diff_marks";
import type { MarkDraft } from "../../../state/sessions/difference_rows";
import type { DiffOutput } from "../../../wire/types.gen";
import type { Numbered } from "./call_difference";

interface NoteProps {
  session: string;
  numbered: Numbered;
  onChange: () => void;
}

export function MarkNote({ session, numbered: { mark, number }, onChange }: NoteProps) {
  return (
    <div class={number === null ? "session-mark sent" : "session-mark"}>
      <p>
        {number === null ? null : <b>{number}</b>} <small>{number === null ? "Comment, sent" : "Comment"}</small> {mark.words}
      </p>
      {number === null ? null : (
        <p class="acts">
          <button type="button" class="plain" onClick={onChange}>Change</button>
          <button type="button" class="plain" onClick={() => void takeMarkBack(session, mark.id)}>Take back</button>
        </p>
      )}
    </div>
  );
}

interface FormProps {
  session: string;
  call: string;
  output: DiffOutput;
  draft: Signal<MarkDraft | null>;
}

export function LinesMarkForm({ session, call, output, draft }: FormProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const written = draft.value;
  useLayoutEffect(() => area.current?.focus(), [written?.side, written?.first, written?.last]);
  if (written === null) return null;
  const { side, first, last, words, failed } = written;
  const stretch = { side, first, last };
  const quote = quoteOf(output, stretch);
  const close = () => {
    const line = area.current?.closest("table")?.querySelector<HTMLElement>(`button[data-side="${side}"][data-line="${last}"]`);
    draft.value = null;
    line?.focus();
  };
  const save = async () => {
    if (quote === null || words.trim() === "") return;
    const why = await keepMark(session, written.mark, { call, path: output.path, side, first_line: first, last_line: last, quote, words });
    if (why === null) close();
    else draft.value = { ...written, failed: why };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
    else return;
    event.preventDefault();
  };
  return (
    <form
      class="session-mark writing"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label>
        Comment on {stretchWords(stretch)}
        <textarea
          ref={area}
          rows={2}
          value={words}
          onInput={(event) => (draft.value = { ...written, words: event.currentTarget.value, failed: null })}
          onKeyDown={onKeyDown}
        />
      </label>
      {failed === null ? null : <p class="heed" role="alert">{failed}</p>}
      <p class="acts">
        <button type="submit" disabled={words.trim() === ""}>Keep</button>
        <button type="button" class="plain" onClick={close}>Cancel</button>
      </p>
    </form>
  );
}
