/** The preview: exactly the words the agent will get, to be read, copied and sent. */
import { useEffect } from "preact/hooks";
import { ownKey } from "../../parts/caps";
import { Dialog } from "../../parts/dialog";
import { unsentMarks } from "../../state/annotations";
import { announce } from "../../state/announce";
import { cannotSend } from "../../state/bar_facts";
import { ask } from "../../state/decisions";
import { wordsOf } from "../../state/drafts/answers";
import { factsIn } from "../../state/pane_bar";
import { paneOf } from "../../state/panes";
import { deafness } from "../../state/cards";
import { closePreview, preview, previewAs, readPreview, type Preview } from "../../state/preview";
import { reviewOf } from "../../state/reviews";
import { amid, capitalised } from "../../state/words";
import type { PersonVerdict } from "../../wire/client";
import "../../style/preview.css";

const SETTLE_MS = 250;

/** The words change while they stand here: another tab wrote, the hub had more to say. */
function useFresh(review: string, live: boolean): void {
  const text = wordsOf(review).value?.text;
  const marks = unsentMarks(review, reviewOf(review)?.revision ?? 1);
  const versions = marks.map(({ id, version }) => `${id}.${version}`).join();
  useEffect(() => {
    const first = preview.peek()?.markdown === null;
    if (!live && !first) return undefined;
    const timer = window.setTimeout(() => void readPreview(), first ? 0 : SETTLE_MS);
    return () => window.clearTimeout(timer);
  }, [text, versions, review]);
}

const LABELS: Record<PersonVerdict, string> = { changes_requested: "Request changes", approved: "Approve with notes" };

export function PreviewDialog({ onClose }: { onClose: () => void }) {
  const shown = preview.value;
  const pane = shown === null ? null : paneOf(shown.pane);
  const review = shown === null ? null : reviewOf(shown.review);
  useEffect(() => () => void closePreview(), []);
  useFresh(shown?.review ?? "", shown?.verdict != null);
  if (shown === null || pane === null || review === null) return null;
  const facts = factsIn(pane);
  const { verdict } = shown;
  const cannot = verdict === null || facts === null ? null : cannotSend(facts, verdict);
  const sends = verdict !== null && cannot === null && shown.sha256 !== null;
  // A question that the bar has just asked makes the pane deaf: nothing that is pressed then gets lost here.
  const deaf = deafness(shown.pane).value;
  const send = () => {
    if (!sends || deaf) return;
    onClose();
    ask(shown.pane, shown.review, { what: verdict === "approved" ? "approve_with_notes" : "request_changes", previewed: shown.sha256 });
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat) return;
    event.preventDefault();
    send();
  };
  const tense = verdict === null ? "got" : "will get";
  return (
    <Dialog kind="preview" title={`What ${amid(review.agent_name)} ${tense}`} onClose={onClose}>
      <div class="preview-body" onKeyDown={key}>
        {verdict === null ? null : <Kinds chosen={verdict} notes={review.takes_notes} reason={review.notes_reason} />}
        {shown.changed ? (
          <p class="heed" role="alert">
            Not sent: the words have changed since you read them. These are the new ones.
          </p>
        ) : null}
        <Text shown={shown} agent={review.agent_name} />
        <p class="buttons">
          <span class="reason">{cannot === null ? null : capitalised(cannot)}</span>
          <button type="button" class="button" onClick={() => void copy(shown)}>
            Copy as Markdown
          </button>
          {verdict === null ? null : (
            <button type="button" class={sends ? "button filled" : "button cannot"} aria-disabled={sends && !deaf ? undefined : "true"} onClick={send}>
              {LABELS[verdict]}
              <span class="key" aria-hidden="true">
                {ownKey("Ctrl ⏎")}
              </span>
            </button>
          )}
        </p>
      </div>
    </Dialog>
  );
}

async function copy({ markdown }: Preview): Promise<void> {
  if (markdown === null) return;
  await navigator.clipboard.writeText(markdown).then(
    () => announce("Copied as Markdown"),
    () => announce("Not copied: this browser does not allow it"),
  );
}

function Text({ shown, agent }: { shown: Preview; agent: string }) {
  if (shown.failure !== null) {
    return (
      <p class="quiet" role="alert">
        <span class="heed">The words could not be composed: {shown.failure}. </span>
        <button type="button" class="link" onClick={() => void readPreview()}>
          Try again
        </button>
      </p>
    );
  }
  return (
    <pre tabIndex={0} autofocus role="group" aria-label={`The words for ${amid(agent)}`} aria-busy={shown.markdown === null}>
      {shown.markdown === "" ? "No words went along." : shown.markdown}
    </pre>
  );
}

interface KindsProps {
  chosen: PersonVerdict;
  notes: boolean;
  reason: string | null;
}

const WORDS: readonly [PersonVerdict, string][] = [
  ["changes_requested", "As a request for changes"],
  ["approved", "As notes with an approval"],
];

const Kinds = ({ chosen, notes, reason }: KindsProps) => (
  <div class="kinds" role="radiogroup" aria-label="How it goes">
    {WORDS.map(([verdict, words]) => (
      <label key={verdict} class="setting">
        <input
          type="radio"
          name="preview-verdict"
          checked={chosen === verdict}
          disabled={verdict === "approved" && !notes}
          onChange={() => previewAs(verdict)}
        />
        <span>
          {words}
          {verdict === "approved" && !notes && reason !== null ? <small>{reason}</small> : null}
        </span>
      </label>
    ))}
  </div>
);
