/** What a session shows beyond its events: the message that is being written, and what running calls print. Pure. */
import type { BlockOp, OpenParts, TextOp, Whisper } from "../../wire/types.gen";
import { isOpenCall } from "./ledger";
import type { SessionState } from "./reducer";

/** A closed block: as the hub has rendered it, or as it was written where it is too long for a whisper. */
export interface ClosedBlock {
  readonly html: string | null;
  readonly text: string;
}

export interface OpenMessage {
  readonly id: string;
  readonly voice: string;
  readonly at: number;
  readonly blocks: readonly ClosedBlock[];
  /** Where the open text begins in the whole message, in UTF-16 units. */
  readonly tail_at: number;
  readonly tail: string;
}

interface OpenCall {
  readonly status: string | null;
  readonly title: string | null;
  readonly output: string | null;
}

export interface OpenState {
  /** The number of the newest whisper that is in it. */
  readonly whisper: number;
  readonly message: OpenMessage | null;
  readonly calls: ReadonlyMap<string, OpenCall>;
  readonly activity: string | null;
}

/** The state after a whisper; null where something is missing between the two, so that it has to be read anew. */
export function whispered(open: OpenState, whisper: Whisper, now: number): OpenState | null {
  if (whisper.n <= open.whisper) return open;
  return whisper.left_out > 0 ? null : spoken({ ...open, whisper: whisper.n }, whisper, now);
}

function spoken(open: OpenState, { part, op }: Whisper, now: number): OpenState | null {
  switch (op.kind) {
    case "activity":
      return { ...open, activity: op.words === "" ? null : op.words };
    case "call": {
      if (part === null) return open;
      const before = open.calls.get(part);
      const call = { status: op.status ?? before?.status ?? null, title: op.title ?? before?.title ?? null, output: op.output ?? before?.output ?? null };
      return { ...open, calls: new Map(open.calls).set(part, call) };
    }
    case "text": case "block": {
      const message = messageAfter(open.message, part ?? "", op, now);
      return message === null ? null : { ...open, message };
    }
  }
}

function messageAfter(known: OpenMessage | null, id: string, op: TextOp | BlockOp, now: number): OpenMessage | null {
  if (op.kind === "block") return known?.id === id ? closed(known, op) : null;
  const message = known?.id === id ? known : op.at === 0 ? begun(id, op.voice, now) : null;
  return message === null ? null : grown(message, op);
}

const begun = (id: string, voice: string, at: number): OpenMessage => ({ id, voice, at, blocks: [], tail_at: 0, tail: "" });

/** Text goes on exactly where what is known ends. */
function grown(message: OpenMessage, { at, text }: TextOp): OpenMessage | null {
  const end = message.tail_at + message.tail.length;
  if (at > end) return null;
  // Said once more from an earlier place: only what lies behind the end is new.
  const fresh = text.slice(end - at);
  return fresh === "" ? message : { ...message, tail: message.tail + fresh };
}

function closed(message: OpenMessage, { index, html, tail_at }: BlockOp): OpenMessage | null {
  if (index < message.blocks.length) return message;
  const cut = tail_at - message.tail_at;
  if (index > message.blocks.length || cut < 0 || cut > message.tail.length) return null;
  const block = { html, text: html === null ? message.tail.slice(0, cut) : "" };
  return { ...message, blocks: [...message.blocks, block], tail_at, tail: message.tail.slice(cut) };
}

/** What is open of a message of which an event may have told more than was whispered: all of it, or as yet nothing (""). */
export function tailOf({ tail, tail_at }: OpenMessage, told: string): string {
  const end = told.slice(tail_at);
  return end.startsWith(tail) ? end : tail;
}

/** What an event has told whole is no longer open, wherever both came from: a snapshot may hold the two of them. */
export function withoutTold(open: OpenState, { ledger }: SessionState): OpenState {
  const id = open.message?.id ?? null;
  const message = id !== null && ledger.part(id) !== undefined ? null : open.message;
  const calls = new Map([...open.calls].filter(([call]) => runs(ledger, call)));
  return message === open.message && calls.size === open.calls.size ? open : { ...open, message, calls };
}

function runs(ledger: SessionState["ledger"], call: string): boolean {
  const part = ledger.part(call);
  return part !== undefined && isOpenCall(part);
}

/** A piece of open text is at most about so long: what has come stays as it is drawn. */
const PIECE = 2000;

/** Open text in pieces, cut after lines, of which only the last one changes when more comes. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (text.length - from > PIECE) {
    const line = text.indexOf("\n", from + PIECE);
    if (line === -1) break;
    pieces.push(text.slice(from, line));
    from = line + 1;
  }
  pieces.push(text.slice(from));
  return pieces;
}

/** The same as a snapshot tells it. */
export function openFrom({ whisper, message, calls, activity }: OpenParts): OpenState {
  return {
    whisper,
    message: message === null ? null : { ...message, blocks: message.blocks.map((html) => ({ html, text: "" })) },
    calls: new Map(calls.map(({ id, output }) => [id, { status: null, title: null, output }])),
    activity,
  };
}
