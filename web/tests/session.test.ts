import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { linesChanged, opensItself, resultOf, subjectOf, verbOf } from "../src/state/sessions/calls";
import { LedgerParts } from "../src/state/sessions/ledger";
import { openFrom, piecesOf, whispered, withoutTold, type OpenState } from "../src/state/sessions/open_part";
import { commandsFor, completed, hintFor, wantedAt } from "../src/state/sessions/suggestions";
import { filteredLines } from "../src/state/sessions/traffic";
import { endWords, shortUsage, standingWords, titleOf, usageWords } from "../src/state/sessions/words";
import type { CallPart, MessagePart, Prompt, RawLine, TextOp, Whisper } from "../src/wire/types.gen";
import { EMPTY_SESSION, NOTHING_OPEN } from "./session.sample";

const call = (changes: Partial<CallPart>): CallPart => ({
  type: "call", id: "c", at: 0, title: "Do it", name: null, kind: "other", status: "completed", outputs: [], locations: [], raw_input: null,
  raw_output: null, ended_at: null, judgement: null, replayed: false, ...changes,
});

const SAID: MessagePart = { type: "message", id: "m1", at: 1, voice: "agent", text: "One\n\nTwo", whole: true, outputs: [], replayed: false };

let last = 0;
const whisper = (op: Whisper["op"], changes: Partial<Whisper> = {}): Whisper => ({ session: "s", n: (last += 1), left_out: 0, number: 1, part: "m1", op, ...changes });
const text = (at: number, words: string): TextOp => ({ kind: "text", voice: "agent", at, text: words });
const after = (...whispers: Whisper[]) => whispers.reduce<OpenState | null>((open, each) => (open === null ? null : whispered(open, each, 7)), NOTHING_OPEN);

describe("what is whispered", () => {
  beforeEach(() => void (last = 0));

  it("joins where the text before it ends", () => {
    expect(after(whisper(text(0, "Hello ")), whisper(text(6, "you")))?.message).toEqual({ id: "m1", voice: "agent", at: 7, blocks: [], tail_at: 0, tail: "Hello you" });
  });

  it("says nothing new where it was heard already", () => {
    const open = after(whisper(text(0, "Hello")));
    expect(open !== null && whispered(open, whisper(text(0, "Hello"), { n: 1 }), 0)).toBe(open);
    expect(after(whisper(text(0, "Hello")), whisper(text(3, "lo you")))?.message?.tail).toBe("Hello you");
  });

  it("has to be read anew where something is missing", () => {
    expect(after(whisper(text(0, "Hello")), whisper(text(9, "you")))).toBeNull();
    expect(after(whisper(text(4, "o")))).toBeNull();
    expect(after(whisper(text(0, "Hello"), { left_out: 2 }))).toBeNull();
    expect(after(whisper({ kind: "block", index: 0, html: "<p>x</p>", tail_at: 3 }))).toBeNull();
  });

  it("closes blocks, and what follows them is the open text", () => {
    const open = after(whisper(text(0, "One\n\nTwo")), whisper({ kind: "block", index: 0, html: "<p>One</p>", tail_at: 5 }), whisper(text(8, " more")));
    expect(open?.message).toMatchObject({ blocks: [{ html: "<p>One</p>", text: "" }], tail_at: 5, tail: "Two more" });
  });

  it("keeps the text of a block that is too long to be whispered", () => {
    const open = after(whisper(text(0, "One\n\nTwo")), whisper({ kind: "block", index: 0, html: null, tail_at: 5 }));
    expect(open?.message?.blocks).toEqual([{ html: null, text: "One\n\n" }]);
  });

  it("tells of calls and of what the agent does, until an event tells them whole", () => {
    const open = after(
      whisper({ kind: "activity", words: "thinking" }),
      whisper({ kind: "call", status: "in_progress", title: "Run", output: "a" }, { part: "c1" }),
      whisper({ kind: "call", status: null, title: null, output: "ab" }, { part: "c1" }),
    );
    expect(open?.activity).toBe("thinking");
    expect(open?.calls.get("c1")).toEqual({ status: "in_progress", title: "Run", output: "ab" });
    const running = { ...EMPTY_SESSION, ledger: LedgerParts.of([call({ id: "c1", status: "in_progress" })]) };
    expect(open !== null && withoutTold(open, running)).toBe(open);
    expect(open !== null && withoutTold(open, { ...EMPTY_SESSION, ledger: LedgerParts.of([call({ id: "c1" })]) }).calls.size).toBe(0);
  });

  it("is put on top of a snapshot", () => {
    const open = openFrom({ whisper: 4, activity: null, calls: [], message: { id: "m1", voice: "agent", at: 1, blocks: ["<p>One</p>"], tail_at: 5, tail: "Two" } });
    expect(whispered(open, whisper(text(8, "!"), { n: 5 }), 0)?.message?.tail).toBe("Two!");
    expect(withoutTold(open, { ...EMPTY_SESSION, ledger: LedgerParts.of([]) })).toBe(open);
    expect(withoutTold(open, { ...EMPTY_SESSION, ledger: LedgerParts.of([SAID]) }).message).toBeNull();
  });

  it("is drawn in pieces of which only the last one changes", () => {
    const long = "A line of words\n".repeat(1000);
    const pieces = piecesOf(long);
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join("\n")).toBe(long);
    expect(piecesOf(`${long}more`).slice(0, -1)).toEqual(pieces.slice(0, -1));
  });
});

