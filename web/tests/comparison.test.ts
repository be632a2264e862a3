import { describe, expect, it } from "vitest";
import { blockWords, figuresOf, roundFigures, roundOf, sinceBefore, spokenWords } from "../src/state/comparison";
import type { Annotation, ComparisonSummary } from "../src/wire/types.gen";

const NOTHING: ComparisonSummary = { words_added: 0, words_removed: 0, blocks_changed: 0, blocks_added: 0, blocks_removed: 0, blocks_moved: 0, blocks_split: 0 };
const line = (changes: Partial<ComparisonSummary>) => figuresOf({ ...NOTHING, ...changes }).map(([count, words]) => `${count} ${words}`).join(", ");

function mark(changes: Partial<Annotation>): Annotation {
  return {
    id: "an_1",
    review: "rv_1",
    revision: 1,
    live_on: 2,
    kind: "comment",
    words: "How many?",
    text: "",
    label: null,
    tip: null,
    images: [],
    author: null,
    chosen: true,
    quote: "customers",
    status: "open",
    sent: true,
    version: 1,
    created_at: "",
    changed_at: "",
    place: null,
    position: 0,
    lines: null,
    occurrence: [1, 1],
    fate: "there",
    reads_now: null,
    hint: null,
    placed_on: 1,
    removed: false,
    ...changes,
  };
}

const MARKS = [mark({ status: "addressed" }), mark({ status: "addressed", fate: "changed" }), mark({ fate: "changed" }), mark({ fate: "gone" })];

describe("the line under a comparison's title", () => {
  it("counts words and what moved", () => {
    expect(line({ words_added: 52, words_removed: 14, blocks_moved: 1, blocks_changed: 4 })).toBe("52 words added, 14 removed, 1 block moved");
    expect(line({ words_removed: 1 })).toBe("1 word removed");
    expect(line({ words_added: 1, blocks_split: 2 })).toBe("1 word added, 2 blocks split");
  });

  it("says what changed when no word did", () => {
    expect(line({ blocks_changed: 2 })).toBe("2 blocks changed");
    expect(line({})).toBe("");
    expect(blockWords(NOTHING)).toBe("nothing changed");
  });

  it("says what became of the last round's marks", () => {
    const round = roundOf(MARKS);
    expect(round).toEqual({ marks: 4, number: 2, done: 0, addressed: 2, changed: 1, lost: 1 });
    expect(round && roundFigures(round)).toEqual({ of: "4 marks of round 2", figures: [[2, "addressed"], [1, "changed"], [1, "lost"]] });
    const done = roundOf([mark({ status: "addressed", fate: "done" }), mark({ status: "open", fate: "gone" }), mark({ status: "addressed" })]);
    expect(done && roundFigures(done).figures).toEqual([[1, "done as asked"], [1, "addressed"], [1, "lost"]]);
    expect(roundOf([])).toBeNull();
    expect(roundOf([mark({}), mark({ live_on: 1 })])?.number).toBeNull();
  });

  it("is spoken in one sentence", () => {
    const summary = { ...NOTHING, words_added: 9, blocks_changed: 4, blocks_moved: 1 };
    expect(spokenWords(summary, [mark({ fate: "changed" }), mark({ fate: "gone" }), mark({})])).toBe("4 blocks changed, 1 moved, 2 of your 3 marks touched");
    expect(spokenWords(summary, [])).toBe("4 blocks changed, 1 moved");
  });
});

describe("what is compared", () => {
  it("is a revision with the one before it", () => {
    expect(sinceBefore(3)).toEqual([2, 3]);
    expect(sinceBefore(1)).toEqual([1, 2]);
  });
});
