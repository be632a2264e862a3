import { describe, expect, it } from "vitest";
import { askedBar } from "../src/state/asked_bar";
import { deciderWords, outcomeWords, ownDialogAt } from "../src/state/asked";
import { AT_REST, type PermissionDraft } from "../src/state/asked_drafts";
import { countdownTime, postponed } from "../src/state/attention";
import { isAllow } from "../src/state/answer_kinds";
import { countdownOf, itemWords } from "../src/state/inbox";
import { foldPieces, rowsIn, stretchesOf, textOf } from "../src/state/pieces";
import { ANSWERS, rulesUntil, sendLabel, withoutEnd } from "../src/state/permission_answers";
import { cannotSend, permissionBar } from "../src/state/permission_bar";
import { seen, spelledOut } from "../src/state/unseen_characters";
import { wordDiff } from "../src/state/word_diff";
import type { ShownPiece } from "../src/wire/types.gen";
import { card, permission, question } from "./asked.sample";
import { ago, NOW, review } from "./sample";

const draft = (changes: Partial<PermissionDraft> = {}): PermissionDraft => ({ answer: null, words: "", until: null, edited: null, option: null, ...changes });
const settles = (answer: NonNullable<PermissionDraft["answer"]>) => ({ answer, others: [] });

describe("what a permission's bar would send", () => {
  const why = (changes: Partial<PermissionDraft>, shown = true) =>
    cannotSend({ card: card(), draft: draft(changes), settles: changes.answer == null ? null : settles(changes.answer), shown });

  it("is nothing until an answer is chosen", () => {
    expect(why({})).toBe("choose one of 1 to 6");
    expect(why({ answer: "once" })).toBeNull();
  });

  it("is no allow before all was shown, and any no at once", () => {
    for (const { choice } of ANSWERS) {
      const reason = why({ answer: choice, words: "Use make" }, false);
      if (isAllow(choice)) expect(reason).toBe("the command has not been shown to its end");
      else expect(reason).toBeNull();
    }
    const change = { path: "/a", html: "", is_new: false, problem: null };
    expect(cannotSend({ card: card({ changes: [change] }), draft: draft({ answer: "once" }), settles: settles("once"), shown: false })).toContain("the change");
  });

  it("waits until the hub has said what else it settles", () => {
    const facts = { card: card(), draft: draft({ answer: "conversation" }), shown: true };
    expect(cannotSend({ ...facts, settles: null })).toContain("what else");
    expect(cannotSend({ ...facts, settles: { answer: "conversation", others: null } })).toContain("what else");
    expect(cannotSend({ ...facts, settles: settles("once") })).toContain("what else");
    expect(cannotSend({ ...facts, settles: settles("conversation") })).toBeNull();
  });

  it("needs words, a command, a grant or a rule where the answer is made of it", () => {
    expect(why({ answer: "no_with_words", words: " " })).toBe("say it in words first");
    expect(why({ answer: "once", edited: " " })).toBe("there is no command");
    expect(why({ answer: "always", edited: "npm test" })).toContain("allowed once");
    const bare = { card: card({ grant: null, proposal: { ...card().proposal, toml: "", why_not: "No rule can say this." } }), shown: true };
    expect(cannotSend({ ...bare, draft: draft({ answer: "conversation" }), settles: settles("conversation") })).toContain("conversation");
    expect(cannotSend({ ...bare, draft: draft({ answer: "always" }), settles: settles("always") })).toBe("no rule can say this");
  });

  it("is named on the button", () => {
    const label = (changes: Partial<PermissionDraft>) => sendLabel(card(), draft(changes));
    expect(ANSWERS.map(({ choice }) => label({ answer: choice }))).toEqual([
      "Allow once", "Allow this conversation", "Allow until 21 December 2026", "No", "No, with words", "No, and stop",
    ]);
    expect(label({ answer: "once", edited: "npm test" })).toBe("Allow as changed");
    expect(label({ answer: "once", edited: "npm run build" })).toBe("Allow once");
    expect(label({ answer: "always", until: "2027-01-02" })).toBe("Allow until 2 January 2027");
  });

  it("shows the rules with the day that was chosen", () => {
    expect(rulesUntil("expires = 2026-12-21T14:30:00Z", "2026-12-21", "2027-01-02")).toBe("expires = 2027-01-02T23:59:59Z");
    expect(withoutEnd("Every command that begins with `make until 3`, until 21 December 2026, 14:30 UTC")).toBe("Every command that begins with `make until 3`");
    expect(rulesUntil("expires = 2026-12-21", "2026-12-21", null)).toBe("expires = 2026-12-21");
  });
});

