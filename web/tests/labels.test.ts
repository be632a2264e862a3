import { describe, expect, it } from "vitest";
import { cannotKeep, LONGEST_LABEL, MOST_LABELS, moveLabel, withLabel, withoutLabel } from "../src/state/labels";

const labels = ["Too vague", "Needs a test", "Out of scope"].map((label) => ({ label, tip: "" }));
const names = (list: readonly { label: string }[]) => list.map(({ label }) => label);

describe("quick labels", () => {
  it("are added at the end, changed in place, taken away and moved", () => {
    expect(names(withLabel(labels, { label: " Risky ", tip: "" }, null))).toEqual(["Too vague", "Needs a test", "Out of scope", "Risky"]);
    expect(names(withLabel(labels, { label: "Vague", tip: "" }, 0))).toEqual(["Vague", "Needs a test", "Out of scope"]);
    expect(names(withoutLabel(labels, 1))).toEqual(["Too vague", "Out of scope"]);
    expect(names(moveLabel(labels, 2, -1))).toEqual(["Too vague", "Out of scope", "Needs a test"]);
    expect(names(moveLabel(labels, 0, -1))).toEqual(names(labels));
  });

  it("need a name of their own", () => {
    expect(cannotKeep(labels, { label: "  ", tip: "" }, null)).not.toBeNull();
    expect(cannotKeep(labels, { label: "too VAGUE", tip: "" }, null)).not.toBeNull();
    expect(cannotKeep(labels, { label: "looks good", tip: "" }, null)).not.toBeNull();
    expect(cannotKeep(labels, { label: "Too vague", tip: "Say which." }, 0)).toBeNull();
    expect(cannotKeep(labels, { label: "x".repeat(LONGEST_LABEL + 1), tip: "" }, null)).not.toBeNull();
  });

  it("are no more than the hub keeps", () => {
    const full = Array.from({ length: MOST_LABELS }, (_, at) => ({ label: `Label ${at}`, tip: "" }));
    expect(cannotKeep(full, { label: "One more", tip: "" }, null)).toBe("At most 20 labels");
    expect(cannotKeep(full, { label: "Another name", tip: "" }, 3)).toBeNull();
  });
});
