import { describe, expect, it } from "vitest";
import { byDay, toggled } from "../src/state/journal/lines";
import { detailOf, saysOf } from "../src/state/journal/detail";
import { cell, rowOf } from "../src/state/journal/export";
import { barsOf, median, narrowed, shareOf, stripsOf, swarm, total } from "../src/state/journal/figures";
import { sentenceOf } from "../src/state/journal/sentences";
import { sessionIn } from "../src/state/journal/sessions";
import { shortDigest } from "../src/state/words";
import type { JournalLine } from "../src/state/journal/lines";
import type { Decided, Waited } from "../src/wire/types.gen";
import { ago, journalLine, review } from "./sample";

const permission = (changes: Partial<JournalLine>): JournalLine =>
  journalLine({ kind: "permission_decided", item: { kind: "permission", id: "pm_1", number: 1 }, title: "npm install zod", tool_kind: "bash", ...changes });

describe("the journal's sentences", () => {
  it("say who did what to which plan, and how long it took", () => {
    const told = sentenceOf(journalLine({ asked_at: ago(360_000) }), review());
    expect(told).toEqual({ verb: "Approved", about: "Cut the cart, revision 2", mono: false, said: "", who: "You", hand: "person", took_ms: 360_000 });
  });

  it("call silence nobody", () => {
    const unreadable = journalLine({ seq: 7, kind: "entry_unreadable", item: null, body: { why: "its kind is not known" } });
    expect(sentenceOf(unreadable, null)).toMatchObject({ verb: "Entry 7 cannot be read:", about: "its kind is not known" });
    const expired = sentenceOf(journalLine({ kind: "review_expired", actor: { kind: "timeout", id: "clock" }, decider: "timeout", body: {} }), null);
    expect([expired.verb, expired.who, expired.hand]).toEqual(["Expired", "Nobody", "nobody"]);
  });

  it("name the agent as people know it", () => {
    const asked = journalLine({ kind: "review_opened", actor: { kind: "agent", id: "claude-code" }, agent_name: "Claude Code" });
    expect(sentenceOf(asked, null).who).toBe("Claude Code");
  });

  it("say how far a yes to a command goes, and set the command as machines speak", () => {
    const verbs = ["once", "conversation", "always"].map((scope) => sentenceOf(permission({ body: { outcome: "allowed", decider: "person", scope } }), null).verb);
    expect(verbs).toEqual(["Allowed once", "Allowed for the conversation", "Allowed always"]);
    expect(sentenceOf(permission({ body: { outcome: "allowed", decider: "person", scope: "once" } }), null)).toMatchObject({ about: "npm install zod", mono: true });
    expect(sentenceOf(permission({ tool_kind: "edit" }), null).mono).toBe(false);
  });

  it("name the rule that decided, and never take it for the person", () => {
    const told = sentenceOf(permission({ actor: { kind: "rule", id: "tests" }, decider: "rule", decider_id: "tests", body: { outcome: "denied", decider: "rule", words: "Not here." } }), null);
    expect(told).toMatchObject({ verb: "Denied", who: "Rule: tests", hand: "other", said: "" });
  });

  it("quote what the person said", () => {
    const answered = journalLine({ kind: "question_answered", item: { kind: "question", id: "qu_1", number: 1 }, title: "Keep the old endpoint?", body: { outcome: "answered", answers: '{"q":["Until March."]}', words: null } });
    expect(sentenceOf(answered, null)).toMatchObject({ verb: "Answered", about: "Keep the old endpoint?", said: "“Until March.”" });
    expect(sentenceOf({ ...answered, body: { outcome: "answered", answers: "{broken" } }, null).said).toBe("“{broken”");
    expect(sentenceOf(permission({ body: { outcome: "denied", decider: "person", words: "Use pnpm." } }), null).said).toBe("“Use pnpm.”");
  });

  it("tell of rules and modes without an item", () => {
    const about = (kind: JournalLine["kind"], body: JournalLine["body"]) => sentenceOf(journalLine({ kind, body, item: null, title: null }), null);
    expect(about("mode_set", { workspace: "/home/ann/web-store", mode: "edits", until: null })).toMatchObject({ verb: "Mode set:", about: "edits in web-store" });
    expect(about("rules_refused", { source: "user", sha256: "", why: "line 3: unknown key" }).about).toBe("yours, line 3: unknown key");
    expect(about("permission_withdrawn", { reason: "turn_ended" }).about).toBe("its turn ended");
  });

  it("tell of sessions with one line of what happened, and name the agent", () => {
    const told = (kind: JournalLine["kind"], body: JournalLine["body"]) => sentenceOf(journalLine({ kind, body, item: null, title: null, actor: { kind: "agent", id: "codex" }, agent_name: "Codex" }), null);
    expect(told("session_message", { session: "se_1", number: 7, agent: "codex", words: "It is done." })).toMatchObject({ verb: "The agent said:", about: "It is done.", who: "Codex" });
    expect(told("session_call", { words: "x".repeat(200) }).about).toHaveLength(92);
    expect(told("session_chosen", { session: "se_1", name: "mode", value: "plan" })).toMatchObject({ verb: "Chosen for a session:", about: "mode: plan" });
    expect(told("session_text_kept", { sha256: "0", size: 12 }).about).toBe("12 bytes");
    expect(sessionIn(journalLine({ kind: "session_call", body: { session: "se_1" } }))).toBe("se_1");
    expect(sessionIn(journalLine({ kind: "session_text_kept", body: {} }))).toBeNull();
    expect(sessionIn(journalLine())).toBeNull();
  });

  it("stand under their day", () => {
    expect(byDay([journalLine(), journalLine({ at: ago(3 * 86_400_000) })])).toHaveLength(2);
  });
});