describe("what the bar says of time and of silence", () => {
  const bar = (changes: Parameters<typeof permission>[0], held = false) =>
    permissionBar({ card: card({ permission: permission(changes) }), draft: draft(), settles: null, shown: true, sending: AT_REST, now: NOW, held });

  it("never calls silence a no", () => {
    expect(bar({})).toMatchObject({ headline: "Then it expires, unanswered", small: "Claude Code is told that nobody answered, never that you said no", stoppable: true });
    expect(bar({ point: "dialog" }).small).toContain("own dialog stays open");
    expect(bar({ status: "decided", outcome: "expired", ended_at: ago(0) }).headline).toMatch(/^Expired .*, nobody answered$/);
  });

  it("says until when an agent that is away may come back for the answer", () => {
    const away = bar({ agent_name: "An MCP client", delivery: "gone" });
    expect(away.headline).toBe("An MCP client no longer waits");
    expect(away.small).toMatch(/^Until \d\d:\d\d it may come back for your answer$/);
    expect(bar({ delivery: "gone", countdown_stopped: true, expires_at: null }).small).toBe("Your answer is kept for its return");
  });

  it("names no terminal where an agent asks by a server, which may be away", () => {
    const server = { agent_name: "OpenCode", by_server: true, point: "dialog" } as const;
    expect(bar({ point: "dialog" }).small).toBe("Claude Code’s own dialog stays open in the terminal");
    expect(bar(server).small).toBe("OpenCode’s own dialog stays open");
    expect(bar({ ...server, delivery: "gone" }).headline).toBe("OpenCode’s server cannot be reached");
    expect(bar({ ...server, status: "decided", outcome: "expired", ended_at: ago(0) }).small).toBe("OpenCode’s own dialog was left open");
    expect(outcomeWords(permission({ ...server, outcome: "withdrawn", ending: "answered_in_terminal" }))).toBe("Withdrawn: answered in OpenCode itself");
    expect(ownDialogAt(permission(server))).toBe("OpenCode itself");
  });

  it("says that a dialog opens later where the agent asks its hook first", () => {
    const codex = { agent_name: "Codex", dialog_follows: true, point: "dialog" } as const;
    expect(bar(codex).small).toBe("Codex’s own dialog opens then in the terminal");
    expect(bar({ ...codex, status: "decided", outcome: "expired", ended_at: ago(0) }).small).toBe("Codex’s own dialog was opened in the terminal");
  });

  it("says until when a stopped one waits, and that held ones stand still", () => {
    expect(bar({ countdown_stopped: true, expires_at: ago(-600_000) })).toMatchObject({ headline: "It waits for you", stoppable: false });
    expect(bar({}, true).headline).toBe("The countdown stands still");
    expect(bar({ delivery: "gone" }).headline).toBe("Claude Code no longer waits");
  });

  it("says who decided, and how far the answer has come", () => {
    const person = { kind: "person", id: "si_1", file_sha256: null, line: null } as const;
    const decided = { status: "decided", outcome: "allowed", scope: "once", decider: person, ended_at: ago(0) } as const;
    expect(bar({ ...decided, delivery: "received", delivered_ms: 11 })).toMatchObject({ headline: "Allowed once by you", send: null });
    expect(bar({ ...decided, delivery: "received", delivered_ms: 11 }).small).toMatch(/received in 11 ms$/);
    expect(bar({ ...decided, delivery: "sent", delivery_failed: true })).toMatchObject({ tone: "heed" });
    expect(bar({ ...decided, delivery: "kept" }).headline).toBe("Claude Code no longer waits");
    expect(deciderWords({ ...person, kind: "grant" })).toContain("this conversation");
    expect(outcomeWords(permission({ outcome: "withdrawn", ending: "answered_in_terminal" }))).toBe("Withdrawn: answered in the terminal");
    expect(outcomeWords(permission({ outcome: "denied", words: "Use make" }))).toBe("No, with words");
    expect(outcomeWords(question({ outcome: "declined" }))).toBe("Declined");
  });

  it("says why nothing was sent", () => {
    const failed = askedBar({ item: permission(), sending: { at: "failed", message: "The hub does not answer", hint: null }, now: NOW, held: false, label: "No", cannot: null });
    expect(failed).toMatchObject({ headline: "Not sent: the hub does not answer", tone: "heed", send: "No" });
  });
});

describe("a countdown that stands still", () => {
  it("shows the time at which it was held, of what came later its own whole time", () => {
    const held = NOW - 10_000;
    expect(countdownTime(permission(), NOW, null)).toBe(NOW);
    expect(countdownOf(permission(), countdownTime(permission(), NOW, held))?.left_ms).toBe(50_000);
    const later = permission({ opened_at: ago(5000), expires_at: ago(-55_000) });
    expect(countdownOf(later, countdownTime(later, NOW, held))?.left_ms).toBe(60_000);
    expect(countdownTime(review(), NOW, held)).toBe(NOW);
  });

  it("ends later by as long as it was held, and not after the agent itself stops waiting", () => {
    expect(postponed(permission(), 10_000, NOW).expires_at).toBe(ago(-50_000));
    expect(postponed(permission({ opened_at: ago(4000) }), 10_000, NOW).expires_at).toBe(ago(-44_000));
    expect(postponed(permission({ waits_until: ago(-45_000) }), 10_000, NOW).expires_at).toBe(ago(-45_000));
    expect(postponed(permission({ countdown_stopped: true }), 10_000, NOW).expires_at).toBe(ago(-40_000));
    expect(postponed(review({ expires_at: ago(-40_000) }), 10_000, NOW).expires_at).toBe(ago(-40_000));
  });
});

