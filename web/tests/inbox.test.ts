import { afterEach, describe, expect, it, vi } from "vitest";
import { loadReview, revisionsOf } from "../src/state/decisions";
import { byUrgency, countdownOf, countWaiting, endedQuietly, groupByWorkspace, inOrder, isListed, itemWords } from "../src/state/inbox";
import { ago, NOW, review } from "./sample";

describe("the inbox", () => {
  it("lists the soonest to expire first, then the oldest, then what has ended", () => {
    const soon = review({ id: "soon", expires_at: ago(-60_000), opened_at: ago(1000) });
    const old = review({ id: "old", expires_at: null, opened_at: ago(900_000) });
    const young = review({ id: "young", expires_at: null, opened_at: ago(1000) });
    const ended = review({ id: "ended", status: "decided", verdict: "expired", expires_at: ago(0) });
    expect([ended, young, old, soon].sort(byUrgency).map(({ id }) => id)).toEqual(["soon", "old", "young", "ended"]);
  });

  it("groups by workspace in the order of the most urgent item", () => {
    const late = review({ id: "late", workspace: "/b", workspace_name: "b", expires_at: ago(-1000) });
    const groups = groupByWorkspace([review(), late, review({ id: "rv_2", opened_at: ago(1) })]);
    expect(groups.map(({ name, items }) => [name, items.map(({ id }) => id)])).toEqual([["b", ["late"]], ["web-store", ["rv_1", "rv_2"]]]);
    expect(inOrder(groups)).toHaveLength(3);
  });

  it("keeps two workspaces of the same name apart", () => {
    expect(groupByWorkspace([review(), review({ id: "x", workspace: "/elsewhere/web-store" })])).toHaveLength(2);
  });

  it("keeps what ended without the person until it was noticed", () => {
    const expired = review({ status: "decided", verdict: "expired" });
    expect(isListed(expired, new Set())).toBe(false);
    expect(isListed(expired, new Set(["rv_1"]))).toBe(true);
    expect(endedQuietly(expired)).toBe(true);
    expect(endedQuietly(review({ status: "decided", verdict: "approved", delivery: "kept" }))).toBe(true);
    expect(endedQuietly(review({ status: "decided", verdict: "approved", delivery: "received" }))).toBe(false);
    expect(countWaiting([expired, review()])).toBe(1);
  });

  it("shows a ring only when the end is near, and heeds the last seconds", () => {
    expect(countdownOf(review(), NOW)).toBeNull();
    expect(countdownOf(review({ expires_at: null }), NOW)).toBeNull();
    expect(countdownOf(review({ expires_at: ago(-150_000) }), NOW)).toEqual({ left_ms: 150_000, share: 0.5, heed: false });
    expect(countdownOf(review({ expires_at: ago(-9000) }), NOW)).toMatchObject({ heed: true });
    expect(countdownOf(review({ expires_at: ago(9000) }), NOW)).toMatchObject({ left_ms: 0, share: 0 });
  });

  it("says in words what an item is waiting for", () => {
    const words = (changes: Parameters<typeof review>[0]) => itemWords(review(changes), NOW);
    expect(words({})).toBe("Claude Code · waits 5 min");
    expect(words({ seen: false })).toBe("Claude Code · new, 5 min");
    expect(words({ seen: false, opened_at: ago(3000) })).toBe("Claude Code · new, just now");
    expect(words({ expires_at: ago(-41_000) })).toBe("Claude Code · expires unanswered");
    expect(words({ delivery: "gone" })).toBe("Claude Code no longer waits");
    expect(words({ status: "decided", verdict: "expired", decided_at: ago(0) })).toMatch(/^Expired \d\d:30, nobody answered$/);
    expect(words({ status: "decided", verdict: "withdrawn", reason: "answered_in_terminal", decided_at: ago(0) })).toMatch(/, answered in the terminal$/);
    expect(words({ status: "decided", verdict: "approved", delivery: "kept" })).toBe("Claude Code is gone · answer is kept");
  });
});

describe("a review that is asked for twice", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("is what the hub said last, not what arrived last", async () => {
    const answers: ((answer: Response) => void)[] = [];
    vi.stubGlobal("window", globalThis);
    vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => answers.push(resolve)));
    const answer = (seq: number, ...numbers: number[]) =>
      Response.json({ review: review({ id: "rv_late" }), revisions: numbers.map((number) => ({ number })), draft: null, mark_drafts: [], seq });
    const [early, late] = [loadReview("rv_late"), loadReview("rv_late")];
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.(answer(11, 1, 2));
    await late;
    answers[0]?.(answer(10, 1));
    await early;
    expect(revisionsOf("rv_late").value.map(({ number }) => number)).toEqual([1, 2]);
  });
});
