/** The bar of a session: what waits, what goes along, the words, Stop and Send. */
import { useRef } from "preact/hooks";
import { ownKey } from "../../../parts/caps";
import { Icon } from "../../../parts/icon";
import { LinkButton } from "../../../parts/link_button";
import { Tool } from "../../../parts/tool";
import { announce } from "../../../state/announce";
import { attachFiles, comingIn, detach, dismissRefused } from "../../../state/sessions/attaching";
import { changeDraft, isBlank, promptDraft, replacedBy, sendDraft } from "../../../state/sessions/drafts";
import { order } from "../../../state/sessions/acts";
import type { HereSession } from "../../../state/sessions/sessions";
import { isConnected } from "../../../state/sessions/words";
import { plural } from "../../../state/words";
import type { Attachment } from "../../../wire/types.gen";
import { Chips } from "./chips";
import { Controls } from "./controls";
import { WordsField } from "./field";
import { Queue } from "./queue";

interface Props {
  pane: string;
  here: HereSession;
}

const unsentMarks = ({ state }: HereSession) => state.marks.filter(({ sent_with }) => sent_with === null);

/** "1 mark goes with your next words", else what the agent does or wants. */
function placeholderFor(here: HereSession): string {
  const marks = unsentMarks(here).length;
  if (marks > 0) return `${plural(marks, "mark")} ${marks === 1 ? "goes" : "go"} with your next words`;
  const { state, agent_name } = here;
  if (!isConnected(state)) return "Your words wait here until it is connected";
  return state.taken === null ? `Write to ${agent_name}` : "Your words wait until this turn has ended";
}

/** Why nothing can be sent now; null when it can. */
function cannotSend(here: HereSession, session: string): string | null {
  const { deleted, closed } = here.state;
  if (deleted) return "the agent has deleted this conversation";
  if (closed) return "the session is closed: connect it again first";
  if (comingIn(session).value.some(({ why }) => why === null)) return "something is still on its way";
  return isBlank(promptDraft(session).value) && unsentMarks(here).length === 0 ? "there are no words yet" : null;
}

export function send(here: HereSession): void {
  const cannot = cannotSend(here, here.id);
  if (cannot !== null) return announce(`Cannot now: ${cannot}`);
  void sendDraft(here.id, unsentMarks(here).map(({ id }) => id), here.state.queue);
}

export const stop = (here: HereSession) => {
  if (here.state.taken === null) announce("Nothing is under way");
  else void order(here.id, { type: "cancel" });
};

export function SessionBar({ pane, here }: Props) {
  const { id, state } = here;
  const draft = promptDraft(id).value;
  const works = state.taken !== null;
  const replaces = replacedBy(draft, state.queue);
  return (
    <div class="session-bar" role="group" aria-label="Your words">
      <Queue pane={pane} session={id} state={state} />
      <Controls pane={pane} session={id} state={state} />
      <Along pane={pane} here={here} />
      {draft.replaces === null ? null : <Changing session={id} waits={replaces !== null} />}
      {draft.failed === null ? null : <p class="session-small heed" role="alert">Not sent: {draft.failed}</p>}
      <div class="session-row">
        <Picker session={id} />
        <WordsField pane={pane} session={id} commands={state.commands} placeholder={placeholderFor(here)} />
        {works ? (
          <button type="button" class="button" aria-disabled={state.cancelling ? "true" : undefined} title={`Key: ${ownKey("Ctrl")} .`} onClick={() => stop(here)}>
            {state.cancelling ? "Stopping" : "Stop"}
          </button>
        ) : null}
        <SendButton here={here} sending={draft.sending} replaces={replaces !== null} />
      </div>
    </div>
  );
}

function SendButton({ here, sending, replaces }: { here: HereSession; sending: boolean; replaces: boolean }) {
  const cannot = cannotSend(here, here.id);
  return (
    <button
      type="button"
      class={cannot === null ? "button filled" : "button cannot"}
      aria-disabled={cannot !== null || sending ? "true" : undefined}
      title={cannot ?? undefined}
      onClick={() => send(here)}
    >
      {replaces ? "Keep" : "Send"}
      <span class="key" aria-hidden="true">{ownKey("Ctrl ⏎")}</span>
    </button>
  );
}

/** Words that wait are changed; they may have been taken meanwhile, and what is written then is not lost. */
function Changing({ session, waits }: { session: string; waits: boolean }) {
  const leave = () => changeDraft(session, { text: "", attachments: [], replaces: null });
  return (
    <p class="session-small" role="status">
      {waits ? "You are changing words that wait." : "The words that you were changing wait no longer: what stands here goes as new words."}{" "}
      <LinkButton words={waits ? "Leave them as they were" : "Throw it away"} onClick={leave} />
    </p>
  );
}

function Picker({ session }: { session: string }) {
  const input = useRef<HTMLInputElement>(null);
  const pick = (event: Event) => {
    const field = event.currentTarget as HTMLInputElement;
    attachFiles(session, [...(field.files ?? [])]);
    field.value = "";
  };
  return (
    <>
      <Tool shape="clip" words="Attach files" onClick={() => input.current?.click()} />
      <input ref={input} type="file" multiple hidden onChange={pick} />
    </>
  );
}

/** What goes along, what is on its way, and what cannot. */
function Along({ pane, here }: Props) {
  const { attachments } = promptDraft(here.id).value;
  const coming = comingIn(here.id).value;
  const takeAway = (attachment: Attachment) => {
    detach(here.id, attachment);
    // Its button goes, and the focus with it.
    document.getElementById(`${pane}-words`)?.focus();
  };
  const hasImages = attachments.some(({ kind }) => kind === "image");
  return (
    <>
      <Chips attachments={attachments} onRemove={takeAway} />
      {coming.map(({ key, name, why }) => (
        <p key={key} class={why === null ? "session-small" : "session-small heed"} role="status">
          {why ?? `${name} is on its way …`}
          {why === null ? null : (
            <button type="button" class="tool" aria-label={`Dismiss: ${name}`} title="Dismiss" onClick={() => dismissRefused(here.id, key)}>
              <Icon shape="close" />
            </button>
          )}
        </p>
      ))}
      {hasImages && here.state.facts?.takes_images === false ? (
        <p class="session-small heed" role="status">
          {here.agent_name} takes no pictures: it gets a link to each, and may open it as a file.
        </p>
      ) : null}
    </>
  );
}