describe("a tool call as a line", () => {
  it("names what it does, also by a kind that nobody knows", () => {
    expect([verbOf({ kind: "execute" }), verbOf({ kind: "time_travel" })]).toEqual(["Run", "Time travel"]);
  });

  it("is about a file of the folder, a command, a pattern, or what the agent calls it", () => {
    expect(subjectOf(call({ kind: "read", locations: [{ path: "/w/src/a.py", line: 3 }] }), "/w")).toEqual({ words: "src/a.py", mono: true });
    expect(subjectOf(call({ kind: "execute", raw_input: '{"command":["pytest","-q"]}' }), "/w")).toEqual({ words: "pytest -q", mono: true });
    expect(subjectOf(call({ kind: "search", raw_input: '{"pattern":"send("}' }), "/w")).toEqual({ words: "send(", mono: true });
    expect(subjectOf(call({ kind: "execute", title: "`make`", raw_input: "no json" }), "/w")).toEqual({ words: "make", mono: true });
    expect(subjectOf(call({ title: "Something" }), "/w")).toEqual({ words: "Something", mono: false });
  });

  it("says what came of it", () => {
    const lines = { type: "text", text: "a\nb\nc\n", left_out: 0 } as const;
    const terminal = { type: "terminal", terminal: "t", output: "..F\n\u001b[31m=== 2 passed, 1 failed ===\u001b[0m\n", truncated: false, exit_code: 1, signal: null } as const;
    expect(resultOf(call({ kind: "read", outputs: [lines] }))).toBe("3 lines");
    expect(resultOf(call({ kind: "execute", outputs: [terminal] }))).toBe("2 passed, 1 failed, exit status 1");
    expect(resultOf(call({ kind: "edit", outputs: [{ type: "diff", path: "a", old: "1\n2\n3\n", new: "1\nx\n3\ny\n", left_out: 0 }] }))).toBe("+2 −1");
    expect(resultOf(call({ status: "cancelled" }))).toBe("stopped");
    expect(resultOf(call({ status: "refused" }))).toBe("refused");
    expect(resultOf(call({ status: "no_further_word" }))).toBe("no further word of it");
    expect(resultOf(call({ status: "in_progress", outputs: [lines] }))).toBe("");
    expect(resultOf(call({ kind: "fetch", status: "failed", outputs: [{ type: "text", text: "no such host", left_out: 0 }] }))).toBe("failed: no such host");
  });

  it("opens itself when it has failed, unless that was long ago", () => {
    expect([opensItself(call({ status: "failed" })), opensItself(call({})), opensItself(call({ status: "failed", replayed: true }))]).toEqual([true, false, false]);
  });

  it("counts lines of new and deleted files", () => {
    expect(linesChanged({ old: null, new: "a\nb\n" })).toEqual({ added: 2, removed: 0 });
    expect(linesChanged({ old: "a\nb", new: null })).toEqual({ added: 0, removed: 2 });
  });
});

