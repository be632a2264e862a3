/** The conversation as a ledger: what is far above is not drawn, and its end stays in sight for who reads there. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { nameInPane } from "../../../state/panes";
import type { Part } from "../../../state/sessions/model";
import type { MessagePart } from "../../../wire/types.gen";
import type { HereSession } from "../../../state/sessions/sessions";
import { MissedPart } from "../receipt";
import { CallLine } from "./call";
import { Earlier } from "./earlier";
import { MessageLine } from "./message";
import { CompactionLine, ItemLine, NoticeLine, UnknownLine } from "./others";
import { PlanPanel } from "./plan";
import { PromptLine } from "./prompt";
import { Activity } from "./activity";

/** So many lines are drawn at first, and with each wish for earlier ones. */
const WINDOW = 200;
/** Whoever is so near to the end reads at the end. */
const NEAR_PX = 48;

interface Props {
  pane: string;
  here: HereSession;
  /** What the session is called. */
  name: string;
}

export function SessionLedger({ pane, here, name }: Props) {
  const { state, id } = here;
  const shownFrom = useSignal<number | null>(null);
  // After an absence there may be fewer lines than there were.
  const from = Math.min(shownFrom.value ?? Infinity, Math.max(0, state.ledger.length - WINDOW));
  // The window does not slide while somebody reads above: what is there stays.
  if (shownFrom.peek() === null && state.ledger.length > 0) shownFrom.value = from;
  const drawn = useMemo(() => new WeakMap<Part, VNode>(), [id]);
  const writing = useWriting(here);
  const end = useEnd(state.ledger.earlier + state.ledger.length);
  const lines = state.ledger.slice(from).map((part, at) => {
    const known = drawn.get(part);
    if (known !== undefined) return known;
    const node = <PartLine key={part.id} session={id} folder={state.folder} part={part} ended={state.ledger.at(from + at + 1)?.at ?? 0} />;
    // How long a thought took is known once the next part is there.
    if (part.type !== "message" || from + at + 1 < state.ledger.length) drawn.set(part, node);
    return node;
  });
  return (
    <>
      <div class="scroll session-scroll" id={`${pane}-scroll`} ref={end.scroll} tabIndex={0} role="group" aria-label={`Conversation: ${name}`} onScroll={end.look} onKeyDown={walk}>
        <div class="session-spread">
          <div class="session-column" ref={end.content}>
            <Earlier here={here} hidden={from} onDraw={() => (shownFrom.value = Math.max(0, from - WINDOW))} />
            <ol class="session-ledger">
              {writing === null ? lines : [...lines, <PartLine key={writing.id} session={id} folder={state.folder} part={writing} ended={0} />]}
              <Activity here={here} />
            </ol>
            {state.ledger.length === 0 && state.taken === null ? <Nothing agent={here.agent_name} folder={state.folder} /> : null}
            <MissedPart pane={pane} session={id} />
          </div>
          <aside class="session-margin" aria-label={nameInPane("The agent’s plan", pane)}>
            <PlanPanel entries={state.plan} />
          </aside>
        </div>
      </div>
      {end.below === 0 ? null : (
        <p class="session-below">
          <button type="button" class="button" onClick={end.go}>
            {end.below} new below
          </button>
        </p>
      )}
    </>
  );
}

/** The message that is being written just now, as the part that it will be: what is drawn of it stays when it has ended. */
function useWriting({ open: { message } }: HereSession): MessagePart | null {
  const id = message?.id ?? null;
  return useMemo(() => {
    if (message === null) return null;
    const voice = message.voice === "thought" || message.voice === "user" ? message.voice : "agent";
    return { type: "message", id: message.id, at: message.at, voice, text: "", whole: true, outputs: [], replayed: false };
  }, [id]);
}

const Nothing = ({ agent, folder }: { agent: string; folder: string }) => (
  <p class="session-nothing">
    Nothing has been said yet. {agent} works in <code>{folder}</code>.
  </p>
);

function PartLine({ session, folder, part, ended }: { session: string; folder: string; part: Part; ended: number }) {
  switch (part.type) {
    case "prompt": return <PromptLine session={session} part={part} />;
    case "message": return <MessageLine session={session} part={part} ended={ended} />;
    case "call": return <CallLine session={session} folder={folder} part={part} />;
    case "notice": return <NoticeLine part={part} />;
    case "compaction": return <CompactionLine part={part} />;
    case "item": return <ItemLine part={part} />;
    case "unknown": return <UnknownLine part={part} />;
  }
}

/** Keeps the end in sight while the reader is there; else counts what has come. */
function useEnd(length: number) {
  const scroll = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const lastTop = useRef(0);
  const readTo = useSignal(length);
  const toEnd = () => {
    const shown = scroll.current;
    if (shown !== null) shown.scrollTop = shown.scrollHeight;
  };
  const look = () => {
    const shown = scroll.current;
    if (shown === null) return;
    const isNear = shown.scrollHeight - shown.scrollTop - shown.clientHeight < NEAR_PX;
    // What grows below moves nobody: only who goes up has left the end.
    if (isNear) readTo.value = length;
    isAtEnd.current = isNear || (isAtEnd.current && shown.scrollTop >= lastTop.current);
    lastTop.current = shown.scrollTop;
  };
  useLayoutEffect(() => {
    if (!isAtEnd.current) return;
    readTo.value = length;
    toEnd();
  }, [length]);
  // Text that is being written, pictures, an opened line: whatever makes it taller.
  useEffect(() => {
    const watch = new ResizeObserver(() => isAtEnd.current && toEnd());
    for (const each of [content.current, scroll.current]) if (each !== null) watch.observe(each);
    return () => watch.disconnect();
  }, []);
  const go = () => {
    isAtEnd.current = true;
    readTo.value = length;
    toEnd();
    scroll.current?.focus({ preventScroll: true });
  };
  return { scroll, content, look, go, below: Math.max(0, length - readTo.value) };
}

/** Up and down between the lines that can be opened. */
function walk(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement) || !event.target.matches("button.session-act")) return;
  const all = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("button.session-act")];
  const next = all[all.indexOf(event.target) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
