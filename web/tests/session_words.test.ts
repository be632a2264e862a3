import { describe, expect, it } from "vitest";
import { tailOf, type ClosedBlock } from "../src/state/sessions/open_part";
import { countAfterFrame, FRAME, goesOn, heightOf, STRETCH, stretchesOf } from "../src/state/sessions/stretches";

const block = (size: number, letter = "x"): ClosedBlock => ({ html: letter.repeat(size), text: "" });
const unset = (text: string): ClosedBlock => ({ html: null, text });
const many = (count: number, size: number) => Array.from({ length: count }, (_, at) => block(size, String(at % 10)));

describe("what is drawn in one frame", () => {
  it("is all of a short message at once", () => {
    expect(countAfterFrame(many(30, 200), 0)).toBe(30);
  });

  it("is as much of a long one as is laid out quickly, and the rest frame by frame", () => {
    const blocks = many(12, FRAME / 2);
    expect(countAfterFrame(blocks, 0)).toBe(2);
    expect(countAfterFrame(blocks, 2)).toBe(4);
    expect(countAfterFrame(blocks, 12)).toBe(12);
  });

  it("is one block at least, however long it is", () => {
    expect(countAfterFrame([block(10 * FRAME), block(10)], 0)).toBe(1);
    expect(countAfterFrame([unset("x".repeat(10 * FRAME)), block(10)], 0)).toBe(1);
  });

  it("is no more than there is where blocks have gone", () => {
    expect(countAfterFrame(many(3, 10), 8)).toBe(3);
  });
});

describe("stretches", () => {
  it("hold every block once, in order", () => {
    const blocks = [...many(200, 700), block(3 * STRETCH), ...many(5, 1)];
    expect(stretchesOf(blocks).flat()).toEqual(blocks);
  });

  it("stay as they are when more blocks come, but for the last one", () => {
    const blocks = many(150, 900);
    const before = stretchesOf(blocks.slice(0, 90));
    expect(stretchesOf(blocks).slice(0, before.length - 1)).toEqual(before.slice(0, -1));
  });
});

describe("the height of blocks", () => {
  it("is guessed from their length, in doublings of a line", () => {
    expect(heightOf([block(5)])).toBe(0);
    expect(heightOf([block(600)])).toBe(2);
    expect(heightOf([block(24_000)])).toBe(7);
    expect(heightOf([unset("x".repeat(2600))])).toBe(5);
    expect(heightOf(many(40, 600))).toBe(7);
  });

  it("has a largest one, as the style sheet has", () => {
    expect(heightOf([block(10_000_000)])).toBe(9);
  });
});

describe("a message that has ended", () => {
  it("goes on as it was written where its blocks are the same, and what was too long for a whisper is there now", () => {
    expect(goesOn([block(3), unset("long")], [block(3), block(9), block(4)])).toBe(true);
    expect(goesOn([], many(3, 5))).toBe(true);
  });

  it("is drawn anew where a block has changed or is gone", () => {
    expect(goesOn([block(3, "a")], [block(3, "b")])).toBe(false);
    expect(goesOn(many(3, 5), many(2, 5))).toBe(false);
  });

  it("ends with the words that nobody has whispered", () => {
    const open = { id: "m", voice: "agent", at: 0, blocks: [block(3)], tail_at: 5, tail: "Two wo" };
    expect(tailOf(open, "One\n\nTwo words.")).toBe("Two words.");
    expect(tailOf(open, "")).toBe("Two wo");
    expect(tailOf(open, "Something else altogether")).toBe("Two wo");
  });
});
