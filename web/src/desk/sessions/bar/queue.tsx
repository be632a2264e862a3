/** The words that wait for the agent, in their order: they can be changed, moved and taken back until they are taken. */
import { Tool } from "../../../parts/tool";
import { movePrompt, takeBack } from "../../../state/sessions/acts";
import { editQueued } from "../../../state/sessions/drafts";
import type { Prompt } from "../../../wire/types.gen";
import { plural } from "../../../state/words";

interface Props {
  pane: string;
  session: string;
  queue: readonly Prompt[];
}

export function Queue({ pane, session, queue }: Props) {
  if (queue.length === 0) return null;
  const edit = (prompt: Prompt) => {
    editQueued(session, prompt);
    document.getElementById(`${pane}-words`)?.focus();
  };
  return (
    <section class="session-queue" aria-label="Words that wait">
      <h3>{queue.length === 1 ? "Goes next" : `${plural(queue.length, "prompt")} wait`}</h3>
      <ol>
        {queue.map((prompt, at) => (
          <li key={prompt.id} tabIndex={0} aria-label={`Place ${at + 1}: ${prompt.text}`} onKeyDown={(event) => keys(event, session, queue, prompt, edit)}>
            <span class="session-next" title={prompt.text}>{prompt.text.trim() === "" ? alongWords(prompt) : prompt.text}</span>
            {prompt.again_of === null ? null : <small>once more</small>}
            {prompt.attachments.length + prompt.marks.length === 0 || prompt.text.trim() === "" ? null : <small>{alongWords(prompt)}</small>}
            {at === 0 ? null : <Tool shape="up" words="Move it up" onClick={() => void movePrompt(session, queue, prompt.id, -1)} />}
            {at === queue.length - 1 ? null : <Tool shape="down" words="Move it down" onClick={() => void movePrompt(session, queue, prompt.id, 1)} />}
            <Tool shape="changes" words="Change it" onClick={() => edit(prompt)} />
            <Tool shape="close" words="Take it back" onClick={() => void takeBack(session, prompt)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** "1 mark, 2 attachments" */
function alongWords({ attachments, marks }: Prompt): string {
  const parts = [marks.length === 0 ? "" : plural(marks.length, "mark"), attachments.length === 0 ? "" : plural(attachments.length, "attachment")];
  return parts.filter((part) => part !== "").join(", ");
}

/** On the line itself: Alt and an arrow move it, e changes it, Delete takes it back. */
function keys(event: KeyboardEvent, session: string, queue: readonly Prompt[], prompt: Prompt, edit: (prompt: Prompt) => void): void {
  if (event.target !== event.currentTarget) return;
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined;
  if (step !== undefined && event.altKey) void movePrompt(session, queue, prompt.id, step);
  else if (event.key === "e" || event.key === "Enter") edit(prompt);
  else if (event.key === "Delete" || event.key === "Backspace") void takeBack(session, prompt);
  else return;
  event.preventDefault();
  event.stopPropagation();
}
