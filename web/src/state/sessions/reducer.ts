/** The fold: one event after the other makes the state of a session, in the same cases as model/sessions/reducer.py. */
import type { ConnectionEvent, LedgerEvent, Part, PromptEvent, SessionEvent, SetUpEvent } from "./model";
import type { CallStatus, ItemPart, Prompt, SessionState as WireState } from "../../wire/types.gen";
import { isOpenCall, type LedgerParts } from "./ledger";

/** A session as the page folds it on: its ledger may begin in the middle. */
export type SessionState = Omit<WireState, "ledger"> & { readonly ledger: LedgerParts };

/** An event and the moment at which it was, in milliseconds since 1970. */
export interface TimedEvent {
  readonly at: number;
  /** Where the part that it is about stands in the whole ledger, as far as that is known. */
  readonly place?: number | null;
  readonly event: SessionEvent;
}

/** The state after one more event. One that does not fit changes nothing but the number: nothing is an error. */
export const reduced = (state: SessionState, { at, event, place }: TimedEvent): SessionState => {
  // A part that stands before those that are here changes there, and not here.
  const isElsewhere = typeof place === "number" && place < state.ledger.earlier;
  const next = changed(state, event, at);
  return { ...next, ledger: isElsewhere ? state.ledger : next.ledger, number: state.number + 1 };
};

function changed(state: SessionState, event: SessionEvent, at: number): SessionState {
  switch (event.type) {
    case "opened": case "starting": case "initialised": case "conversation_begun": case "sign_in_needed": case "disconnected": case "closed":
      return connected(state, event, at);
    case "modes_changed": case "options_changed": case "commands_changed": case "asking_changed": case "title_changed":
    case "usage_changed": case "plan_changed": case "auto_allowed":
      return setUp(state, event);
    case "prompt_queued": case "prompt_changed": case "prompts_reordered": case "prompt_removed": case "prompt_taken":
    case "prompt_answered": case "prompt_interrupted": case "cancel_asked":
      return prompted(state, event, at);
    case "message_finished": case "call_changed": case "noticed": case "compacted": case "unknown_came": case "call_judged":
    case "item_asked": case "item_ended": case "mark_set": case "mark_removed":
      return told(state, event, at);
    default:
      event satisfies never;
      // A hub that is newer than this page has events of other kinds.
      return state;
  }
}

/** The life of the agent's program. */
function connected(state: SessionState, event: ConnectionEvent, at: number): SessionState {
  switch (event.type) {
    case "opened":
      return { ...state, agent: event.agent, folder: event.folder, title: event.title };
    case "starting":
      return { ...state, connection: "starting", why: null, hint: null, command: event.command, closed: false };
    case "initialised":
      return { ...state, connection: "initialised", facts: event.facts, startup_ms: event.startup_ms, sign_in: null };
    case "conversation_begun":
      return { ...state, conversation: event.conversation, sign_in: null };
    case "sign_in_needed":
      return { ...state, sign_in: event.words };
    case "disconnected": {
      const connection = event.failed ? "failed" : "disconnected";
      return { ...endedCalls(state, "failed", at), connection, why: event.why, hint: event.hint, startup_ms: null, cancelling: false };
    }
    case "closed":
      return { ...state, closed: true, deleted: state.deleted || event.deleted };
  }
}

/** What is told whole, and replaces what was told before. */
function setUp(state: SessionState, event: SetUpEvent): SessionState {
  switch (event.type) {
    case "modes_changed": return { ...state, mode: event.current, modes: event.modes };
    case "options_changed": return { ...state, options: event.options };
    case "commands_changed": return { ...state, commands: event.commands };
    case "asking_changed": return { ...state, asking: event.asking };
    case "title_changed": return { ...state, title: event.title };
    case "usage_changed": return { ...state, usage: event.usage };
    case "plan_changed": return { ...state, plan: event.entries };
    case "auto_allowed": return { ...state, auto_allow_until: event.until };
  }
}

