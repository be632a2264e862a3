/** A tool call: one line until it matters, then its input, its output, and where in the workspace it is. */
import { useComputed, useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { now } from "../../../state/clock";
import { AgentWords, Spelled } from "../../../parts/agent_words";
import { seen } from "../../../state/unseen_characters";
import { longTitle, opensItself, resultOf, subjectOf, verbOf, within } from "../../../state/sessions/calls";
import type { CallPart } from "../../../wire/types.gen";
import { isOpenCall } from "../../../state/sessions/ledger";
import { shownSessionOf } from "../../../state/sessions/sessions";
import { runsSince } from "../../../state/sessions/words";
import type { Shape } from "../../../parts/icon";
import { LedgerLine, RawFold } from "./line";
import { Outputs, Printed } from "./outputs";

const SHAPES: Readonly<Record<string, Shape>> = {
  read: "file", edit: "changes", delete: "bin", move: "move", search: "search", execute: "prompt", fetch: "globe", think: "thought",
  switch_mode: "settings",
};

interface Props {
  session: string;
  folder: string;
  part: CallPart;
}

export function CallLine({ session, folder, part }: Props) {
  // Until the person has said otherwise, it is open where the line alone is not enough.
  const chosen = useSignal<boolean | null>(null);
  const open = useComputed(() => {
    const shown = shownSessionOf(session).value;
    return shown.at === "here" ? (shown.open.calls.get(part.id) ?? null) : null;
  }).value;
  const marked = useComputed(() => {
    const shown = shownSessionOf(session).value;
    return shown.at === "here" && shown.state.marks.some(({ call }) => call === part.id);
  }).value;
  const isOpen = chosen.value ?? (opensItself(part) || marked);
  const subject = subjectOf(open?.title == null ? part : { ...part, title: open.title }, folder);
  const isRunning = isOpenCall(part);
  // The same session may stand in two panes.
  const name = `call-${useId()}`;
  return (
    <LedgerLine at={part.at} id={part.id} shape={SHAPES[part.kind] ?? "tool"} kind={part.replayed ? "call replayed" : "call"} spoken="">
      <button type="button" class="session-act" aria-expanded={isOpen} aria-controls={isOpen ? name : undefined} onClick={() => (chosen.value = !isOpen)}>
        <b>{verbOf(part)}</b> {subject.mono ? <code title={seen(subject.words)}><AgentWords words={subject.words} /></code> : <span class="session-title"><AgentWords words={subject.words} /></span>}
        <Result part={part} />
      </button>
      {part.judgement === null || part.judgement.decision === "allow" ? null : (
        <p class="session-small heed">{part.judgement.words}</p>
      )}
      {isOpen ? <Details session={session} folder={folder} part={part} name={name} output={open?.output ?? null} /> : null}
      {!isOpen && isRunning && open?.output != null ? <Latest output={open.output} /> : null}
    </LedgerLine>
  );
}

function Result({ part }: { part: CallPart }) {
  if (part.status === "pending") return <small class="figures">waits</small>;
  if (isOpenCall(part)) return <Running at={part.at} />;
  const words = resultOf(part);
  return words === "" ? null : <small class={part.status === "failed" ? "figures heed" : "figures"}>{seen(words)}</small>;
}

/** Only a call that runs looks at the clock every second. */
const Running = ({ at }: { at: number }) => (
  <small class="figures">
    <i class="session-pulse" /> {runsSince(at, now.value)}, running
  </small>
);

const LATEST_LINES = 3;

/** The end of what a command prints, while it runs. */
const Latest = ({ output }: { output: string }) => (
  <pre class="session-latest" aria-hidden="true"><Spelled words={output.slice(-2000).trimEnd().split("\n").slice(-LATEST_LINES).join("\n")} /></pre>
);

function Details({ session, folder, part, name, output }: Props & { name: string; output: string | null }) {
  const { outputs, locations, raw_input, raw_output } = part;
  // What a call has printed until now stands in its place until an event tells it whole.
  const isTold = output === null || !isOpenCall(part);
  const shown = isTold ? outputs : outputs.filter(({ type }) => type !== "terminal");
  const title = longTitle(part, folder);
  return (
    <div class="session-details" id={name}>
      {title === null ? null : <p class="session-small"><AgentWords words={title} /></p>}
      {locations.length === 0 ? null : (
        <p class="session-small">
          {locations.map(({ path, line }, at) => (
            <span key={at}>
              {at === 0 ? "" : ", "}
              <code><AgentWords words={within(folder, path)} />{line === null ? "" : `:${line}`}</code>
            </span>
          ))}
        </p>
      )}
      <Outputs session={session} call={part.id} outputs={shown} />
      {isTold ? null : <Printed text={output} label="Terminal, until now" />}
      {raw_input === null ? null : <RawFold words="Input" raw={raw_input} />}
      {raw_output === null ? null : <RawFold words="Output, as it came" raw={raw_output} />}
    </div>
  );
}
