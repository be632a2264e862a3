/** What the agent has said: blocks as the hub has rendered them, and the open one as plain text. */
import { useComputed } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { VNode } from "preact";
import type { MessagePart } from "../../../wire/types.gen";
import { piecesOf, type ClosedBlock, type OpenMessage } from "../../../state/sessions/open_part";
import { isAsked, renderedOf, wantRendered } from "../../../state/sessions/rendered";
import { shownSessionOf } from "../../../state/sessions/sessions";
import { thoughtWords } from "../../../state/sessions/words";
import { Folded, LedgerLine } from "./line";
import { Outputs } from "./outputs";

export function MessageLine({ session, part, ended }: { session: string; part: MessagePart; ended: number }) {
  if (part.voice === "thought") return <ThoughtLine session={session} part={part} ended={ended} />;
  const isUser = part.voice === "user";
  return (
    <LedgerLine
      at={part.at}
      id={part.id}
      shape={isUser ? "person" : "asterisk"}
      kind={`${isUser ? "prompt" : "agent"}${part.replayed ? " replayed" : ""}`}
      spoken={isUser ? "You, earlier: " : "Agent: "}
    >
      {isUser ? <p class="session-prompt">{part.text}</p> : <Said session={session} part={part} />}
      <Outputs session={session} outputs={part.outputs} />
      {part.whole ? null : <p class="session-small heed">It was cut off here.</p>}
    </LedgerLine>
  );
}

const ThoughtLine = ({ session, part, ended }: { session: string; part: MessagePart; ended: number }) => (
  <LedgerLine at={part.at} id={part.id} shape="thought" kind={part.replayed ? "thought replayed" : "thought"} spoken="Thought: ">
    <Folded words={ended > part.at ? thoughtWords(ended - part.at) : "Thought"}>
      <Said session={session} part={part} />
    </Folded>
  </LedgerLine>
);

/** As rendered; until that has come, as it stood while it was written, or as plain text. */
function Said({ session, part }: { session: string; part: MessagePart }) {
  const rendered = renderedOf(part.id).value;
  useEffect(() => wantRendered(session, part.id), [session, part.id]);
  if (rendered === null) return <OpenText text={part.text} />;
  if (!isAsked(rendered)) return <Blocks blocks={rendered} />;
  return <Written message={rendered.written} />;
}

/** Blocks stay as they were drawn when others come behind them. */
export function Blocks({ blocks }: { blocks: readonly ClosedBlock[] }) {
  const drawn = useMemo(() => new Map<number, { block: ClosedBlock; node: VNode }>(), []);
  return (
    <div class="document session-words">
      {blocks.map((block, at) => {
        const known = drawn.get(at);
        if (known !== undefined && known.block.html === block.html && known.block.text === block.text) return known.node;
        const node = <Block key={at} block={block} />;
        drawn.set(at, { block, node });
        return node;
      })}
    </div>
  );
}

const Block = ({ block: { html, text } }: { block: ClosedBlock }) =>
  html === null ? <OpenText text={text} /> : <div class="slice session-block" dangerouslySetInnerHTML={{ __html: html }} />;

/** Text that nobody has rendered yet, in pieces: only the last of them changes. */
export const OpenText = ({ text }: { text: string }) => (
  <div class="session-open">
    {piecesOf(text).map((piece, at) => (
      <p key={at}>{piece}</p>
    ))}
  </div>
);

const Written = ({ message }: { message: OpenMessage }) => (
  <>
    {message.blocks.length === 0 ? null : <Blocks blocks={message.blocks} />}
    {message.tail.trim() === "" ? null : <OpenText text={message.tail.replace(/^\n+/u, "")} />}
  </>
);

/** The message that is being written just now. */
export function OpenLine({ session }: { session: string }) {
  const message = useComputed(() => {
    const shown = shownSessionOf(session).value;
    return shown.at === "here" ? shown.open.message : null;
  }).value;
  if (message === null) return null;
  if (message.voice === "thought") {
    return (
      <LedgerLine key={message.id} at={message.at} shape="thought" kind="thought" spoken="Thought: ">
        <Folded words="Thinking …">
          <Written message={message} />
        </Folded>
      </LedgerLine>
    );
  }
  return (
    <LedgerLine key={message.id} at={message.at} shape="asterisk" kind="agent open" spoken="Agent: ">
      <Written message={message} />
    </LedgerLine>
  );
}
