/** The command with other words: written by the person, shown beside the agent's before it may run. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { changePermission } from "../../state/asked_drafts";
import { activeId } from "../../state/panes";
import { wordDiff } from "../../state/word_diff";

interface Props {
  pane: string;
  id: string;
  before: string;
  edited: string;
}

export function Editing({ pane, id, before, edited }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const field = `${pane}-edited`;
  useLayoutEffect(() => {
    if (activeId.peek() === pane) area.current?.focus();
  }, []);
  return (
    <div class="editing">
      <label for={field}>The command as it may run</label>
      <textarea id={field} ref={area} rows={2} spellcheck={false} autocapitalize="off" value={edited} onInput={(event) => changePermission(id, { edited: event.currentTarget.value })} />
      {edited === before ? <p class="small">Nothing is changed yet. It is allowed once, with exactly these words.</p> : <ChangedWords before={before} after={edited} />}
      <button type="button" class="link" onClick={() => changePermission(id, { edited: null })}>
        Back to the agent’s words
      </button>
    </div>
  );
}

const ChangedWords = ({ before, after }: { before: string; after: string }) => (
  <p class="changed-words">
    <span class="unseen">What changes: </span>
    {wordDiff(before, after).map(({ text, change }, at) => {
      if (change === "same") return <span key={at}>{text}</span>;
      return change === "added" ? <ins key={at}>{text}</ins> : <del key={at}>{text}</del>;
    })}
  </p>
);
