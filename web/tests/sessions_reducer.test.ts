import { describe, expect, it } from "vitest";
import type { SessionState } from "../src/wire/types.gen";
import { EMPTY_SESSION } from "./session.sample";
import { reduced, type TimedEvent } from "../src/state/sessions/reducer";

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
    const begun = start ?? EMPTY_SESSION;
    const copy = structuredClone(begun);
    expect(events.reduce(reduced, begun)).toEqual(expected);
    expect(begun).toEqual(copy);
  });
});
