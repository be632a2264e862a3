import { describe, expect, it } from "vitest";
import type { SessionState } from "../src/wire/types.gen";
import { EMPTY_SESSION, reduced, type TimedEvent } from "../src/state/sessions/reducer";

interface Case {
  case: string;
  events: TimedEvent[];
  state: SessionState;
}

/** The same files as tests/unit/sessions/test_vectors.py reads. */
const FILES = import.meta.glob<Case[]>("../../tests/vectors/sessions/*.json", { eager: true, import: "default" });

describe.each(Object.entries(FILES))("the fold, by %s", (_, cases) => {

  it.each(cases.map((each) => [each.case, each] as const))("%s", (_, { events, state }) => {
    expect(events.reduce(reduced, EMPTY_SESSION)).toEqual(state);
  });

  it("leaves the states before untouched", () => {
    for (const { events } of cases) {
      const before = events.slice(0, -1).reduce(reduced, EMPTY_SESSION);
      const copy = structuredClone(before);
      for (const each of events.slice(-1)) reduced(before, each);
      expect(before).toEqual(copy);
    }
  });
});

describe("the fold", () => {
  it("counts an event of a newer hub, and changes nothing else", () => {
    const event = { at: 1, event: { type: "levitated", height: 3 } } as unknown as TimedEvent;
    expect(reduced(EMPTY_SESSION, event)).toEqual({ ...EMPTY_SESSION, number: 1 });
  });
});
