/** The words that wait for the agent, in their order: they can be changed, moved and taken back until they are taken. */
import { Tool } from "../../../parts/tool";
import { movePrompt, takeBack } from "../../../state/sessions/acts";
import { editQueued } from "../../../state/sessions/drafts";
import type { Prompt } from "../../../wire/types.gen";
import type { SessionState } from "../../../state/sessions/reducer";
import { plural } from "../../../state/words";

interface Props {
  pane: string;
  session: string;
  state: Omit<SessionState, "ledger">;
}

/** What can be done with one line; the focus stays with it, or goes to what takes its place. */
interface Acts {
  edit: () => void;
  move: (by: 1 | -1) => void;
  remove: () => void;
}

const lineId = (pane: string, { id }: Prompt) => `${pane}-queued-${id}`;
const focusOn = (id: string) => document.getElementById(id)?.focus();

function actsFor({ pane, session, state }: Props, prompt: Prompt, at: number): Acts {
  const neighbour = state.queue[at + 1] ?? state.queue[at - 1];
  return {
    edit: () => {
      editQueued(session, prompt);
      focusOn(`${pane}-words`);
    },
    move: (by) => {
      void movePrompt(session, state, prompt.id, by);
      focusOn(lineId(pane, prompt));
    },
    remove: () => {
      void takeBack(session, prompt);
      focusOn(neighbour === undefined ? `${pane}-words` : lineId(pane, neighbour));
    },
  };
}

export function Queue(props: Props) {
  const { queue } = props.state;
  if (queue.length === 0) return null;
  return (
    <section class="session-queue" aria-label="Words that wait">
      <h3>{queue.length === 1 ? "Goes next" : `${plural(queue.length, "prompt")} wait`}</h3>
      <ol>
        {queue.map((prompt, at) => (
          <Line key={prompt.id} pane={props.pane} prompt={prompt} at={at} isLast={at === queue.length - 1} acts={actsFor(props, prompt, at)} />
        ))}
      </ol>
    </section>
  );
}

interface LineProps {
  pane: string;
  prompt: Prompt;
  at: number;
  isLast: boolean;
  acts: Acts;
}

const Line = ({ pane, prompt, at, isLast, acts }: LineProps) => (
  <li id={lineId(pane, prompt)} tabIndex={0} aria-label={`Place ${at + 1}: ${prompt.text}`} onKeyDown={(event) => keys(event, acts)}>
    <span class="session-next" title={prompt.text}>{prompt.text.trim() === "" ? alongWords(prompt) : prompt.text}</span>
    {prompt.again_of === null ? null : <small>once more</small>}
    {prompt.attachments.length + prompt.marks.length === 0 || prompt.text.trim() === "" ? null : <small>{alongWords(prompt)}</small>}
    {at === 0 ? null : <Tool shape="up" words="Move it up" onClick={() => acts.move(-1)} />}
    {isLast ? null : <Tool shape="down" words="Move it down" onClick={() => acts.move(1)} />}
    <Tool shape="changes" words="Change it" onClick={acts.edit} />
    <Tool shape="close" words="Take it back" onClick={acts.remove} />
  </li>
);

/** "1 mark, 2 attachments" */
function alongWords({ attachments, marks }: Prompt): string {
  const parts = [marks.length === 0 ? "" : plural(marks.length, "mark"), attachments.length === 0 ? "" : plural(attachments.length, "attachment")];
  return parts.filter((part) => part !== "").join(", ");
}

/** On the line itself: Alt and an arrow move it, e changes it, Delete takes it back. */
function keys(event: KeyboardEvent, acts: Acts): void {
  if (event.target !== event.currentTarget) return;
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined;
  if (step !== undefined && event.altKey) acts.move(step);
  else if (event.key === "e" || event.key === "Enter") acts.edit();
  else if (event.key === "Delete" || event.key === "Backspace") acts.remove();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
