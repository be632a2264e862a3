/** What reads the same, told apart without a page: old blocks carried into new ones, and quotes weighed by their surroundings. */
import { describe, expect, it } from "vitest";
import { Lookup } from "../src/overlay/highlights/candidates";
import { carry } from "../src/overlay/highlights/history";
import type { PageText } from "../src/overlay/highlights/page_text";

const CELL = 3;
const ROW = 2;

/** Rows of a name and a cell that always says the same. */
const table = (names: string) => names.split("").flatMap((name) => [name, "x"]);

function carried(before: string, after: string): string {
  const says = table(before);
  const joins = says.map((_, at) => (at % 2 === 1 ? CELL : ROW));
  const { to } = carry({ at: 0, until: Infinity, says, joins, paths: [], held: {} }, table(after));
  const names = [...to].map((is) => (is < 0 ? (is === -1 ? "-" : "?") : (table(after)[is - (is % 2)] ?? "")));
  return names.filter((_, at) => at % 2 === 1).join("");
}

describe("blocks carried from one page to the next", () => {
  it.each([
    ["abcd", "abcd", "abcd"],
    ["abcd", "zabcd", "abcd"],
    ["abcd", "abzcd", "abcd"],
    ["abcd", "dcba", "abcd"],
    ["abcd", "bd", "-b-d"],
    ["abcd", "", "----"],
  ])("%s to %s", (before, after, expected) => expect(carried(before, after)).toBe(expected));

  it("does not guess among rows that say nothing else", () => {
    const seen = { at: 0, until: Infinity, says: ["x", "x"], joins: [0, 2], paths: [], held: {} };
    expect([...carry(seen, ["x", "x", "x"]).to]).toEqual([-2, -2]);
    expect([...carry(seen, ["x", "x"]).to]).toEqual([0, 1]);
  });
});

const lookup = (text: string) => {
  const page = { root: null, text, nodes: [], starts: [0], inBlock: [-1], paths: [], blocks: [], told: [] };
  return new Lookup(page as unknown as PageText);
};

describe("a quote between its surroundings", () => {
  it("takes the place with the longest contexts, and all of several alike", () => {
    const found = lookup("one word here, two word there, two word there");
    expect(found.best({ quote: "word", before: "one ", after: " here" })).toMatchObject({ places: [[4, 8]], exact: true });
    expect(found.best({ quote: "word", before: "two ", after: " there" }).places).toEqual([
      [19, 23],
      [35, 39],
    ]);
  });

  it("wants three parts in ten of the context", () => {
    const found = lookup("the word stands");
    expect(found.best({ quote: "word", before: "123456the ", after: "" })).toMatchObject({ enough: true, exact: false });
    expect(found.best({ quote: "word", before: "1234567890123 ", after: "" }).enough).toBe(false);
  });

  it("finds the smallest gap between both contexts first, and none over 500 characters", () => {
    const found = lookup(`abc 1 xyz abc 22 xyz abc${"-".repeat(600)}xyz`);
    expect(found.seams({ quote: "", before: "abc", after: "xyz" })).toEqual([
      [3, 6],
      [13, 17],
    ]);
    expect(found.seams({ quote: "", before: "ab", after: "xyz" })).toEqual([]);
  });
});
