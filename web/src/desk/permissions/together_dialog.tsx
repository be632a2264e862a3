/** One answer to several permissions: all of them listed, an answer chosen, then sent. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { announce } from "../../state/announce";
import { answerTogether, takeOut, together } from "../../state/bulk";
import { activeId } from "../../state/panes";
import { plural } from "../../state/words";
import { ownKey } from "../../parts/caps";
import { Dialog } from "../../parts/dialog";
import { Icon } from "../../parts/icon";
import type { BulkAnswer, Permission } from "../../wire/types.gen";
import { showNext } from "../asked/next_card";
import "../../style/answers.css";
import "../../style/answering.css";

type Choice = BulkAnswer["answer"];
const CHOICES: readonly { choice: Choice; key: string; label: string }[] = [
  { choice: "once", key: "1", label: "Allow each once" },
  { choice: "no", key: "4", label: "No to each" },
];
const labelOf = (answer: Choice) => CHOICES.find(({ choice }) => choice === answer)?.label ?? "";
const DEAF_MS = 350;

/** What was chosen, what is on its way, and what the hub refused. */
function useOneAnswer(all: readonly Permission[], onClose: () => void) {
  const chosen = useSignal<Choice | null>(null);
  const refused = useSignal<ReadonlyMap<string, string>>(new Map());
  const sending = useSignal(false);
  const awake = useSignal(false);
  useEffect(() => {
    const timer = window.setTimeout(() => (awake.value = true), DEAF_MS);
    return () => window.clearTimeout(timer);
  }, []);
  const choose = (choice: Choice) => {
    if (awake.peek()) chosen.value = choice;
  };
  const send = async () => {
    const answer = chosen.peek();
    if (answer === null || sending.peek() || all.length === 0) return;
    sending.value = true;
    const done = await answerTogether(answer, all);
    sending.value = false;
    if (done === null) return;
    refused.value = new Map(Object.entries(done.refused));
    if (refused.value.size > 0) return announce(`${plural(refused.value.size, "request")} could not be answered`);
    onClose();
    showNext(activeId.peek(), all.map(({ id }) => id), `${labelOf(answer)}: ${plural(done.answered.length, "request")}`);
  };
  return { chosen: chosen.value, refused: refused.value, sending: sending.value, awake: awake.value, choose, send };
}

/** The focus is on the dialog's own button at first, so the whole page is listened to. */
function useKeys({ choose, send }: Pick<ReturnType<typeof useOneAnswer>, "choose" | "send">): void {
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const choice = CHOICES.find((each) => each.key === event.key)?.choice;
      const isSend = event.key === "Enter" && (event.ctrlKey || event.metaKey);
      if ((choice === undefined && !isSend) || event.repeat) return;
      event.preventDefault();
      if (isSend) void send();
      else if (choice !== undefined) choose(choice);
    };
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  });
}

export function TogetherDialog({ onClose }: { onClose: () => void }) {
  const all = together.value;
  const { chosen, refused, sending, awake, choose, send } = useOneAnswer(all, onClose);
  useKeys({ choose, send });
  const off = chosen === null || all.length === 0;
  return (
    <Dialog kind="together-dialog" title={all.length === 0 ? "Nothing is left to answer together" : `One answer to ${plural(all.length, "request")}`} onClose={onClose}>
      <p class="small">Each was shown to its end. The answer is for this once.</p>
      <ul class="together-list">
        {all.map((permission) => (
          <Line key={permission.id} permission={permission} refused={refused.get(permission.id) ?? null} />
        ))}
      </ul>
      <fieldset class="answers">
        <legend class="unseen">Your answer to each</legend>
        {CHOICES.map(({ choice, key, label }) => (
          <div class="answer" key={choice}>
            <input type="radio" id={`together-${choice}`} name="together" checked={chosen === choice} aria-disabled={awake ? undefined : "true"} onChange={(event) => {
              choose(choice);
              event.currentTarget.checked = awake;
            }} />
            <label for={`together-${choice}`}>{label}</label>
            <kbd class="cap" aria-hidden="true">{key}</kbd>
          </div>
        ))}
      </fieldset>
      <p class="buttons">
        <button type="button" class="button" onClick={onClose}>
          Back
        </button>
        <button type="button" class={off ? "button cannot" : "button filled"} aria-disabled={off || sending ? "true" : undefined} onClick={() => void send()}>
          {chosen === null ? "Choose 1 or 4" : labelOf(chosen)}
          <span class="key" aria-hidden="true">{ownKey("Ctrl ⏎")}</span>
        </button>
      </p>
    </Dialog>
  );
}

const Line = ({ permission, refused }: { permission: Permission; refused: string | null }) => (
  <li>
    <code>{permission.title}</code>
    <span class="whose">
      {permission.workspace_name}, {permission.agent_name}
    </span>
    <button type="button" class="tool" aria-label={`Take out: ${permission.title}`} title="Take out" onClick={() => takeOut(permission.id)}>
      <Icon shape="close" />
    </button>
    {refused === null ? null : <p class="heed">Not answered: {refused}</p>}
  </li>
);