describe("what is completed where a person writes", () => {
  const commands = [{ name: "review", description: "", hint: null }, { name: "preview", description: "", hint: "what" }];

  it("are commands at the beginning alone, and files after an @", () => {
    expect(wantedAt("/re", 3)).toEqual({ kind: "command", words: "re", from: 0 });
    expect(wantedAt("see /re", 7)).toBeNull();
    expect(wantedAt("see @src/a", 10)).toEqual({ kind: "file", words: "src/a", from: 4 });
    expect(wantedAt("me@example", 10)).toBeNull();
  });

  it("stands in the text in its place, and the rest stays", () => {
    expect(completed("see @sr please", 7, { kind: "file", words: "sr", from: 4 }, "@src/a.py")).toEqual({ text: "see @src/a.py please", caret: 14 });
  });

  it("puts those first that begin with it, and hints at what may follow", () => {
    expect(commandsFor(commands, "re").map(({ name }) => name)).toEqual(["review", "preview"]);
    expect([hintFor(commands, "/preview "), hintFor(commands, "/preview it"), hintFor(commands, "/review ")]).toEqual(["what", null, null]);
  });
});

describe("the words about a session", () => {
  const standing = { ...EMPTY_SESSION, connection: "initialised" } as const;

  it("say whose turn it is", () => {
    expect(standingWords(standing)).toBe("your turn");
    expect(standingWords({ ...standing, taken: "p" })).toBe("working");
    expect(standingWords({ ...standing, taken: "p", waiting: ["i"] })).toBe("waits for you");
    expect(standingWords({ ...standing, taken: "p", cancelling: true, waiting: ["i"] })).toBe("stopping");
    expect(standingWords({ ...standing, sign_in: "please" })).toBe("wants you to sign in");
    expect(standingWords({ ...standing, closed: true })).toBe("closed");
    expect(standingWords({ ...EMPTY_SESSION, connection: "failed" })).toBe("could not be started");
  });

  it("say why a turn has ended, where that is not as always", () => {
    const prompt: Prompt = { id: "p", text: "", attachments: [], marks: [], state: "answered", sent: null, stop_reason: "end_turn", why: null, again_of: null };
    expect(endWords(prompt)).toBeNull();
    expect(endWords({ ...prompt, stop_reason: "moon_phase" })).toBe("It stopped: moon phase");
    expect(endWords({ ...prompt, state: "interrupted", stop_reason: null, why: "the hub ended" })).toBe("Not answered: the hub ended");
  });

  it("call it by its title, else by its first words, else by its folder", () => {
    const queue = [{ text: "Make it safe\nto repeat" }] as unknown as Prompt[];
    expect([titleOf({ ...EMPTY_SESSION, title: "One" }), titleOf({ ...EMPTY_SESSION, queue }), titleOf({ ...EMPTY_SESSION, folder: "/w/shop" })]).toEqual(["One", "Make it safe", "Session in shop"]);
  });

  it("tell how much is used, and what it has cost", () => {
    expect(usageWords({ used: 12_400, size: 200_000, cost: 0.42, currency: "USD" })).toBe("12,400 of 200,000 tokens, 6 %; 0.42 USD");
    expect(shortUsage({ used: 5, size: 0, cost: null, currency: null })).toBe("5 tokens");
  });
});

describe("raw lines", () => {
  it("are filtered by kind and words", () => {
    const line = (number: number, direction: RawLine["direction"], words: string): RawLine => ({ session: "s", number, at: 0, direction, text: words });
    const lines = [line(1, "to_agent", "initialize"), line(2, "stderr", "Warming up"), line(3, "junk", "warm")];
    expect(filteredLines(lines, new Set(["stderr", "junk"]), "WARM").map(({ number }) => number)).toEqual([2, 3]);
    expect(filteredLines(lines, new Set(["to_agent"]), "")).toHaveLength(1);
  });
});

