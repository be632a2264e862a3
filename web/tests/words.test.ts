import { describe, expect, it } from "vitest";
import { amid, clockTime, countdown, dayName, exactTime, plural, shortDayName, shortDigest, spanWords, toldApart, tookWords, travelWords, whenWords } from "../src/state/words";
import { nextWait } from "../src/wire/feed";

describe("times in words", () => {
  it("count up in steps a person would say", () => {
    expect([30_000, 60_000, 3_599_000, 7_200_000, 200_000_000].map(spanWords)).toEqual(["under 1 min", "1 min", "59 min", "2 h", "2 d"]);
    expect([400, 9000, 360_000].map(tookWords)).toEqual(["0 s", "9 s", "6 min"]);
    expect([11, 1400, 59_000].map(travelWords)).toEqual(["11 ms", "1.4 s", "59 s"]);
  });

  it("count down in figures and never below nothing", () => {
    expect([41_000, 40_001, 300_000, -5].map(countdown)).toEqual(["0:41", "0:41", "5:00", "0:00"]);
  });

  it("name the hour in figures and another day in words", () => {
    const local = (...parts: [number, number, number, number, number, number]) => new Date(...parts).toISOString();
    const then = local(2026, 10, 21, 9, 5, 7);
    const week = Date.parse(then) + 6 * 86_400_000;
    expect([clockTime(then), exactTime(then), dayName(then)]).toEqual(["09:05", "09:05:07", "Saturday 21 November"]);
    expect([whenWords(then, Date.parse(then)), whenWords(then, week)]).toEqual(["09:05", "21 Nov, 09:05"]);
    expect([shortDayName(then, Date.parse(then)), shortDayName(then, week), shortDayName(then, week + 86_400_000)]).toEqual(["Today", "Sat 21", "21 Nov"]);
  });

  it("shorten a digest and count nouns", () => {
    expect(shortDigest("7f3a91c0ff")).toBe("7f3a 91c0");
    expect([plural(1, "plan"), plural(2, "plan")]).toEqual(["1 plan", "2 plans"]);
  });
});

describe("names of panes", () => {
  it("are told apart by their place", () => {
    expect(toldApart(["Plan: A", "Journal", "Plan: A", "Plan: A"])).toEqual(["Plan: A", "Journal", "Plan: A, pane 3", "Plan: A, pane 4"]);
  });
});

describe("the feed", () => {
  it("waits longer after each failure, up to a limit", () => {
    expect([250, 500, 4000].map(nextWait)).toEqual([500, 1000, 4000]);
  });
});

describe("who asks", () => {
  it.each([
    ["An MCP client", "an MCP client"],
    ["A tool", "a tool"],
    ["Another", "Another"],
    ["Claude Code", "Claude Code"],
  ])("is %s at the beginning of a sentence and %s in the middle", (name, within) => {
    expect(amid(name)).toBe(within);
  });
});
