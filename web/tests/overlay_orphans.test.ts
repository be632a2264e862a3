/** When the panel gives up on an annotation that the page has lost, told by a clock that a test moves. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { trackOrphans, type Orphans } from "../src/overlay/orphans";
import { statusOf } from "../src/overlay/status";
import type { Annotation } from "../src/overlay/types";

const one = (id: string, more: object = {}) => ({ id, type: "text", ...more }) as Annotation;

let due: string[] = [];
let orphans: Orphans;
const says = (id: string) => orphans.whereabouts(one(id), "missing");

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
  due = [];
  orphans = trackOrphans(() => due.push(["a", "b", "c"].map(says).join()));
  for (const id of ["a", "b", "c"]) orphans.heard(id, "found");
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("grace", () => {
  it("ends for each at its own time, and each end is told", () => {
    orphans.heard("a", "searching");
    vi.advanceTimersByTime(5_000);
    orphans.heard("b", "missing");
    vi.advanceTimersByTime(9_999);
    expect(due).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(due).toEqual(["orphaned,checking,checking"]);
    vi.advanceTimersByTime(2_000);
    orphans.heard("c", "missing");
    vi.advanceTimersByTime(3_000);
    expect(due.slice(1)).toEqual(["orphaned,orphaned,checking"]);
    vi.advanceTimersByTime(12_000);
    expect(due.slice(2)).toEqual(["orphaned,orphaned,orphaned"]);
    vi.advanceTimersByTime(100_000);
    expect(due).toHaveLength(3);
  });

  it("runs from when the words went, not from when somebody looked, and once", () => {
    orphans.heard("a", "searching");
    vi.advanceTimersByTime(14_999);
    orphans.heard("a", "missing");
    expect(says("a")).toBe("checking");
    vi.advanceTimersByTime(1);
    expect(says("a")).toBe("orphaned");
  });

  it("begins anew with a change from elsewhere, and is over with the words", () => {
    orphans.heard("a", "missing");
    orphans.heard("b", "missing");
    vi.advanceTimersByTime(15_000);
    orphans.onStoreChanged();
    orphans.heard("b", "found");
    expect(says("a")).toBe("checking");
    vi.advanceTimersByTime(15_000);
    expect(due).toHaveLength(2);
    orphans.heard("b", "missing");
    expect([says("a"), says("b")]).toEqual(["orphaned", "checking"]);
  });

  it("is for what was there before, and without end for what an agent works on", () => {
    expect(orphans.whereabouts(one("never"), "missing")).toBe("orphaned");
    expect(orphans.whereabouts(one("never"), "searching")).toBe("here");
    expect(orphans.whereabouts(one("never", { status: "in_progress" }), "missing")).toBe("checking");
  });
});

describe("status", () => {
  it.each([
    [{}, "open"],
    [{ status: "" }, "open"],
    [{ status: "wontfix" }, "open"],
    [{ status: "wontfix", resolvedAt: "2026-01-01" }, "open"],
    [{ status: "toString" }, "open"],
    [{ status: "in_progress" }, "in_progress"],
    [{ status: "addressed" }, "addressed"],
    [{ status: "resolved" }, "addressed"],
    [{ status: "", resolvedAt: "2026-01-01" }, "addressed"],
    [{ resolvedAt: "2026-01-01" }, "addressed"],
  ])("%j is %s", (more, status) => expect(statusOf(one("a", more))).toBe(status));
});