async function followed(answers: Record<string, unknown>) {
  const asked: string[] = [];
  vi.doMock("../src/wire/sessions", () => ({
    fetchSession: () => (asked.push("session"), Promise.resolve(answers["session"])),
    fetchSessionParts: (_: string, before: number) => (asked.push(`parts ${before}`), Promise.resolve(answers["parts"])),
    fetchSessionEvents: (_: string, from: number) => (asked.push(`events ${from}`), Promise.resolve(answers["events"])),
    fetchRendered: () => Promise.resolve({ messages: [] }),
  }));
  const { lastEntry, greetings } = await import("./hub.stub");
  vi.doMock("../src/state/hub", () => ({ lastEntry, greetings }));
  const { lookAtSession, readEarlier, shownSessionOf } = await import("../src/state/sessions/sessions");
  lookAtSession("s");
  await vi.waitFor(() => expect(shownSessionOf("s").peek().at).toBe("here"));
  const tell = (number: number, title: string) => (lastEntry.value = { seq: number, session_now: { session: "s", number, at: 0, line: 0, event: { type: "title_changed", title } } });
  const here = () => {
    const shown = shownSessionOf("s").peek();
    return shown.at === "here" ? shown : null;
  };
  const state = () => here()?.state;
  const note = (number: number, id: string, place: number) => (lastEntry.value = { seq: number, session_now: { session: "s", number, at: 0, line: 0, place, event: { type: "noticed", part: notice(id, "told again") } } });
  return { asked, tell, note, state, open: () => here()?.open, greetings, readEarlier };
}

const notice = (id: string, title = "") => ({ type: "notice", id, at: 0, severity: "info", title, description: null, by_desk: false });

const snapshot = (number: number, ledger: object[] = [], earlier = 0) => ({ session: { agent_name: "Teller" }, state: { ...EMPTY_SESSION, number, ledger }, earlier, open: { whisper: 0, message: null, calls: [], activity: null } });

describe("a session that is followed", () => {
  beforeEach(() => {
    vi.resetModules();
    vi.stubGlobal("window", globalThis);
  });
  afterEach(() => vi.unstubAllGlobals());

  it("folds on what the feed brings, once", async () => {
    const { tell, state } = await followed({ session: snapshot(2) });
    tell(2, "old");
    tell(3, "new");
    tell(3, "again");
    expect(state()).toMatchObject({ number: 3, title: "new" });
  });

  it("shows a message once that its snapshot holds twice: told, and still open", async () => {
    const message = { id: "m1", voice: "agent", at: 1, blocks: [], tail_at: 0, tail: "One" };
    const both = { ...snapshot(2), state: { ...EMPTY_SESSION, number: 2, ledger: [SAID] }, open: { whisper: 3, message, calls: [], activity: null } };
    const { open } = await followed({ session: both });
    expect(open()?.message).toBeNull();
  });

  it("asks for what is missing between", async () => {
    const missing = { session: "s", number: 3, at: 0, line: 0, event: { type: "title_changed", title: "three" } };
    const { tell, state, asked } = await followed({ session: snapshot(2), events: { events: [missing] } });
    tell(4, "four");
    expect(state()?.number).toBe(2);
    await vi.waitFor(() => expect(state()).toMatchObject({ number: 4, title: "four" }));
    expect(asked).toEqual(["session", "events 2"]);
  });

  it("is read anew when the feed begins again", async () => {
    const { asked, greetings } = await followed({ session: snapshot(2) });
    greetings.value = 2;
    await vi.waitFor(() => expect(asked).toEqual(["session", "session"]));
  });
});

describe("a session of which there are earlier parts", () => {
  beforeEach(() => {
    vi.resetModules();
    vi.stubGlobal("window", globalThis);
  });
  afterEach(() => vi.unstubAllGlobals());

  it("gets earlier parts, on which what comes meanwhile is put", async () => {
    const parts = { parts: [notice("a"), notice("b")], earlier: 3, number: 8 };
    const { note, state, asked, readEarlier } = await followed({ session: snapshot(7, [notice("c")], 5), parts });
    const reading = readEarlier("s");
    note(8, "b", 4);
    note(9, "early", 1);
    note(10, "d", 6);
    await reading;
    const shown = Array.from(state()?.ledger ?? [], (part) => (part.type === "notice" ? [part.id, part.title] : []));
    expect(shown).toEqual([["a", ""], ["b", "told again"], ["c", ""], ["d", "told again"]]);
    expect([state()?.number, state()?.ledger.earlier, asked]).toEqual([10, 3, ["session", "parts 5"]]);
  });

  it("does not put parts that are older than what it has in front of it", async () => {
    const parts = { parts: [notice("a")], earlier: 0, number: 6 };
    const { state, readEarlier } = await followed({ session: snapshot(7, [notice("b")], 1), parts });
    await readEarlier("s");
    expect([state()?.ledger.length, state()?.ledger.earlier]).toEqual([1, 1]);
  });
});
