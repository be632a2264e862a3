/** The dialog that opens a session: which agent, what it needs and whether it asks, in which folder. */
import { useEffect } from "preact/hooks";
import { Dialog } from "../../../parts/dialog";
import { begin, beginFailure, beginning, loadAgents, objectionToSession, OWN_COMMAND, recentFolders, sessionAgents, want, wantedSession } from "../../../state/sessions/beginning";
import { forgetListing } from "../../../state/sessions/conversations";
import { openSessionPane } from "../../opening";
import { About, AgentChoice, OwnCommand } from "./agent_choice";
import { Earlier } from "./earlier";
import "../../../style/sessions/lists.css";

export function NewSessionDialog({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    beginFailure.value = null;
    forgetListing();
    void loadAgents();
  }, []);
  const wanted = wantedSession.value;
  const agents = sessionAgents.value;
  const chosen = agents?.find(({ name }) => name === wanted.agent) ?? null;
  const objection = objectionToSession(wanted);
  const go = async () => {
    if (objection !== null || beginning.peek()) return;
    const session = await begin();
    if (session === null) return;
    onClose();
    // The dialog gives the focus back first.
    window.setTimeout(() => openSessionPane(session.id, false, true));
  };
  return (
    <Dialog kind="session-dialog" title="New session" onClose={onClose}>
      <form
        onSubmit={(event) => (event.preventDefault(), void go())}
        onKeyDown={(event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && (event.preventDefault(), void go())}
      >
        <fieldset>
          <legend>Agent</legend>
          {agents === null ? <p class="session-small">…</p> : <AgentChoice agents={agents} chosen={wanted.agent} />}
        </fieldset>
        {wanted.agent === OWN_COMMAND ? <OwnCommand /> : chosen === null ? null : <About agent={chosen} />}
        <label class="session-folder">
          Folder
          <input
            type="text" list="session-folders" value={wanted.folder} placeholder="/home/you/project" autocomplete="off" spellcheck={false} autofocus
            onInput={(event) => want({ folder: event.currentTarget.value })}
          />
        </label>
        <datalist id="session-folders">
          {recentFolders.value.map((folder) => (
            <option key={folder} value={folder} />
          ))}
        </datalist>
        <Earlier agent={chosen?.title ?? "the agent"} />
        <More />
        <p class="heed" role="alert">{beginFailure.value}</p>
        <div class="buttons">
          <small>{wanted.folder === "" && wanted.agent !== OWN_COMMAND ? "" : objection}</small>
          <button type="submit" class={objection === null ? "button filled" : "button cannot"} aria-disabled={objection !== null || beginning.value ? "true" : undefined} title={objection ?? undefined}>
            {beginning.value ? "Opening …" : "Open the session"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function More() {
  const { mode, mcp_servers, folders } = wantedSession.value;
  return (
    <details class="session-more">
      <summary>More: mode, folders, MCP servers</summary>
      <label>
        Mode, as the agent calls it
        <input type="text" value={mode} placeholder="as it begins, or the one that asks" spellcheck={false} onInput={(event) => want({ mode: event.currentTarget.value })} />
      </label>
      <label>
        More folders, one in each line
        <textarea rows={2} value={folders} spellcheck={false} onInput={(event) => want({ folders: event.currentTarget.value })} />
      </label>
      <label>
        MCP servers, as a JSON list
        <textarea rows={3} value={mcp_servers} spellcheck={false} onInput={(event) => want({ mcp_servers: event.currentTarget.value })} />
      </label>
    </details>
  );
}
