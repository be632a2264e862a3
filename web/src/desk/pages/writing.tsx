/** Where replies, notes and reasons are written; the words stay through every change of the file. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { ownKey } from "../../parts/caps";
import { shown } from "../../state/pages/links";
import { sendWords } from "../../state/pages/review";
import { changeWords, throwAway, wordsFor, type PageWords, type Purpose } from "../../state/pages/words";
import { focusRow, formId, leaveForm, wantsFocus } from "./acts";

const ASKS: Record<Purpose, string> = {
  reply: "Your reply",
  reopen: "What is still wrong, if it needs saying",
  edit: "Your note",
  note: "Your note on this page",
  edit_note: "Your note on this page",
};
const DOES: Record<Purpose, string> = { reply: "Reply", reopen: "Reopen", edit: "Keep", note: "Keep", edit_note: "Keep" };

interface Props {
  pane: string;
  site: string;
  purpose: Purpose;
  about: string;
  /** How the words that are being written over read in the file now. */
  reads?: string;
}

export function PageForm({ pane, site, purpose, about, reads }: Props) {
  const words = wordsFor(site, purpose, about);
  return words === null ? null : <Form pane={pane} site={site} words={words} reads={reads} />;
}

function Form({ pane, site, words, reads }: { pane: string; site: string; words: PageWords; reads: string | undefined }) {
  const { purpose, text, base, going, failed } = words;
  const form = useRef<HTMLFormElement>(null);
  const id = formId(pane, words);
  useLayoutEffect(() => {
    const drawn = form.current;
    if (wantsFocus.peek() === id) {
      wantsFocus.value = null;
      const area = drawn?.querySelector("textarea");
      area?.focus({ preventScroll: true });
      area?.setSelectionRange(area.value.length, area.value.length);
      drawn?.scrollIntoView({ block: "nearest" });
    }
    return () => {
      // The form goes with its focus in it: sent, or thrown away.
      if (drawn?.contains(document.activeElement) === true) window.setTimeout(() => focusRow(pane, words.about));
    };
  }, []);
  const send = () => void sendWords(site, words);
  const meanwhile = base !== null && reads !== undefined && reads !== base;
  return (
    <form
      class="composer"
      id={id}
      ref={form}
      aria-label={ASKS[purpose]}
      onSubmit={(event) => (event.preventDefault(), send())}
      onKeyDown={(event) => keys(event, send, () => leaveForm(pane, site, words))}
    >
      <textarea
        rows={2}
        aria-label={ASKS[purpose]}
        placeholder={ASKS[purpose]}
        value={text}
        readOnly={going}
        maxLength={50_000}
        spellcheck
        onInput={(event) => changeWords(site, words, { text: event.currentTarget.value, failed: null })}
      />
      {meanwhile ? <p class="heed">Changed meanwhile; it reads now: “{shown(reads)}”</p> : null}
      {failed === null ? null : (
        <p class="heed" role="alert">
          Not sent: {failed}
        </p>
      )}
      <div class="ends">
        <button type="submit" class="button filled" aria-disabled={going ? "true" : undefined}>
          {DOES[purpose]}
          <span class="key" aria-hidden="true">
            {ownKey("Ctrl")} ⏎
          </span>
        </button>
        <button type="button" class="link" onClick={() => discard(pane, site, words)}>
          {text.trim() === (base ?? "").trim() ? "Back" : "Throw away"}
        </button>
      </div>
    </form>
  );
}

function discard(pane: string, site: string, words: PageWords): void {
  throwAway(site, words);
  leaveForm(pane, site, { ...words, text: words.base ?? "" });
}

function keys(event: KeyboardEvent, send: () => void, leave: () => void): void {
  if (event.isComposing) return;
  const chord = event.key === "Enter" && (event.ctrlKey || event.metaKey);
  if (!chord && event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  if (chord) send();
  else leave();
}
