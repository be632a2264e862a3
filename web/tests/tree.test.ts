import { describe, expect, it } from "vitest";
import { bordersOf, insertBeside, moveBorder, movePane, narrowest, neighbourOf, panesOf, readTree, rectanglesOf, removePane, SMALLEST_SHARE, type Edge, type Tree } from "../src/state/split_tree";

const one: Tree = { pane: "a" };
const two = insertBeside(one, "a", "right", "b");
const three = insertBeside(two, "b", "bottom", "c");

const area = (tree: Tree) => [...rectanglesOf(tree).values()].reduce((sum, { width, height }) => sum + width * height, 0);

describe("a split tree", () => {
  it("puts a new pane on the asked side", () => {
    const sides: [Edge, string[]][] = [["left", ["b", "a"]], ["right", ["a", "b"]], ["top", ["b", "a"]], ["bottom", ["a", "b"]]];
    for (const [edge, order] of sides) expect(panesOf(insertBeside(one, "a", edge, "b"))).toEqual(order);
  });

  it("adds to a split of the same direction instead of nesting", () => {
    const row = insertBeside(two, "b", "right", "c");
    expect(row).toEqual({ direction: "row", children: [{ pane: "a" }, { pane: "b" }, { pane: "c" }], shares: [0.5, 0.25, 0.25] });
  });

  it("covers the whole desk whatever was done to it", () => {
    const trees = [one, two, three, movePane(three, "c", "a", "left"), moveBorder(three, [], 0, 0.7), removePane(three, "a")];
    for (const tree of trees) expect(tree === null ? 0 : area(tree)).toBeCloseTo(1);
  });

  it("gives the space of a closed pane to its neighbours", () => {
    expect(removePane(two, "a")).toEqual({ pane: "b" });
    expect(removePane(one, "a")).toBeNull();
    const rest = removePane(insertBeside(two, "b", "right", "c"), "b");
    expect(rest).toMatchObject({ shares: [2 / 3, 1 / 3] });
  });

  it("flattens what closing leaves behind", () => {
    const nested: Tree = { direction: "row", shares: [0.5, 0.5], children: [{ pane: "a" }, { direction: "column", shares: [0.5, 0.5], children: [{ direction: "row", shares: [0.5, 0.5], children: [{ pane: "b" }, { pane: "c" }] }, { pane: "d" }] }] };
    expect(removePane(nested, "d")).toEqual({ direction: "row", children: [{ pane: "a" }, { pane: "b" }, { pane: "c" }], shares: [0.5, 0.25, 0.25] });
  });

  it("never lets a border squeeze a pane away", () => {
    for (const share of [-1, 0, 2]) {
      const widths = [...rectanglesOf(moveBorder(two, [], 0, share)).values()].map(({ width }) => width);
      expect(Math.min(...widths)).toBeCloseTo(SMALLEST_SHARE);
    }
  });

  it("names every border once, where the neighbours meet", () => {
    expect(bordersOf(three).map(({ path, index, direction }) => [path, index, direction])).toEqual([[[], 0, "row"], [[1], 0, "column"]]);
    expect(bordersOf(three)[1]).toMatchObject({ at: { left: 0.5, top: 0.5 }, before: 0.5, span: 1 });
  });

  it("finds the neighbour on a side", () => {
    expect(neighbourOf(three, "a", "right")).toBe("b");
    expect(neighbourOf(three, "c", "left")).toBe("a");
    expect(neighbourOf(three, "b", "bottom")).toBe("c");
    expect(neighbourOf(three, "a", "left")).toBeNull();
  });

  it("knows how narrow the narrowest pane is", () => {
    expect(narrowest(insertBeside(two, "b", "right", "c"))).toBeCloseTo(0.25);
  });

  it("reads back what it wrote, and nothing else", () => {
    expect(readTree(JSON.parse(JSON.stringify(three)))).toEqual(three);
    for (const broken of [null, 3, {}, { pane: 1 }, { direction: "up", children: [], shares: [] }, { direction: "row", children: [{ pane: "a" }], shares: [1] }]) {
      expect(readTree(broken)).toBeNull();
    }
  });
});
