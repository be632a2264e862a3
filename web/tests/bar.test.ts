import { describe, expect, it } from "vitest";
import { barOf, dotsOf } from "../src/state/bar";
import type { BarFacts, Choice, Unsent } from "../src/state/bar_facts";
import { chooseMode, modeFor } from "../src/state/going_on";
import { sentenceOf } from "../src/state/journal/sentences";
import type { Wish } from "../src/state/phases";
import type { Words } from "../src/state/drafts/answers";
import type { Delivery, Revision } from "../src/wire/types.gen";
import { ago, journalLine, NOW, review } from "./sample";

const words: Words = { text: "Add tests", kind: "changes_requested", revision: 1, version: 1, saved_at: ago(0), state: "kept", other: null };

const NONE: Unsent = { marks: 0, notes: 0, changed_at: null, kept: true };
const MARKS: Unsent = { marks: 4, notes: 1, changed_at: ago(0), kept: true };

const asking = (what: Wish["what"]): BarFacts["phase"] => ({ at: "confirm", wish: { what, previewed: null }, revision: 1, without_open: false, from: { at: "rest" } });
const APPROVAL = asking("approve");

const bar = (facts: Partial<BarFacts> = {}) =>
  barOf({ review: review(), older: null, phase: { at: "rest" }, words: null, loaded: { inserted: 1, slices: 1, folded: false }, failed: false, unsent: NONE, open: { count: 0, lacks: null, awaiting: false }, now: NOW, ...facts });

const offered = (facts: Partial<BarFacts>) => bar(facts).offers.map(({ choice }) => choice);
const filled = (facts: Partial<BarFacts>) => bar(facts).offers.filter((offer) => offer.filled).map(({ choice }) => choice);
const cannot = (facts: Partial<BarFacts>, choice: Choice) => bar(facts).offers.find((offer) => offer.choice === choice)?.cannot ?? null;

const MODES = [
  { id: "default", name: "Manual", what: "asks" },
  { id: "acceptEdits", name: "Accept edits", what: "edits" },
];

describe("how the agent goes on", () => {
  const approved = { status: "decided", verdict: "approved", delivery: "received", decided_at: ago(0) } as const;
  const small = (mode: string | null) => bar({ review: review({ ...approved, modes: MODES, mode }) }).small;

  it("is said with the answer, but for the usual way", () => {
    expect(small("acceptEdits")).toContain("goes on: Accept edits");
    expect(small("gone")).toContain("goes on: gone");
    expect([small("default"), small(null)].join()).not.toContain("goes on");
  });

  it("stands in the journal", () => {
    const body = { verdict: "approved", notes: null, mode: "acceptEdits" };
    const entry = journalLine({ item: { kind: "review", id: "rv_1", number: 1 }, body, title: "A plan" });
    expect(sentenceOf(entry, review({ modes: MODES }))).toMatchObject({ verb: "Approved", about: "A plan, goes on: Accept edits" });
    expect(sentenceOf(entry, null).about).toBe("A plan, goes on: acceptEdits");
  });

  it("is the usual one until the person chooses another that the agent offers", () => {
    const asked = { agent: "some-agent", modes: MODES };
    expect(modeFor(asked)).toBe("default");
    chooseMode("some-agent", "acceptEdits");
    expect(modeFor(asked)).toBe("acceptEdits");
    expect(modeFor({ agent: "other", modes: MODES })).toBe("default");
    chooseMode("some-agent", "gone");
    expect([modeFor(asked), modeFor({ agent: "some-agent", modes: [] })]).toEqual(["default", null]);
  });
});

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
    const loading = { loaded: { inserted: 3, slices: 12, folded: false } };
    expect(cannot(loading, "approve")).toBe("the text is loading, part 3 of 12");
    expect(cannot({ ...loading, phase: APPROVAL }, "send_approval")).not.toBeNull();
    expect(cannot({ ...loading, phase: { at: "writing", kind: "approved" }, words }, "send")).not.toBeNull();
    expect(cannot({ loaded: null }, "request_changes")).toBe("the text is loading");
    expect(cannot({ failed: true }, "approve")).toBe("the text could not be loaded");
  });

  it("says before the person writes that notes cannot go along", () => {
    const deaf = review({ takes_notes: false, notes_reason: "Codex takes no notes" });
    expect(cannot({ review: deaf }, "approve_with_notes")).toBe("Codex takes no notes");
    expect(bar({ review: deaf }).reason).toBe("Codex takes no notes");
    expect(filled({ review: deaf, words, phase: APPROVAL })).toEqual(["send_approval"]);
  });

  it("asks before approving, and where unsent words go", () => {
    expect(bar({ phase: APPROVAL }).headline).toBe("Approve revision 1?");
    expect(bar({ phase: APPROVAL }).small).toContain("7f3a 91c0");
    expect(offered({ phase: APPROVAL, words })).toEqual(["back", "send_approval", "send_notes"]);
  });

  it("asks before any other answer too, with what goes along; only a question sends, and no chord answers it", () => {
    expect(bar({ phase: asking("request_changes"), unsent: MARKS, words })).toMatchObject({ headline: "Request changes of revision 1?", small: "4 marks, 1 note and words go to Claude Code", asks: "request_changes" });
    expect(offered({ phase: asking("request_changes"), words })).toEqual(["back", "send_changes"]);
    expect(bar({ phase: asking("approve_with_notes"), unsent: { ...MARKS, marks: 1, notes: 0 } })).toMatchObject({ headline: "Approve revision 1 with notes?", small: "1 mark goes to Claude Code" });
    for (const phase of [{ at: "rest" }, { at: "writing", kind: "approved" }] as const)
      for (const said of [null, words]) expect(offered({ phase, words: said }).filter((choice) => choice.startsWith("send_"))).toEqual([]);
    for (const what of ["approve", "approve_with_notes", "request_changes"] as const)
      for (const said of [null, words]) expect(bar({ phase: asking(what), words: said }).offers.map(({ key }) => key)).not.toContain("Ctrl ⏎");
  });

  it("sends only words that were written", () => {
    expect(cannot({ phase: { at: "writing", kind: "changes_requested" } }, "send")).not.toBeNull();
    expect(cannot({ phase: { at: "writing", kind: "changes_requested" }, words }, "send")).toBeNull();
  });

});

