import { describe, expect, it } from "vitest";
import { barOf, dotsOf, type BarFacts, type Choice } from "../src/state/bar";
import type { Words } from "../src/state/drafts";
import type { Delivery, Revision } from "../src/wire/types";
import { ago, NOW, review } from "./sample";

const words: Words = { text: "Add tests", kind: "changes_requested", revision: 1, version: 1, saved_at: ago(0), state: "kept", other: null };

const bar = (facts: Partial<BarFacts> = {}) =>
  barOf({ review: review(), older: null, phase: { at: "rest" }, words: null, loaded: { inserted: 1, slices: 1 }, failed: false, now: NOW, ...facts });

const offered = (facts: Partial<BarFacts>) => bar(facts).offers.map(({ choice }) => choice);
const filled = (facts: Partial<BarFacts>) => bar(facts).offers.filter((offer) => offer.filled).map(({ choice }) => choice);
const cannot = (facts: Partial<BarFacts>, choice: Choice) => bar(facts).offers.find((offer) => offer.choice === choice)?.cannot ?? null;

describe("the decision bar", () => {
  it("waits with Approve filled", () => {
    expect(bar().headline).toBe("Claude Code waits");
    expect(offered({})).toEqual(["approve", "request_changes", "approve_with_notes"]);
    expect(filled({})).toEqual(["approve"]);
  });

  it("fills Request changes when words are unsent, and says when they were kept", () => {
    expect(filled({ words })).toEqual(["request_changes"]);
    expect(bar({ words }).small).toMatch(/^Draft kept \d\d:30:00$/);
    expect(bar({ words: { ...words, state: "local" } }).small).toContain("in this browser");
    expect(filled({ words: { ...words, kind: "approved" } })).toEqual(["approve_with_notes"]);
  });

  it("never offers approval before the whole text was shown", () => {
    const loading = { loaded: { inserted: 3, slices: 12 } };
    expect(cannot(loading, "approve")).toBe("the text is loading, part 3 of 12");
    expect(cannot({ ...loading, phase: { at: "confirm" } }, "approve_only")).not.toBeNull();
    expect(cannot({ ...loading, phase: { at: "writing", kind: "approved" }, words }, "send")).not.toBeNull();
    expect(cannot({ loaded: null }, "request_changes")).toBe("the text is loading");
    expect(cannot({ failed: true }, "approve")).toBe("the text could not be loaded");
  });

  it("says before the person writes that notes cannot go along", () => {
    const deaf = review({ takes_notes: false, notes_reason: "Codex takes no notes" });
    expect(cannot({ review: deaf }, "approve_with_notes")).toBe("Codex takes no notes");
    expect(bar({ review: deaf }).reason).toBe("Codex takes no notes");
    expect(filled({ review: deaf, words, phase: { at: "confirm" } })).toEqual(["approve_only"]);
  });

  it("asks before approving, and where unsent words go", () => {
    expect(bar({ phase: { at: "confirm" } }).headline).toBe("Approve revision 1?");
    expect(bar({ phase: { at: "confirm" } }).small).toContain("7f3a 91c0");
    expect(offered({ phase: { at: "confirm" }, words })).toEqual(["back", "approve_only", "approve_with_notes"]);
  });

  it("sends only words that were written", () => {
    expect(cannot({ phase: { at: "writing", kind: "changes_requested" } }, "send")).not.toBeNull();
    expect(cannot({ phase: { at: "writing", kind: "changes_requested" }, words }, "send")).toBeNull();
  });

  it("has at most one filled button in every state", () => {
    const phases: BarFacts["phase"][] = [{ at: "rest" }, { at: "confirm" }, { at: "stale" }, { at: "writing", kind: "approved" }, { at: "failed", attempt: { verdict: "approved", notes: null }, message: "No", hint: null }];
    for (const phase of phases) for (const said of [null, words]) expect(filled({ phase, words: said }).length).toBeLessThan(2);
  });

});

describe("an answer on its way", () => {
  it("fills the stations as the answer travels", () => {
    const states = (delivery: Delivery) => dotsOf(delivery).map(({ state }) => state);
    expect(states("waiting")).toEqual(["open", "open", "open"]);
    expect(states("sent")).toEqual(["done", "open", "open"]);
    expect(states("delivered")).toEqual(["done", "done", "open"]);
    expect(states("received")).toEqual(["done", "done", "done"]);
    expect(states("kept")).toEqual(["done", "heed", "open"]);
  });

  it("sets the seal only on an approval that was received", () => {
    const approved = { status: "decided", verdict: "approved", decided_at: ago(0) } as const;
    expect(bar({ review: review({ ...approved, delivery: "delivered" }) }).seal).toBe(false);
    expect(bar({ review: review({ ...approved, delivery: "received", delivered_ms: 11 }) })).toMatchObject({ seal: true, headline: "Approved by you" });
    expect(bar({ review: review({ ...approved, verdict: "changes_requested", delivery: "received" }) }).seal).toBe(false);
  });

  it("keeps an answer for an agent that went away, and never calls expiry a no", () => {
    const kept = bar({ review: review({ status: "decided", verdict: "approved", delivery: "kept" }) });
    expect([kept.headline, kept.small]).toEqual(["Claude Code no longer waits", "Your answer is kept, and sent when it returns"]);
    const expired = bar({ review: review({ status: "decided", verdict: "expired", delivery: "gone", decided_at: ago(0) }), words });
    expect(expired.headline).toMatch(/nobody answered$/);
    expect(expired.offers.map(({ choice }) => choice)).toContain("copy");
  });

  it("says that nothing was sent before it says that the text is an older one", () => {
    const older: Revision = { number: 1, sha256: "7f3a", title: "Cut the cart", opened_at: ago(0), expires_at: null, status: "decided", verdict: "withdrawn", reason: null, notes: null, decided_at: ago(0), delivery: "waiting", delivered_ms: null };
    const newer = review({ revision: 2, revisions: 2 });
    const failed = { at: "failed", attempt: { verdict: "approved", notes: null }, message: "No", hint: null } as const;
    for (const phase of [{ at: "stale" } as const, failed]) {
      const said = bar({ review: newer, older, phase, words });
      expect([said.headline, said.offers.map(({ choice }) => choice)]).toEqual(["Not sent: the text has changed", ["read_again"]]);
      expect(said.small).toContain("Your words are kept");
    }
    expect(bar({ review: newer, older }).headline).toBe("Revision 1 of 2: withdrawn");
    expect(bar({ review: { ...newer, status: "decided", verdict: "expired" }, older, phase: { at: "stale" } }).headline).toBe("Revision 1 of 2: withdrawn");
  });

  it("says what failed and what to do", () => {
    const failed = bar({ phase: { at: "failed", attempt: { verdict: "approved", notes: null }, message: "The hub does not answer", hint: "Start it again with countermark" } });
    expect(failed).toMatchObject({ headline: "Not sent: the hub does not answer", small: "Start it again with countermark; the draft is kept", tone: "heed" });
  });
});
