/** What the agent has said: blocks as the hub has rendered them, and the open one as plain text. */
import { useComputed } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { VNode } from "preact";
import type { MessagePart } from "../../../wire/types.gen";
import { piecesOf, type ClosedBlock, type OpenMessage } from "../../../state/sessions/open_part";
import { isAsked, renderedOf, wantRendered } from "../../../state/sessions/rendered";
import { shownSessionOf } from "../../../state/sessions/sessions";
import { thoughtWords } from "../../../state/sessions/words";
import { nextFrame } from "../../../parts/next_task";
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
    <Folded words={part.text === "" ? "Thinking …" : ended > part.at ? thoughtWords(ended - part.at) : "Thought"}>
      <Said session={session} part={part} />
    </Folded>
  </LedgerLine>
);

function openMessageOf(session: string, part: string): OpenMessage | null {
  const shown = shownSessionOf(session).value;
  return shown.at === "here" && shown.open.message?.id === part ? shown.open.message : null;
}

/** As rendered; until that has come, as it stood while it was written, or as plain text. What is drawn already stays. */
function Said({ session, part }: { session: string; part: MessagePart }) {
  const rendered = renderedOf(part.id).value;
  const open = useComputed(() => openMessageOf(session, part.id)).value;
  const isOver = part.text !== "";
  useEffect(() => {
    if (isOver) wantRendered(session, part.id);
  }, [session, part.id, isOver]);
  const written = open ?? (rendered !== null && isAsked(rendered) ? rendered.written : null);
  const blocks = written?.blocks ?? (rendered !== null && !isAsked(rendered) ? rendered : NO_BLOCKS);
  const count = useGrowing(blocks);
  const tail = count < blocks.length ? "" : (written?.tail ?? (blocks.length === 0 ? part.text : ""));
  return (
    <>
      {count === 0 ? null : <Blocks blocks={blocks.slice(0, count)} />}
      {tail.trim() === "" ? null : <OpenText text={tail.replace(/^\n+/u, "")} />}
    </>
  );
}

const NO_BLOCKS: readonly ClosedBlock[] = [];
/** Of so many blocks together it is looked at once whether they are still the same; so many more are drawn in one frame. */
const STRETCH = 24;

/** What is there at once is drawn in several frames, a long message as well as what many whispers bring together. */
function useGrowing(blocks: readonly ClosedBlock[]): number {
  const drawn = useRef(0);
  const [, again] = useState(0);
  const count = Math.min(blocks.length, drawn.current + STRETCH);
  useEffect(() => {
    drawn.current = count;
    if (count < blocks.length) void nextFrame().then(() => again(count));
  }, [count, blocks]);
  return count;
}

interface DrawnStretch {
  blocks: readonly ClosedBlock[];
  node: VNode;
}

const isSame = (one: readonly ClosedBlock[], other: readonly ClosedBlock[]) =>
  one.length === other.length && one.every(({ html, text }, at) => html === other[at]?.html && text === other[at].text);

/** Blocks stay as they were drawn when others come behind them. */
function Blocks({ blocks }: { blocks: readonly ClosedBlock[] }) {
  const drawn = useMemo((): DrawnStretch[] => [], []);
  const stretches = Array.from({ length: Math.ceil(blocks.length / STRETCH) }, (_, at) => {
    const own = blocks.slice(at * STRETCH, (at + 1) * STRETCH);
    const known = drawn[at];
    if (known !== undefined && isSame(known.blocks, own)) return known.node;
    const node = <Stretch key={at} blocks={own} />;
    drawn[at] = { blocks: own, node };
    return node;
  });
  return <div class="document session-words">{stretches}</div>;
}

const Stretch = ({ blocks }: { blocks: readonly ClosedBlock[] }) => (
  <div class="session-stretch">
    {blocks.map((block, at) => (
      <Block key={at} block={block} />
    ))}
  </div>
);

const Block = ({ block: { html, text } }: { block: ClosedBlock }) =>
  html === null ? <OpenText text={text} /> : <div class="slice session-block" dangerouslySetInnerHTML={{ __html: html }} />;

/** Text that nobody has rendered yet, in pieces: only the last of them changes. */
const OpenText = ({ text }: { text: string }) => (
  <div class="session-open">
    {piecesOf(text).map((piece, at) => (
      <p key={at}>{piece}</p>
    ))}
  </div>
);