describe("the decision bar with marks", () => {
  it("counts the marks, says when they were kept, and fills Request changes", () => {
    expect(bar({ unsent: MARKS })).toMatchObject({ headline: "4 marks, 1 note, not sent", preview: true });
    expect(bar({ unsent: MARKS }).small).toMatch(/^Draft kept \d\d:30:00$/);
    expect(filled({ unsent: MARKS })).toEqual(["request_changes"]);
    expect(bar({ unsent: { ...MARKS, marks: 1, notes: 0 }, words }).headline).toBe("1 mark and words, not sent");
    expect(bar({ unsent: MARKS }).dots.map(({ state }) => state)).toEqual(["open", "open", "open"]);
  });

  it("needs no words where there are marks, but all marks at the hub", () => {
    const writing = { phase: { at: "writing", kind: "changes_requested" } } as const;
    expect(cannot({ ...writing, unsent: MARKS }, "send")).toBeNull();
    expect(cannot({ ...writing, unsent: { ...MARKS, kept: false } }, "send")).toBe("the hub does not have all marks yet");
    expect(cannot(writing, "send")).toBe("say it in words first");
  });

  it("asks what becomes of marks before approving", () => {
    const asked = bar({ phase: APPROVAL, unsent: { ...MARKS, notes: 0 }, review: review({ revision: 3, revisions: 3 }) });
    expect(asked).toMatchObject({ headline: "Approve revision 3 with 4 unsent marks?", small: "They go along as notes, or stay here as a draft" });
    expect(asked.offers.map(({ label }) => label)).toEqual(["Back", "Approve only", "Approve with notes"]);
    const deaf = review({ takes_notes: false, notes_reason: "Codex takes no notes" });
    expect(filled({ review: deaf, unsent: MARKS, phase: APPROVAL })).toEqual(["send_approval"]);
    expect(bar({ review: deaf, unsent: MARKS, phase: APPROVAL })).toMatchObject({ small: "They stay here as a draft", reason: "Codex takes no notes" });
  });

  it("does not take source, which leaves things out, for the text that was read", () => {
    const source = { loaded: { inserted: 1, slices: 1, folded: true } };
    expect(cannot(source, "approve")).toBe("source leaves out what stayed the same");
    expect(cannot({ ...source, phase: APPROVAL }, "send_approval")).not.toBeNull();
    expect(cannot({ ...source, unsent: MARKS }, "request_changes")).toBeNull();
  });

});