/** The way of a person's words: queued, taken, answered or interrupted. */
function prompted(state: SessionState, event: PromptEvent, at: number): SessionState {
  switch (event.type) {
    case "prompt_queued":
      return { ...state, queue: [...state.queue, event.prompt] };
    case "prompt_changed": {
      const { id, text, attachments } = event;
      return { ...state, queue: state.queue.map((each) => (each.id === id ? { ...each, text, attachments } : each)) };
    }
    case "prompts_reordered":
      return { ...state, queue: inOrder(state.queue, event.ids) };
    case "prompt_removed":
      return { ...state, queue: state.queue.filter(({ id }) => id !== event.id) };
    case "prompt_taken":
      return taken(state, event.id, event.sent, at);
    case "prompt_answered": {
      const ended = endedPrompt(state, event.id, { state: "answered", stop_reason: event.stop_reason, why: null });
      return event.stop_reason === "cancelled" ? endedCalls(ended, "cancelled", at) : ended;
    }
    case "prompt_interrupted":
      return endedPrompt(state, event.id, { state: "interrupted", stop_reason: null, why: event.why });
    case "cancel_asked":
      return { ...endedCalls(state, "cancelled", at), cancelling: true };
  }
}

/** What stands in the ledger. */
function told(state: SessionState, event: LedgerEvent, at: number): SessionState {
  switch (event.type) {
    case "message_finished": case "call_changed": case "noticed": case "compacted": case "unknown_came":
      return withPart(state, event.part);
    case "call_judged":
      return withChange(state, event.call, (part) => (part.type === "call" ? { ...part, judgement: event.judgement } : part));
    case "item_asked": {
      const { item: id, kind, title, call } = event;
      const part: ItemPart = { type: "item", id, at, kind, title, call, state: "waiting", outcome: null };
      return { ...withPart(state, part), waiting: [...state.waiting.filter((each) => each !== id), id] };
    }
    case "item_ended": {
      const { item, state: ending, outcome } = event;
      const ended = withChange(state, item, (part) => (part.type === "item" ? { ...part, state: ending, outcome } : part));
      return { ...ended, waiting: state.waiting.filter((each) => each !== item) };
    }
    case "mark_set":
      return { ...state, marks: [...state.marks.filter(({ id }) => id !== event.mark.id), event.mark] };
    case "mark_removed":
      return { ...state, marks: state.marks.filter(({ id }) => id !== event.id) };
  }
}

/** Queued words become a part of the ledger; the marks that go along are sent with them. */
function taken(state: SessionState, id: string, sent: string, at: number): SessionState {
  const queued = state.queue.find((each) => each.id === id);
  if (queued === undefined) return state;
  const prompt: Prompt = { ...queued, state: "taken", sent };
  const marks = state.marks.map((each) => (prompt.marks.includes(each.id) ? { ...each, sent_with: id } : each));
  const next = withPart(state, { type: "prompt", id, at, prompt });
  return { ...next, queue: state.queue.filter((each) => each.id !== id), taken: id, marks };
}

/** Its turn is over. */
function endedPrompt(state: SessionState, id: string, how: Pick<Prompt, "state" | "stop_reason" | "why">): SessionState {
  const over = state.taken === id;
  const next = withChange(state, id, (part) => (part.type === "prompt" ? { ...part, prompt: { ...part.prompt, ...how } } : part));
  return { ...next, taken: over ? null : state.taken, cancelling: over ? false : state.cancelling };
}

/** Calls that have not ended do so at once; the agent may still tell more of them. */
function endedCalls(state: SessionState, status: CallStatus, at: number): SessionState {
  if (state.ledger.openCalls === 0) return state;
  return { ...state, ledger: state.ledger.withEach((part) => (part.type === "call" && isOpenCall(part) ? { ...part, status, ended_at: at } : part)) };
}

/** The ledger with a part: a new one at its end, or in the place of the one with its id, whose time it keeps. */
function withPart(state: SessionState, part: Part): SessionState {
  const known = state.ledger.part(part.id);
  if (known === undefined) return { ...state, ledger: state.ledger.withNew(part) };
  const kept = { ...part, at: known.at };
  const judged = kept.type === "call" && known.type === "call" && kept.judgement === null ? { ...kept, judgement: known.judgement } : kept;
  return withChange(state, part.id, () => judged);
}

/** The ledger with one part changed, if it is there; of two with one id the newest. */
function withChange(state: SessionState, id: string, change: (part: Part) => Part): SessionState {
  const index = state.ledger.indexOf(id);
  const part = state.ledger.at(index);
  return part === undefined ? state : { ...state, ledger: state.ledger.withPartAt(index, change(part)) };
}

/** What waits in the order that was given; what it does not name stays behind it. */
function inOrder(queue: readonly Prompt[], ids: readonly string[]): readonly Prompt[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const place = ({ id }: Prompt) => places.get(id) ?? ids.length;
  return queue.toSorted((one, other) => place(one) - place(other));
}
