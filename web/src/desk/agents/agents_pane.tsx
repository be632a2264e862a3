/** Agents that a session can be held with: what is started, what that needs, and whether each asks before it acts. */
import { useEffect } from "preact/hooks";
import { Quoted } from "../../parts/quoted";
import { agentsFailure, agentsKnown, agentsLooked, dropAgent, lookAtAgent, readAgents, type Looked } from "../../state/agents";
import type { Pane } from "../../state/panes";
import type { AgentChecked, SessionAgent } from "../../wire/types.gen";
import { PaneHead } from "../panes/pane_head";
import "../../style/agents.css";

export function AgentsPane({ pane }: { pane: Pane }) {
  useEffect(() => void readAgents(), []);
  const known = agentsKnown.value;
  return (
    <>
      <PaneHead pane={pane} shape="prompt" title="Agents" closable>
        <span class="push" />
      </PaneHead>
      <div class="scroll" id={`${pane.id}-scroll`} tabIndex={0} role="group" aria-label="Agents">
        <div class="spread">
          <div class="page agents-list">
            <h1>Agents</h1>
            <p class="byline">Each can be started from here, by its exact command. Most do not ask before they act unless they are told to.</p>
            {agentsFailure.value === "" ? null : <p class="heed" role="alert">{agentsFailure.value}</p>}
            {known === null ? <p class="quiet">…</p> : known.agents.map((agent) => <OneAgent key={agent.name} agent={agent} looked={agentsLooked.value.get(agent.name)} />)}
            {known?.broken.map(({ name, why }) => (
              <section key={name}>
                <h2>{name}</h2>
                <p class="heed">This file cannot be used. {why}</p>
              </section>
            ))}
            <section>
              <h2>One of your own</h2>
              <p>
                Any program that speaks the Agent Client Protocol on its standard input and output. In a terminal: <code>countermark agents add NAME -- COMMAND</code>
              </p>
            </section>
          </div>
        </div>
      </div>
    </>
  );
}

function OneAgent({ agent, looked }: { agent: SessionAgent; looked: Looked | undefined }) {
  const { name, title, version, command_line, found, why_not_found, runtime, runtime_version, sign_in, asks, own } = agent;
  return (
    <section aria-labelledby={`agent-${name}`}>
      <h2 id={`agent-${name}`}>
        {title} {version === null ? null : <small>{version}</small>} {own ? <small>yours</small> : null}
      </h2>
      {asks.map((sentence) => (
        <p key={sentence}>
          <Quoted words={sentence} />
        </p>
      ))}
      <dl>
        <dt>Starts</dt>
        <dd>
          <code>{command_line}</code>
        </dd>
        {runtime === null ? null : (
          <>
            <dt>Needs</dt>
            <dd>
              {runtime}
              {runtime_version === null ? ", which is not installed" : `; ${runtime_version} is installed`}
            </dd>
          </>
        )}
        {sign_in === null ? null : (
          <>
            <dt>Sign-in</dt>
            <dd>
              <Quoted words={sign_in} />
            </dd>
          </>
        )}
      </dl>
      {found ? null : <p class="heed">{why_not_found}</p>}
      <p class="acts">
        <button type="button" class="button" aria-label={`Check ${title}`} onClick={() => void lookAtAgent(name)}>
          {looked?.at === "looking" ? "Starting it …" : "Check"}
        </button>
        {own ? <button type="button" class="button" aria-label={`Remove ${title}`} onClick={() => void dropAgent(name)}>Remove</button> : null}
      </p>
      <div role="status">{looked === undefined ? null : <WhatItSaid looked={looked} />}</div>
    </section>
  );
}

function WhatItSaid({ looked }: { looked: Looked }) {
  switch (looked.at) {
    case "looking":
      return <p class="quiet">It is started once and ended again. What npx has to fetch takes its time.</p>;
    case "failed":
      return <p class="heed">{looked.why}</p>;
    case "here":
      return <Said found={looked.found} />;
  }
}

const Said = ({ found: { agent_name, version, protocol, startup_ms, abilities, sign_ins } }: { found: AgentChecked }) => (
  <>
    <p>
      It answered in {(startup_ms / 1000).toFixed(1)} s as {agent_name ?? "a program without a name"}
      {version === null ? "" : ` ${version}`}, with version {protocol} of the protocol. {abilities.length === 0 ? "" : `It can: ${abilities.join(", ")}.`}
    </p>
    {sign_ins.length === 0 ? null : (
      <ul>
        {sign_ins.map(({ name, description, command }) => (
          <li key={name}>
            {name}
            {description === null ? "" : `: ${description}`} {command === null ? null : <code>{command}</code>}
          </li>
        ))}
      </ul>
    )}
  </>
);
