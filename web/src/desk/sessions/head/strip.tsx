/** What a person has to know before the first word: whether it asks, what is allowed, why it is not connected, a sign-in. */
import { useSignal } from "@preact/signals";
import { LinkButton } from "../../../parts/link_button";
import { now } from "../../../state/clock";
import { endAutoAllow, forgetWhole, order, rename } from "../../../state/sessions/acts";
import type { HereSession } from "../../../state/sessions/sessions";
import { unstopped } from "../../../state/sessions/words";
import type { AuthMethod } from "../../../wire/types.gen";
import { clockTime } from "../../../state/words";
import { announce } from "../../../state/announce";
import { ConfirmedAct } from "../../pages/asking";
import { renaming } from "./shown";

export function Strip({ pane, here }: { pane: string; here: HereSession }) {
  const { state, id, agent_name } = here;
  return (
    <div class="session-strip">
      {renaming.value === id ? <Renaming key={id} pane={pane} here={here} /> : null}
      <Standing here={here} />
      {state.sign_in === null || state.connection !== "initialised" ? null : <SignInPart here={here} words={state.sign_in} />}
      {state.asking === null || state.asking.asks === "yes" ? null : (
        <p class={state.asking.asks === "no" ? "heed" : undefined}>
          {state.asking.asks === "no" ? <b>This agent does not ask. </b> : null}
          {state.asking.words}
        </p>
      )}
      <AutoAllow session={id} agent={agent_name} until={state.auto_allow_until} />
    </div>
  );
}

/** Why it is not connected, and how it is again. */
function Standing({ here: { id, state, agent_name } }: { here: HereSession }) {
  const { connection, why, hint, closed, deleted, startup_ms } = state;
  if (deleted) return <p>The agent has deleted this conversation. What was said stays here.</p>;
  const again = <LinkButton words={closed || connection === "disconnected" ? "Connect again" : "Try again"} onClick={() => void order(id, { type: "connect" })} />;
  if (closed) {
    return (
      <div class="session-closed">
        <p>Closed. {again}</p>
        <ConfirmedAct kind="link" asks="Remove it" does="Remove it" question="Remove this session with all that was said in it? The journal keeps its lines." go={() => forgetWhole(id)} />
      </div>
    );
  }
  if (connection === "starting") return <p role="status">{agent_name} is being started …</p>;
  if (connection === "disconnected") return <p role="status">Disconnected{why === null ? "" : `: ${unstopped(why)}`}. {again}</p>;
  if (connection === "failed") {
    return (
      <div role="status">
        <p class="heed">
          {agent_name} could not be started{why === null ? "" : `: ${unstopped(why)}`}. {again}
        </p>
        {hint === null ? null : <p>{hint}</p>}
        {state.command === null ? null : <p class="session-small"><code>{state.command}</code></p>}
      </div>
    );
  }
  return startup_ms !== null && state.ledger.length === 0 ? <p class="session-small">Started in {(startup_ms / 1000).toFixed(1)} s</p> : null;
}

function AutoAllow({ session, agent, until }: { session: string; agent: string; until: number | null }) {
  if (until === null || until <= now.value) return null;
  return (
    <p class="heed">
      What {agent} asks is allowed until {clockTime(new Date(until).toISOString())}, unless a rule denies it. <LinkButton words="End that now" onClick={() => void endAutoAllow(session)} />
    </p>
  );
}

function SignInPart({ here: { id, state }, words }: { here: HereSession; words: string }) {
  return (
    <section aria-label="Sign in at the agent">
      <p class="heed">{words}</p>
      <ul class="session-methods">
        {(state.facts?.auth ?? []).map((method) => (
          <li key={method.id}>
            <Method session={id} method={method} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Method({ session, method: { id, name, description, kind, command } }: { session: string; method: AuthMethod }) {
  return (
    <>
      {kind === "terminal" && command !== null ? (
        <>
          {name}: run this in a terminal, then connect again. <code>{command}</code>{" "}
          <LinkButton words="Copy" onClick={() => void copy(command)} />
        </>
      ) : (
        <button type="button" class="button" onClick={() => void order(session, { type: "sign_in", method: id })}>
          {name}
        </button>
      )}
      {description === null ? null : <small> {description}</small>}
    </>
  );
}

async function copy(command: string): Promise<void> {
  await navigator.clipboard.writeText(command).then(
    () => announce("Copied"),
    () => announce("The browser does not let this page copy: select it"),
  );
}

function Renaming({ pane, here: { id, state } }: { pane: string; here: HereSession }) {
  const title = useSignal(state.title);
  const end = () => {
    renaming.value = null;
    document.getElementById(`${pane}-scroll`)?.focus();
  };
  const keep = async () => {
    if (await rename(id, title.peek().trim())) end();
  };
  return (
    <form class="session-rename" onSubmit={(event) => (event.preventDefault(), void keep())} onKeyDown={(event) => event.key === "Escape" && (event.stopPropagation(), end())}>
      <label>
        Its name <input type="text" value={title.value} maxLength={300} autofocus ref={focusOnce} onInput={(event) => (title.value = event.currentTarget.value)} />
      </label>
      <button type="submit" class="button filled">Rename</button>
      <button type="button" class="button" onClick={end}>Leave it</button>
    </form>
  );
}

const focusOnce = (field: HTMLInputElement | null) => {
  if (field !== null && document.activeElement !== field) field.focus();
};