describe("the inbox", () => {
  it("says how a permission and a question stand", () => {
    expect(itemWords(permission(), NOW)).toBe("Claude Code · expires unanswered");
    expect(itemWords(question({ expires_at: null, opened_at: ago(120_000) }), NOW)).toBe("Claude Code · waits 2 min");
    expect(itemWords(permission({ status: "decided", outcome: "withdrawn", ending: "conversation_ended" }), NOW)).toBe("Withdrawn, its conversation ended");
    expect(itemWords(permission({ status: "decided", outcome: "allowed", delivery_failed: true }), NOW)).toBe("Not delivered · answer is kept");
  });
});

describe("what is shown of a command", () => {
  const piece = (text: string, risk: number | null = null): ShownPiece => ({ text, look: "plain", risk });

  it("is whole where it is short", () => {
    const pieces = [piece("git "), piece("push", 1)];
    expect(foldPieces(pieces)).toEqual({ pieces, left: null });
  });

  it("is folded where it is long, by lines or by characters, and says how much is left", () => {
    const lines = foldPieces([piece("head\n"), piece(Array.from({ length: 300 }, (_, at) => `echo ${at}`).join("\n"))]);
    expect(textOf(lines.pieces).split("\n")).toHaveLength(18);
    expect(lines.left).toBe("283 lines");
    const one = foldPieces([piece("a".repeat(9000))]);
    expect(textOf(one.pieces).length).toBeLessThan(1500);
    expect(one.left).toMatch(/^7\d\d\d characters$/);
  });

  it("marks neighbours of the same risk once", () => {
    const stretches = stretchesOf([piece("rm "), piece("-rf", 1), piece(" /", 1), piece(" x", 2)]);
    expect(stretches.map(({ risk, pieces }) => [risk, textOf(pieces)])).toEqual([[null, "rm "], [1, "-rf /"], [2, " x"]]);
  });

  it("counts the lines of a difference", () => {
    const html = '<tr class="same"></tr><tr class="added"></tr><tr class="changed"></tr><tr class="fold" data-from="1"></tr>';
    expect(rowsIn(html)).toEqual({ added: 2, removed: 1, rows: 4, isLong: false });
    expect(rowsIn('<tr class="added"></tr>'.repeat(61)).isLong).toBe(true);
  });

  it("spells out what would not be seen", () => {
    expect(spelledOut("a\u202eb\nc\u200b")).toEqual([
      { text: "a", escape: false }, { text: "\\u{202e}", escape: true }, { text: "b\nc", escape: false }, { text: "\\u{200b}", escape: true },
    ]);
    expect(spelledOut("Grüße, 日本 🙂")).toEqual([{ text: "Grüße, 日本 🙂", escape: false }]);
  });

  it("are spelled out to their end in a number of runs that a page can draw", () => {
    const runs = spelledOut("a\u202e".repeat(20_000));
    expect(runs.length).toBeLessThanOrEqual(500);
    expect(runs.map(({ text }) => text).join("")).toBe("a\\u{202e}".repeat(20_000));
    expect(seen("a\u202eb")).toBe("a\\u{202e}b");
  });
});

describe("a command with other words", () => {
  it("is compared word by word", () => {
    expect(wordDiff("rsync -a dist/ eu1:/srv", "rsync -a --dry-run dist/ eu1:/srv").filter(({ change }) => change !== "same")).toEqual([{ text: "--dry-run ", change: "added" }]);
    expect(wordDiff("rm -rf build", "rm -r build").map(({ change }) => change)).toEqual(["same", "removed", "added", "same"]);
    expect(wordDiff("same", "same")).toEqual([{ text: "same", change: "same" }]);
  });

  it("says in runs what both were, whatever they are", () => {
    const texts = ["", "a b c", "c b a", "x".repeat(3000).replaceAll("x", "x "), "y ".repeat(2000)];
    for (const before of texts) {
      for (const after of texts) {
        const runs = wordDiff(before, after);
        expect(runs.filter(({ change }) => change !== "added").map(({ text }) => text).join("")).toBe(before);
        expect(runs.filter(({ change }) => change !== "removed").map(({ text }) => text).join("")).toBe(after);
      }
    }
  });
});
