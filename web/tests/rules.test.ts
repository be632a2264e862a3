import { describe, expect, it } from "vitest";
import { alike, effectWords, endsFor, inOrder, piecesOf } from "../src/state/rules";
import type { RuleLayer, TurnedCall } from "../src/wire/types.gen";
import { NOW } from "./sample";

describe("the effect of a draft", () => {
  const effect = { days: 30, calls: 1200, asked_less: 0, asked_more: 0, let_through: [], refused: [] };
  it("is said in times", () => {
    expect(effectWords({ ...effect, asked_less: 41 })).toBe("Against the 1,200 calls of the last 30 days it would have asked 41 times less.");
    expect(effectWords({ ...effect, asked_less: 1, asked_more: 2 })).toContain("asked once less and 2 times more.");
    expect(effectWords(effect)).toContain("as often as now");
    expect(effectWords({ ...effect, calls: 0 })).toBe("Nothing was decided in the last 30 days.");
  });

  it("names a call that was asked for several times once", () => {
    const call = (id: string, more: Partial<TurnedCall> = {}): TurnedCall => ({ id, title: "rm -rf build", agent_name: "Claude Code", workspace_name: "web-store", at: "", outcome: "denied", why: "x", ...more });
    expect(alike([call("b"), call("a"), call("c", { outcome: "expired" })]).map(({ call: { id }, count }) => [id, count])).toEqual([["b", 2], ["c", 1]]);
  });
});

describe("modes", () => {
  it("have an end, but for asking", () => {
    expect(endsFor("ask", NOW)[0]).toEqual({ words: "until I choose another", until: null });
    for (const mode of ["edits", "read-only", "unattended"] as const) {
      expect(endsFor(mode, NOW).every(({ until }) => until !== null && Date.parse(until) > NOW)).toBe(true);
    }
  });

  it("do not end at midnight where that is near", () => {
    const late = new Date(2026, 10, 21, 23, 30).getTime();
    const early = new Date(2026, 10, 21, 9, 0).getTime();
    const words = (at: number) => endsFor("edits", at).map((end) => end.words);
    expect([words(late).includes("until midnight"), words(early).includes("until midnight")]).toEqual([false, true]);
  });
});

it("what stands between back-ticks is set apart", () => {
  expect(piecesOf("Deny reading `~/.ssh/**` always")).toEqual([{ words: "Deny reading ", mono: false }, { words: "~/.ssh/**", mono: true }, { words: " always", mono: false }]);
});

it("the person's layer is there without rules, the project's only with some", () => {
  const layer = (source: RuleLayer["source"]): RuleLayer => ({ source, sha256: "", trusted: true, failure: "", rules: [] });
  expect(inOrder([layer("built-in"), layer("built-in")]).map(({ source, layers }) => [source, layers.length])).toEqual([["user", 0], ["built-in", 2]]);
  expect(inOrder([layer("project"), layer("user")]).map(({ source }) => source)).toEqual(["user", "project"]);
});
