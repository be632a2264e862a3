/** All sessions, what changed last first; found by the words in them. */
import { useEffect } from "preact/hooks";
import { Icon } from "../../../parts/icon";
import { slowNow } from "../../../state/clock";
import type { Pane } from "../../../state/panes";
import { foundSessions, searchFailure, searchSessions, searchWords } from "../../../state/sessions/found";
import { sessions } from "../../../state/sessions/list";
import { whenWords } from "../../../state/words";
import type { ListedSession } from "../../../wire/types.gen";
import { openDialog } from "../../dialogs";
import { openAgents, openSessionPane } from "../../opening";
import { PaneHead } from "../../panes/pane_head";
import { lineWords, titleOfLine } from "../line_words";
import "../../../style/sessions/lists.css";

export function SessionsPane({ pane }: { pane: Pane }) {
  // Whatever happens to one of them may change what is found.
  useEffect(() => searchSessions(searchWords.peek()), [sessions.value]);
  const found = foundSessions.value;
  return (
    <>
      <PaneHead pane={pane} shape="prompt" title="Sessions" closable>
        <span class="push" />
      </PaneHead>
      <div class="scroll" id={`${pane.id}-scroll`} tabIndex={0} role="group" aria-label="Sessions">
        <div class="spread">
          <div class="page sessions-list">
            <h1>Sessions</h1>
            <p class="byline">Agents that are started from here, each in a folder of yours.</p>
            <p>
              <button type="button" class="button" onClick={() => (openDialog.value = "new_session")}>
                New session <span class="key" aria-hidden="true">N</span>
              </button>{" "}
              <button type="button" class="button" onClick={openAgents}>
                Agents <span class="key" aria-hidden="true">I</span>
              </button>
            </p>
            <div class="filter">
              <Icon shape="search" />
              <input type="search" aria-label="Sessions with these words" placeholder="Words that were said, a name" value={searchWords.value} onInput={(event) => searchSessions(event.currentTarget.value)} />
            </div>
            {searchFailure.value === "" ? null : <p class="heed" role="alert">{searchFailure.value}</p>}
            {found === null ? <p class="quiet">…</p> : <Found sessions={found} />}
          </div>
        </div>
      </div>
    </>
  );
}

function Found({ sessions: found }: { sessions: readonly ListedSession[] }) {
  if (found.length === 0) return <p class="quiet" role="status">{searchWords.value.trim() === "" ? "There has been none yet." : "None has these words."}</p>;
  return (
    <ul class="sessions-found" aria-label="Found sessions">
      {found.map((line) => (
        <li key={line.id}>
          <button type="button" onClick={(event) => openSessionPane(line.id, event.shiftKey || event.ctrlKey || event.metaKey)}>
            <time class="figures">{whenWords(new Date(line.changed_at).toISOString(), slowNow.value)}</time>
            <span>
              <b>{titleOfLine(line)}</b>
              <small>
                {line.folder_name} · {lineWords(line)}
              </small>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
