/** What a call has brought: words, differences, a terminal, pictures, and what nobody knows. */
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { AgentWords, Spelled } from "../../../parts/agent_words";
import { seen } from "../../../state/unseen_characters";
import { fetchImage } from "../../../wire/annotations";
import { HubError } from "../../../wire/client";
import { plainOutput } from "../../../state/sessions/calls";
import type { Output } from "../../../state/sessions/model";
import type { MediaOutput, TerminalOutput } from "../../../wire/types.gen";
import { plural } from "../../../state/words";
import { ShownDifference } from "../differences/call_difference";
import { RawFold } from "./line";

interface Props {
  session: string;
  /** The part that they belong to. */
  call?: string;
  outputs: readonly Output[];
}

export const Outputs = ({ session, call, outputs }: Props) => (
  <>
    {outputs.map((output, at) => (
      <OneOutput key={at} session={session} call={call} output={output} place={outputs.slice(0, at).filter(({ type }) => type === "diff").length} />
    ))}
  </>
);

interface OneProps {
  session: string;
  call: string | undefined;
  output: Output;
  /** Its place among the differences. */
  place: number;
}

function OneOutput({ session, call, output, place }: OneProps) {
  switch (output.type) {
    case "text":
      return <Printed text={output.text} label="Output" leftOut={output.left_out} />;
    case "diff":
      return <ShownDifference session={session} call={call ?? ""} output={output} place={place} />;
    case "terminal":
      return <Terminal output={output} />;
    case "media":
      return <Media output={output} />;
    case "unknown":
      return <RawFold words={`Output of a kind that the desk does not know: ${seen(output.kind)}`} raw={output.raw} />;
  }
}

/** Longer texts are shown from their end, where what matters stands. */
const MOST_SHOWN = 40_000;

export function Printed({ text, label, leftOut = 0 }: { text: string; label: string; leftOut?: number }) {
  if (text.trim() === "" && leftOut === 0) return null;
  const cut = Math.max(0, text.length - MOST_SHOWN);
  return (
    <>
      {cut + leftOut === 0 ? null : <p class="session-small">{plural(cut + leftOut, "character")} before this are not shown</p>}
      <pre class="session-printed" tabIndex={0} role="group" aria-label={label}><Spelled words={plainOutput(text.slice(cut))} /></pre>
    </>
  );
}

const Terminal = ({ output: { output, truncated, exit_code, signal } }: { output: TerminalOutput }) => (
  <>
    {truncated ? <p class="session-small">The beginning is not kept</p> : null}
    <Printed text={output} label="Terminal" />
    {exit_code === null || exit_code === 0 ? null : <p class="session-small">Exit status {exit_code}</p>}
    {signal === null ? null : <p class="session-small">Ended by {signal}</p>}
  </>
);

/** Where a link leads, whatever its words say; only what the page itself would open may be one. */
function hostOf(uri: string): string | null {
  if (!/^https?:\/\//u.test(uri) || !URL.canParse(uri)) return null;
  return new URL(uri).host;
}

function Media({ output }: { output: MediaOutput }) {
  const { sha256, uri, name, media_type } = output;
  if (sha256 !== null) return <KeptImage sha256={sha256} name={name ?? "A picture"} />;
  const words = name ?? uri ?? media_type;
  const host = uri === null ? null : hostOf(uri);
  if (uri !== null && host !== null) {
    return (
      <p>
        <a href={uri} target="_blank" rel="noopener noreferrer"><AgentWords words={words} /></a> <small>on {host}</small>
      </p>
    );
  }
  return (
    <p class="session-small">
      <code><AgentWords words={words} /></code> <AgentWords words={media_type} />
    </p>
  );
}

function KeptImage({ sha256, name }: { sha256: string; name: string }) {
  const address = useSignal<string | null>(null);
  const why = useSignal("");
  useEffect(() => {
    let made = "";
    fetchImage(sha256).then(
      (picture) => (address.value = made = URL.createObjectURL(picture)),
      (failure: unknown) => {
        if (!(failure instanceof HubError)) throw failure;
        why.value = failure.message;
      },
    );
    return () => URL.revokeObjectURL(made);
  }, [sha256]);
  if (address.value === null) return <p class="session-small">{why.value === "" ? "…" : `${name}: ${why.value}`}</p>;
  return <img class="session-picture" src={address.value} alt={seen(name)} />;
}
