import { describe, expect, it } from "vitest";
import type { SessionState } from "../src/wire/types.gen";
import { EMPTY_SESSION } from "./session.sample";
import { LedgerParts } from "../src/state/sessions/ledger";
import type { Part } from "../src/state/sessions/model";
import { reduced, type SessionState as FoldedState, type TimedEvent } from "../src/state/sessions/reducer";

interface Vector {
  description: string;
  start?: SessionState;
  events: TimedEvent[];
  expected: SessionState;
}

/** The same files as tests/unit/sessions/test_vectors.py reads. */
const VECTORS = import.meta.glob<Vector>("../../tests/vectors/sessions/*.json", { eager: true, import: "default" });

describe("the fold of a session", () => {
  it.each(Object.values(VECTORS).map((each) => [each.description, each] as const))("%s", (_, { start, events, expected }) => {
    const begun = folding(start ?? EMPTY_SESSION);
    const copy = structuredClone(onWire(begun));
    expect(onWire(fold(events, begun))).toEqual(expected);
    expect(onWire(begun)).toEqual(copy);
  });
});

const folding = (state: SessionState, earlier = 0): FoldedState => ({ ...state, ledger: LedgerParts.of(state.ledger, earlier) });
const onWire = (state: FoldedState): SessionState => ({ ...state, ledger: [...state.ledger] });
const fold = (events: readonly TimedEvent[], start: FoldedState) => events.reduce<FoldedState>(reduced, start);

const notice = (id: string, title = ""): Part => ({ type: "notice", id, at: 1, severity: "info", title, description: null, by_desk: false });
const call = (id: string, status: "in_progress" | "completed" = "in_progress"): Part & { type: "call" } => ({
  type: "call", id, at: 1, title: "Read", name: null, kind: "read", status, outputs: [], locations: [], raw_input: null, raw_output: null,
  ended_at: null, judgement: null, replayed: false,
});
const told = (id: string, status: "in_progress" | "completed" = "in_progress"): TimedEvent => ({ at: 9, event: { type: "call_changed", part: call(id, status) } });
const ids = (ledger: LedgerParts) => Array.from(ledger, ({ id }) => id);

describe("the ledger of a session", () => {
  it.each([0, 1, 255, 256, 257, 700])("of %i parts is read as an array is", (count) => {
    const parts = Array.from({ length: count }, (_, at) => notice(`n${at}`));
    const ledger = parts.reduce((grown, part) => grown.withNew(part), LedgerParts.of([]));
    expect([...ledger]).toEqual(parts);
    expect([ledger.length, ledger.slice(0), ledger.slice(255), ledger.at(count), ledger.at(-1)]).toEqual([count, parts, parts.slice(255), undefined, undefined]);
    expect(parts.map(({ id }) => ledger.indexOf(id))).toEqual(parts.map((_, at) => at));
    expect([...LedgerParts.of(parts)]).toEqual(parts);
  });

  it("shares with another that goes on from the same one, and is not disturbed by it", () => {
    const begun = fold(Array.from({ length: 300 }, (_, at) => told(`c${at}`)), folding(EMPTY_SESSION));
    const [one, other] = [reduced(begun, told("one")), reduced(begun, told("c7", "completed"))];
    expect([begun, one, other].map(({ ledger }) => [ledger.length, ledger.openCalls, ledger.indexOf("one")])).toEqual([[300, 300, -1], [301, 301, 300], [300, 299, -1]]);
    const ended = reduced(one, { at: 9, event: { type: "cancel_asked" } });
    expect([ended.ledger.openCalls, one.ledger.openCalls, ended.ledger.length]).toEqual([0, 301, 301]);
  });

  it("leaves what stands before it where it stands", () => {
    const state = folding({ ...EMPTY_SESSION, ledger: [call("c10"), call("c11")] }, 10);
    const after = fold([{ ...told("c3", "completed"), place: 3 }, { ...told("c11", "completed"), place: 11 }, { ...told("c12"), place: 12 }], state);
    expect([ids(after.ledger), after.number]).toEqual([["c10", "c11", "c12"], 3]);
    expect(after.ledger.part("c11")).toMatchObject({ status: "completed" });
    const whole = after.ledger.withEarlier([call("c8"), call("c9")], 8);
    expect([ids(whole), whole.earlier, whole.indexOf("c12")]).toEqual([["c8", "c9", "c10", "c11", "c12"], 8, 4]);
  });

  it("costs an event the same however long it is", () => {
    const cost = (parts: number) => {
      const events = Array.from({ length: 2 * parts }, (_, at) => told(`c${at % parts}`, at < parts ? "in_progress" : "completed"));
      const begun = performance.now();
      fold(events, folding(EMPTY_SESSION));
      return (performance.now() - begun) / events.length;
    };
    const least = (parts: number) => Math.min(cost(parts), cost(parts), cost(parts));
    least(1000);
    expect(least(20_000)).toBeLessThan(5 * least(1000));
  });
});
