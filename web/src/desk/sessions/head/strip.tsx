/** What a person has to know before the first word: whether it asks, what is allowed, why it is not connected, a sign-in. */
import { useSignal } from "@preact/signals";
import { AgentWords } from "../../../parts/agent_words";
import { LinkButton } from "../../../parts/link_button";
import { now } from "../../../state/clock";
import { endAutoAllow, order, rename } from "../../../state/sessions/acts";
import type { HereSession } from "../../../state/sessions/sessions";
import { unstopped } from "../../../state/sessions/words";
import type { AuthMethod } from "../../../wire/types.gen";
import { clockTime } from "../../../state/words";
import { announce } from "../../../state/announce";
import { AskedFirst } from "./asked_first";
import { askedAbout, renaming } from "./shown";

export function Strip({ pane, here }: { pane: string; here: HereSession }) {
  const { state, id, agent_name } = here;
  return (
    <div class="session-strip">
      {renaming.value === id ? <Renaming key={id} pane={pane} here={here} /> : null}
      {askedAbout.value?.session === id ? <AskedFirst key={`${id} ${askedAbout.value.what}`} pane={pane} here={here} what={askedAbout.value.what} /> : null}
      <Standing here={here} />
      {state.sign_in === null || state.connection !== "initialised" ? null : <SignInPart here={here} words={state.sign_in} />}
      {state.asking === null || state.asking.asks === "yes" ? null : (
        <p class={state.asking.asks === "no" ? "heed" : undefined}>
          {state.asking.asks === "no" ? <b>This agent does not ask. </b> : null}
          {state.asking.words}
        </p>
      )}
      <AutoAllow pane={pane} session={id} agent={agent_name} until={state.auto_allow_until} />
    </div>
  );
}

/** Why it is not connected, and how it is again. */
function Standing({ here: { id, state, agent_name } }: { here: HereSession }) {
  const { connection, why, hint, closed, deleted, startup_ms } = state;
  const removal = <LinkButton words="Remove it" onClick={() => (askedAbout.value = { session: id, what: "remove" })} />;
  if (deleted) return <p>The agent has deleted this conversation. What was said stays here. {removal}</p>;
  const again = <LinkButton words={closed || connection === "disconnected" ? "Connect again" : "Try again"} onClick={() => void order(id, { type: "connect" })} />;
  if (closed) {
    return (
      <p>
        Closed. {again} {removal}
      </p>
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

function AutoAllow({ pane, session, agent, until }: { pane: string; session: string; agent: string; until: number | null }) {
  if (until === null || until <= now.value) return null;
  const end = async () => {
    // The button goes, and the focus with it.
    if (await endAutoAllow(session)) document.getElementById(`${pane}-scroll`)?.focus({ preventScroll: true });
  };
  return (
    <p class="heed">
      What {agent} asks is allowed until {clockTime(new Date(until).toISOString())}, unless a rule denies it. <LinkButton words="End that now" onClick={() => void end()} />
    </p>
  );
}

function SignInPart({ here: { id, state }, words }: { here: HereSession; words: string }) {
  return (
    <section aria-label="Sign in at the agent">
      <p class="heed"><AgentWords words={words} /></p>
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

/** A double click signs in once. */
const DOUBLE_MS = 1000;

function Method({ session, method: { id, name, description, kind, command } }: { session: string; method: AuthMethod }) {
  const isPressed = useSignal(false);
  const signIn = async () => {
    if (isPressed.peek()) return;
    isPressed.value = true;
    if (await order(session, { type: "sign_in", method: id })) announce("The agent was told to sign in");
    window.setTimeout(() => (isPressed.value = false), DOUBLE_MS);
  };
  return (
    <>
      {kind === "terminal" && command !== null ? (
        <>
          <AgentWords words={name} />: run this in a terminal, then connect again. <code><AgentWords words={command} /></code>{" "}
          <LinkButton words="Copy" onClick={() => void copy(command)} />
        </>
      ) : (
        <button type="button" class="button" aria-disabled={isPressed.value ? "true" : undefined} onClick={() => void signIn()}>
          <AgentWords words={name} />
        </button>
      )}
      {description === null ? null : <small> <AgentWords words={description} /></small>}
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
