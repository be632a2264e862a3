import { describe, expect, it } from "vitest";
import { below, beside, covers, marksOn, quoteOf, stretchTo, stretchWords, type CodeLine, type Fold } from "../src/state/sessions/differences";
import type { CodeRow, DiffMark } from "../src/wire/types.gen";

const row = (kind: CodeRow["kind"], old: number | null, fresh: number | null, lines = 1): CodeRow => ({
  kind, old, new: fresh, was: old === null ? "" : `old ${old}`, now: fresh === null ? "" : `new ${fresh}`, lines,
});
const ROWS = [row("fold", 1, 1, 7), row("same", 8, 8), row("changed", 9, 9), row("removed", 10, null), row("added", null, 10), row("same", 11, 11)];
const words = (line: CodeLine | Fold) => ("lines" in line ? `fold ${line.lines}` : `${line.kind} ${line.side} ${line.number}`);
const mark = (id: string, sent_with: string | null = null, call = "c"): DiffMark => ({
  id, call, path: "/p/a.py", side: "new", first_line: 2, last_line: 3, quote: "b\nc", words: id, sent_with,
});

describe("lines of a difference", () => {
  it("stand below each other, first all that go, then all that come", () => {
    expect(below(ROWS).map(words)).toEqual([
      "fold 7", "same new 8", "removed old 9", "removed old 10", "added new 9", "added new 10", "same new 11",
    ]);
  });

  it("stand beside each other, each in its own column", () => {
    const pairs = beside(ROWS).map((pair) => ("lines" in pair ? "fold" : [pair.was && words(pair.was), pair.now && words(pair.now)].join(" | ")));
    expect(pairs).toEqual([
      "fold", "same old 8 | same new 8", "removed old 9 | added new 9", "removed old 10 | ", " | added new 10", "same old 11 | same new 11",
    ]);
  });
});

describe("chosen lines", () => {
  it("reach from the first to the last, in either direction", () => {
    const up = stretchTo({ side: "new", first: 4, last: 6 }, { side: "new", number: 2 });
    expect(up).toEqual({ side: "new", first: 2, last: 6 });
    expect(covers(up, { side: "new", number: 3 })).toBe(true);
    expect(covers(up, { side: "old", number: 3 })).toBe(false);
  });

  it("begin anew in the other text", () => {
    expect(stretchTo({ side: "new", first: 4, last: 6 }, { side: "old", number: 2 })).toEqual({ side: "old", first: 2, last: 2 });
  });

  it("are quoted to the letter", () => {
    const texts = { old: "a\nb\n", new: "a\r\nb  \nc" };
    expect(quoteOf(texts, { side: "new", first: 1, last: 2 })).toBe("a\r\nb  ");
    expect(quoteOf(texts, { side: "new", first: 3, last: 4 })).toBeNull();
    expect(stretchWords({ side: "old", first: 2, last: 2 })).toBe("line 2 of the old text");
  });
});

describe("marks on a difference", () => {
  it("are numbered among all that wait to be sent", () => {
    const found = marksOn([mark("a", "pr_1"), mark("b", null, "other"), mark("c")], "c", "/p/a.py");
    expect(found.map(({ mark: { id }, number }) => [id, number])).toEqual([["a", null], ["c", 2]]);
  });
});
