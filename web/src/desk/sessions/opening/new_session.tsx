/** The dialog that opens a session: which agent, what it needs and whether it asks, in which folder. */
import { useEffect } from "preact/hooks";
import { Dialog } from "../../../parts/dialog";
import { Quoted } from "../../../parts/quoted";
import { begin, beginFailure, beginning, loadAgents, objectionToSession, recentFolders, sessionAgents, want, wantedSession } from "../../../state/sessions/beginning";
import type { SessionAgent } from "../../../wire/types.gen";
import { openSessionPane } from "../../opening";
import "../../../style/sessions/lists.css";

export function NewSessionDialog({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    beginFailure.value = null;
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
          {agents === null ? <p class="session-small">…</p> : <Agents agents={agents} chosen={wanted.agent} />}
        </fieldset>
        {chosen === null ? null : <About agent={chosen} />}
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
        <More />
        <p class="heed" role="alert">{beginFailure.value}</p>
        <div class="buttons">
          <small>{wanted.folder === "" ? "" : objection}</small>
          <button type="submit" class={objection === null ? "button filled" : "button cannot"} aria-disabled={objection !== null || beginning.value ? "true" : undefined} title={objection ?? undefined}>
            {beginning.value ? "Opening …" : "Open the session"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

const WAYS = [
  { way: "load", words: "Load it: what was said in it is shown" },
  { way: "resume", words: "Resume it: the agent remembers it, and it is not told again" },
  { way: "fork", words: "Fork it: a new one that begins where it ends" },
] as const;

function More() {
  const { mode, mcp_servers, folders, conversation, how } = wantedSession.value;
  return (
    <details class="session-more">
      <summary>More: mode, folders, MCP servers, an earlier conversation</summary>
      <label>
        Mode, as the agent calls it
        <input type="text" value={mode} placeholder="as it begins, or the one that asks" spellcheck={false} onInput={(event) => want({ mode: event.currentTarget.value })} />
      </label>
      <label>
        More folders, one in each line
        <textarea rows={2} value={folders} spellcheck={false} onInput={(event) => want({ folders: event.currentTarget.value })} />
      </label>
      <label>
        A conversation of the agent to go on with, by its own id
        <input type="text" value={conversation} placeholder="none: a new one" spellcheck={false} onInput={(event) => want({ conversation: event.currentTarget.value })} />
      </label>
      {conversation.trim() === "" ? null : (
        <fieldset>
          <legend>How</legend>
          {WAYS.map(({ way, words }) => (
            <label key={way} class="session-way">
              <input type="radio" name="session-how" checked={how === way} onChange={() => want({ how: way })} /> {words}
            </label>
          ))}
        </fieldset>
      )}
      <label>
        MCP servers, as a JSON list
        <textarea rows={3} value={mcp_servers} spellcheck={false} onInput={(event) => want({ mcp_servers: event.currentTarget.value })} />
      </label>
    </details>
  );
}

const Agents = ({ agents, chosen }: { agents: readonly SessionAgent[]; chosen: string }) => (
  <div class="session-agents">
    {agents.map(({ name, title, found }) => (
      <label key={name} class={found ? undefined : "absent"}>
        <input type="radio" name="session-agent" checked={name === chosen} onChange={() => want({ agent: name })} /> {title}
        {found ? null : <small> not installed</small>}
      </label>
    ))}
  </div>
);

/** What it needs, and whether it asks, in words. */
const About = ({ agent: { command_line, found, why_not_found, runtime, runtime_version, sign_in, asks } }: { agent: SessionAgent }) => (
  <div class="session-about">
    {found ? null : <p class="heed">{why_not_found}</p>}
    {asks.map((sentence) => (
      <p key={sentence}>
        <Quoted words={sentence} />
      </p>
    ))}
    {sign_in === null ? null : (
      <p>
        <Quoted words={sign_in} />
      </p>
    )}
    {runtime === null ? null : (
      <p>
        Needs {runtime}
        {runtime_version === null ? "" : `; here: ${runtime_version}`}
      </p>
    )}
    <p>
      <code>{command_line}</code>
    </p>
  </div>
);
