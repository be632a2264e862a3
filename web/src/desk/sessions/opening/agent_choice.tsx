/** Which agent a session is opened with: a known one, or any command of one's own. */
import { Quoted } from "../../../parts/quoted";
import { objectionToCommand, OWN_COMMAND, want, wantedSession } from "../../../state/sessions/beginning";
import { agentNameOf, commandWords } from "../../../state/sessions/command_words";
import type { SessionAgent } from "../../../wire/types.gen";

export const AgentChoice = ({ agents, chosen }: { agents: readonly SessionAgent[]; chosen: string }) => (
  <div class="session-agents">
    {agents.map(({ name, title, found }) => (
      <label key={name} class={found ? undefined : "absent"}>
        <input type="radio" name="session-agent" checked={name === chosen} onChange={() => want({ agent: name })} /> {title}
        {found ? null : <small> not ready</small>}
      </label>
    ))}
    <label>
      <input type="radio" name="session-agent" checked={chosen === OWN_COMMAND} onChange={() => want({ agent: OWN_COMMAND })} /> Any command
    </label>
  </div>
);

export function OwnCommand() {
  const { command, keeps, title } = wantedSession.value;
  const objection = command === "" ? null : objectionToCommand(command);
  return (
    <div class="session-about">
      <label class="session-field">
        Command
        <input
          type="text" value={command} placeholder="npx some-agent --acp" autocomplete="off" spellcheck={false} aria-describedby="session-command-words"
          onInput={(event) => want({ command: event.currentTarget.value })}
        />
      </label>
      <p id="session-command-words" role="status" class={objection === null ? undefined : "heed"}>
        {objection ?? <Starts command={command} />}
      </p>
      <label class="session-keeps">
        <input type="checkbox" checked={keeps} onChange={(event) => want({ keeps: event.currentTarget.checked })} /> Keep it as an agent of mine
      </label>
      {keeps ? (
        <label class="session-field">
          What it is called
          <input type="text" value={title} maxLength={100} autocomplete="off" onInput={(event) => want({ title: event.currentTarget.value })} />
          {title.trim() === "" ? null : <small>countermark agents remove {agentNameOf(title)} removes it again</small>}
        </label>
      ) : null}
    </div>
  );
}

/** Word by word, as the program gets them. */
function Starts({ command }: { command: string }) {
  const found = commandWords(command);
  if ("why" in found) return <>Any program that speaks the Agent Client Protocol on its standard input and output. Quotes hold words together; no shell reads it.</>;
  return (
    <>
      Starts{" "}
      {found.words.map((word, place) => (
        <>
          <code key={place}>{word === "" ? "‘’" : word}</code>{" "}
        </>
      ))}
    </>
  );
}

/** What it needs, and whether it asks, in words. */
export const About = ({ agent: { command_line, found, why_not_found, runtime, runtime_version, sign_in, asks } }: { agent: SessionAgent }) => (
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