describe("what a line unfolds", () => {
  const version = { kind: "permission", id: "pm_1", number: 1 } as const;
  const decided = permission({ seq: 1200, at: "2026-11-21T14:29:48.114Z", shown_sha256: "7f3a91c0".repeat(8), body: { outcome: "allowed", decider: "rule", decider_id: "tests", rule_line: 14, rule_file_sha256: "aabbccdd" } });
  const story = [
    permission({ seq: 3, kind: "answer_received", at: "2026-11-21T14:29:48.125Z", item: version }),
    permission({ seq: 1, kind: "permission_asked", at: "2026-11-21T14:23:50.000Z", item: version }),
    permission({ seq: 2, kind: "permission_seen", at: "2026-11-21T14:23:51.000Z", item: version }),
    decided,
  ];

  it("is the way of the answer, in order, with the rule and the digest", () => {
    const { sentences, digest } = detailOf(decided, story);
    expect(sentences).toMatch(/^Asked \d\d:23:50, shown \d\d:23:51, sent \d\d:29:48\.114, received \d\d:29:48\.125\. Rule tests, line 14 of file aabb ccdd\. Entry 1,200\.$/u);
    expect(digest).toBe(shortDigest("7f3a91c0"));
  });

  it("says nothing of another item", () => {
    const other = story.map((line) => ({ ...line, item: { ...version, id: "pm_2" } }));
    expect(detailOf(decided, other).sentences).not.toContain("shown");
  });

  it("leaves out what an entry does not say", () => {
    expect(saysOf(journalLine({ body: { verdict: "approved", notes: null, annotations: "[]", stops_turn: true, edited: false, title: "x" } }))).toEqual([["Verdict", "approved"], ["Stops the turn", "yes"]]);
  });
});

const waited = (ms: number, expired = false, kind: Waited["kind"] = "permission"): Waited => ({ kind, ms, expired });

describe("how long things waited", () => {
  it("stands on an axis from a second to an hour", () => {
    expect([0, 1000, 60_000, 3_600_000, 10 ** 9].map(shareOf)).toEqual([0, 0, 0.5, 1, 1]);
  });

  it("has a median of what was answered, in any order", () => {
    expect([median([]), median([5]), median([9, 1, 5]), median([4, 1, 2, 3])]).toEqual([null, 5, 5, 2.5]);
  });

  it("counts every wait once, and draws those of one time beside each other", () => {
    const [strip, ...others] = stripsOf([waited(2000), waited(2000), waited(4000), waited(60_000, true)]);
    expect(others).toEqual([]);
    expect(strip).toMatchObject({ name: "Permissions", answered: 3, expired: 1, median_ms: 2000, longest_ms: 4000 });
    expect(strip?.dots).toHaveLength(4);
    expect(strip?.dots.filter(({ share }) => share === shareOf(2000)).map(({ step }) => step)).toEqual([0, 1]);
  });

  it("never draws more than fits, and rings before dots", () => {
    const dots = swarm([...Array.from({ length: 500 }, () => waited(60_000)), waited(60_000, true)]);
    expect(dots.length).toBeLessThan(10);
    expect(dots[0]?.expired).toBe(true);
  });
});

const decided = (decider: string, decider_id: string, count: number, more: Partial<Decided> = {}): Decided => ({ decider, decider_id, outcome: "allowed", agent: "claude-code", agent_name: "Claude Code", tool: "Bash", count, ...more });

describe("who decided", () => {
  const all = [decided("rule", "tests", 168), decided("timeout", "", 2), decided("person", "", 40), decided("person", "", 22, { tool: "Edit" }), decided("grant", "gr_1", 3), decided("grant", "gr_2", 4), decided("rule", "secrets", 9, { outcome: "denied" })];

  it("begins with you and ends with nobody", () => {
    expect(barsOf(all).map(({ name, count }) => `${name} ${count}`)).toEqual(["You 62", "allow: tests 168", "deny: secrets 9", "Your grants 7", "Nobody, expired 2"]);
  });

  it("is filtered by what the hub understands", () => {
    expect(barsOf(all).map(({ by }) => by)).toEqual(["person", "rule:tests", "rule:secrets", "grant", "timeout"]);
  });

  it("can be of one tool alone, and the sums agree", () => {
    expect(total(narrowed(all, null, "Edit"))).toBe(22);
    expect(total(all)).toBe(barsOf(all).reduce((sum, { count }) => sum + count, 0));
  });
});

describe("the journal as a table", () => {
  it("has no cell that a spreadsheet computes", () => {
    expect(["=1+1", "plain", 'a,"b"', null, 3, "-x"].map(cell)).toEqual(["'=1+1", "plain", '"a,""b"""', "", "3", "'-x"]);
  });

  it("has a row for an entry of either format", () => {
    const entry = { seq: 1, at: 0, kind: "hub_started", actor: { kind: "policy", id: "hub" }, item: null, shown_sha256: null, body: { version: "1" } };
    expect(rowOf({ entry, hash: "h", salt: null, texts: {} })).toBe('1,1970-01-01T00:00:00.000Z,hub_started,policy,hub,,,,,"{""version"":""1""}",h');
    expect(rowOf({ entry: { ...entry, item: undefined, review: "rv_1", revision: 2 }, hash: "h", salt: null, texts: {} })).toContain(",review,rv_1,2,");
  });
});

it("a choice of several is put in and taken out", () => {
  expect([toggled(["a"], "b"), toggled(["a", "b"], "a")]).toEqual([["a", "b"], ["b"]]);
});
