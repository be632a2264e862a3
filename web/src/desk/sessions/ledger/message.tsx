/** What the agent has said: blocks as the hub has rendered them, and the open one as plain text. */
import { useComputed } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { MessagePart } from "../../../wire/types.gen";
import { tailOf, type ClosedBlock, type OpenMessage } from "../../../state/sessions/open_part";
import { isAsked, renderedOf, wantRendered } from "../../../state/sessions/rendered";
import { shownSessionOf } from "../../../state/sessions/sessions";
import { thoughtWords } from "../../../state/sessions/words";
import { goesOn } from "../../../state/sessions/stretches";
import { Folded, LedgerLine } from "./line";
import { Outputs } from "./outputs";
import { goBackTo, readingPlaceIn, type ReadingPlace } from "./reading_place";
import { SaidWords } from "./words";

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

const NO_BLOCKS: readonly ClosedBlock[] = [];

/** As rendered; until that has come, as it stood while it was written, or as plain text. What is drawn already stays. */
function Said({ session, part }: { session: string; part: MessagePart }) {
  const { before, whole } = useSaid(session, part);
  const isAnew = useMemo(() => whole !== null && before !== null && !goesOn(before.blocks, whole), [whole]);
  const { isDrawn, place, whenDrawn } = useSwap();
  const asWritten = { blocks: before?.blocks ?? NO_BLOCKS, tail: before === null ? part.text : tailOf(before, part.text) };
  const first = whole === null || isAnew ? asWritten : { blocks: whole, tail: "" };
  // What is cut otherwise than it was is made ready unseen, and takes its place in one frame.
  return (
    <div ref={place}>
      {isAnew && isDrawn ? null : <SaidWords key="first" {...first} />}
      {isAnew && whole !== null ? <SaidWords key="whole" blocks={whole} tail="" hidden={!isDrawn} whenDrawn={whenDrawn} /> : null}
    </div>
  );
}

/** The message as it was written, if somebody has seen that, and as the hub has rendered all of it when it had ended. */
function useSaid(session: string, part: MessagePart): { before: OpenMessage | null; whole: readonly ClosedBlock[] | null } {
  const rendered = renderedOf(session, part.id).value;
  const open = useComputed(() => openMessageOf(session, part.id)).value;
  const isOver = part.text !== "";
  useEffect(() => {
    if (isOver) wantRendered(session, part.id);
  }, [session, part.id, isOver]);
  const written = useRef<OpenMessage | null>(null);
  written.current = open ?? (rendered !== null && isAsked(rendered) ? rendered.written : written.current);
  return { before: written.current, whole: open !== null || rendered === null || isAsked(rendered) ? null : rendered };
}

/** When what is drawn unseen takes the place of what is seen: whoever reads in the midst of it goes on reading there. */
function useSwap() {
  const [isDrawn, setDrawn] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const reading = useRef<ReadingPlace | null>(null);
  const words = () => place.current?.querySelector<HTMLElement>(".session-words:not([hidden])") ?? null;
  const whenDrawn = () => {
    const seen = words();
    reading.current = seen === null ? null : readingPlaceIn(seen);
    setDrawn(true);
  };
  useLayoutEffect(() => {
    const seen = words();
    if (isDrawn && reading.current !== null && seen !== null) goBackTo(reading.current, seen);
  }, [isDrawn]);
  return { isDrawn, place, whenDrawn };
}