describe("the decision bar with a comment that is still open", () => {
  const from = { at: "rest" } as const;
  const asks = (what: "approve" | "approve_with_notes" | "request_changes", keeping = false) => ({ at: "open", wish: { what, previewed: null }, revision: 1, from, keeping }) as const;
  const open = { count: 1, lacks: null, awaiting: false };

  it("asks what becomes of it, and fills keeping it", () => {
    const asked = bar({ phase: asks("request_changes"), open, words });
    expect(asked).toMatchObject({ headline: "A comment is still open", small: "Keep it, so that it goes along, or it stays here as a draft" });
    expect(asked.offers.map(({ label }) => label)).toEqual(["Back", "Send without it", "Keep and send"]);
    expect(filled({ phase: asks("request_changes"), open })).toEqual(["keep_and_send"]);
    expect(bar({ phase: asks("approve"), open: { count: 2, lacks: null, awaiting: false } }).offers.map(({ label }) => label)).toEqual(["Back", "Approve without them", "Keep and approve"]);
  });

  it("sends nothing that would be empty, no mark that is none yet, and no approval of what was not read", () => {
    expect(cannot({ phase: asks("request_changes"), open }, "send_without")).toBe("say it in words first");
    expect(cannot({ phase: asks("request_changes"), open, unsent: MARKS }, "send_without")).toBeNull();
    expect(cannot({ phase: asks("request_changes"), open: { count: 1, lacks: "Write the new words first", awaiting: false } }, "keep_and_send")).toBe("Write the new words first");
    const folded = { loaded: { inserted: 1, slices: 1, folded: true } };
    for (const choice of ["send_without", "keep_and_send"] as const) expect(cannot({ ...folded, phase: asks("approve"), open }, choice)).not.toBeNull();
  });

  it("keeps it as a draft where notes cannot go with an approval", () => {
    const deaf = review({ takes_notes: false, notes_reason: "Codex takes no notes" });
    expect(filled({ review: deaf, phase: asks("approve"), open })).toEqual(["send_without"]);
    expect(cannot({ review: deaf, phase: asks("approve"), open }, "keep_and_send")).toBe("Codex takes no notes");
    expect(cannot({ review: deaf, phase: asks("request_changes"), open }, "keep_and_send")).toBeNull();
  });

  it("can be left while the hub has not answered", () => {
    const waits = { phase: asks("request_changes", true), open: { ...open, awaiting: true } };
    expect(bar(waits)).toMatchObject({ headline: "Keeping the comment …", small: "The answer goes when the hub has the picture" });
    expect(offered(waits)).toEqual(["back"]);
    expect(offered({ phase: asks("request_changes", true), open: { count: 0, lacks: null, awaiting: false } })).toEqual(["back"]);
  });
});

describe("every bar", () => {
  it("has at most one filled button in every state", () => {
    const phases: BarFacts["phase"][] = [{ at: "rest" }, APPROVAL, { at: "stale" }, { at: "writing", kind: "approved" }, { at: "failed", attempt: { verdict: "approved", notes: null, annotations: [] }, message: "No", hint: null }];
    for (const phase of phases) for (const said of [null, words]) for (const unsent of [NONE, MARKS]) expect(filled({ phase, words: said, unsent }).length).toBeLessThan(2);
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

  it("counts the marks that went, and keeps those that did not", () => {
    const sent = { status: "decided", verdict: "changes_requested", decided_at: ago(0), marks: 4 } as const;
    expect(bar({ review: review({ ...sent, delivery: "received", delivered_ms: 11 }) }).small).toMatch(/^\d\d:30:00, 4 marks, received in 11 ms$/);
    const expired = bar({ review: review({ status: "decided", verdict: "expired", delivery: "gone", decided_at: ago(0) }), unsent: { ...MARKS, notes: 0 } });
    expect(expired.small).toBe("Your 4 marks are kept for the next revision");
    expect(expired.offers.map(({ choice }) => choice)).toContain("copy");
    expect(bar({ phase: { at: "stale" }, unsent: { ...MARKS, marks: 1, notes: 0 } }).small).toBe("Your 1 mark is kept. Read the new text, then decide");
  });

  it("says that nothing was sent before it says that the text is an older one", () => {
    const older: Revision = { number: 1, sha256: "7f3a", title: "Cut the cart", opened_at: ago(0), expires_at: null, status: "decided", verdict: "withdrawn", reason: null, notes: null, decided_at: ago(0), delivery: "waiting", delivered_ms: null, marks: 0 };
    const newer = review({ revision: 2, revisions: 2 });
    const failed = { at: "failed", attempt: { verdict: "approved", notes: null, annotations: [] }, message: "No", hint: null } as const;
    for (const phase of [{ at: "stale" } as const, failed]) {
      const said = bar({ review: newer, older, phase, words });
      expect([said.headline, said.offers.map(({ choice }) => choice)]).toEqual(["Not sent: the text has changed", ["read_again"]]);
      expect(said.small).toContain("Your words are kept");
    }
    expect(bar({ review: newer, older }).headline).toBe("Revision 1 of 2: withdrawn");
    expect(bar({ review: { ...newer, status: "decided", verdict: "expired" }, older, phase: { at: "stale" } }).headline).toBe("Revision 1 of 2: withdrawn");
  });

  it("says what failed and what to do", () => {
    const failed = bar({ phase: { at: "failed", attempt: { verdict: "approved", notes: null, annotations: [] }, message: "The hub does not answer", hint: "Start it again with countermark" } });
    expect(failed).toMatchObject({ headline: "Not sent: the hub does not answer", small: "Start it again with countermark; the draft is kept", tone: "heed" });
  });
});
