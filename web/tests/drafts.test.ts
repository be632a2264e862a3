import { describe, expect, it } from "vitest";
import { readWords, wordsBeside, type Words } from "../src/state/drafts/answers";

const mine: Words = { text: "Words of this browser", kind: "changes_requested", revision: 1, version: 2, saved_at: null, state: "local", other: null };

describe("what a browser keeps", () => {
  it("is read only if it is a draft", () => {
    expect(readWords({ text: "a", version: 3, at_hub: true })).toMatchObject({ text: "a", version: 3, state: "kept", kind: "changes_requested", other: null });
    for (const broken of [null, "a", {}, { text: 3 }]) expect(readWords(broken)).toBeNull();
  });

  it("comes back with the words of another browser that nobody has looked at", () => {
    expect(readWords({ text: "a", other: "theirs" })?.other).toBe("theirs");
    expect(readWords({ text: "a", other: 3 })?.other).toBeNull();
  });
});

describe("newer words at the hub", () => {
  it("stand beside our own, never under them", () => {
    expect(wordsBeside(mine, "Words of another", null)).toBe("Words of another");
  });

  it("are nothing new when ours hold them, when there are none, or when this tab sent them", () => {
    for (const theirs of ["Words of this", " ", "Words of this browser\n"]) expect(wordsBeside(mine, theirs, null)).toBeNull();
    expect(wordsBeside({ ...mine, text: "Words of" }, "Words of this", "Words of this")).toBeNull();
  });

  it("do not push out those that already stand beside ours", () => {
    expect(wordsBeside({ ...mine, other: "Words of another" }, "", null)).toBe("Words of another");
  });
});
