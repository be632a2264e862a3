/** A mark to start from in tests. */
import type { Annotation } from "../src/wire/types.gen";

export function mark(changes: Partial<Annotation> = {}): Annotation {
  return {
    id: "an_1",
    review: "rv_1",
    revision: 1,
    live_on: 1,
    kind: "comment",
    words: "Which query?",
    text: "",
    label: null,
    tip: null,
    images: [],
    quote: "212 customers",
    status: "open",
    sent: false,
    version: 1,
    created_at: "2026-11-22T01:00:00.000Z",
    changed_at: "2026-11-22T01:00:00.000Z",
    place: { start_block: "b3", start: 5, end_block: "b3", end: 18 },
    position: 40,
    lines: [4, 4],
    occurrence: [1, 1],
    fate: null,
    reads_now: null,
    hint: null,
    placed_on: 1,
    removed: false,
    author: null,
    chosen: true,
    ...changes,
  };
}
