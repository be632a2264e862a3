import { beforeEach, describe, expect, it, vi } from "vitest";
import { ALL, askedFor, beyondWorkspaces, countByItself, isNarrowed, type Choices } from "../src/state/history/choices";
import { byDay, byWorkspace, leavesGap, merged } from "../src/state/history/groups";
import { arrange, catchUp, choices, choose, failure, forgetLine, groups, lines, loadMore, wholeHistory, withMore } from "../src/state/history/lines";
import { endOf, handOf, marksWords, spanWords } from "../src/state/history/words";
import { close, openOver, panes, showIn } from "../src/state/panes";
import { HubError } from "../src/wire/client";
import type { HistoryFacets, HistoryLine, HistoryPage } from "../src/wire/types.gen";

const NOW = new Date(2026, 10, 24, 15, 0).getTime();

function line(number: number, changes: Partial<HistoryLine> = {}): HistoryLine {
  return {
    place: String(7_000_000_000_000_000_000n + BigInt(number)), kind: "permission", id: `pm_${number}`, version: 1, title: `Line ${number}`,
    agent: "codex", agent_name: "Codex", workspace: "/srv/shop", workspace_name: "shop", outcome: "allowed", decider: "person",
    decided_at: new Date(2026, 10, number, 12).toISOString(), marks: 0, forgotten: false, snippet: [], ...changes,
  };
}

const page = (all: readonly HistoryLine[], next: string | null = null): HistoryPage => ({ lines: all, next, indexed: 9, seq: 9 });
const titles = (all: readonly HistoryLine[]) => all.map(({ title }) => title);
const chosen = (changes: Partial<Choices>) => askedFor({ ...ALL, ...changes }, NOW);
const facetsOf = (changes: Partial<HistoryFacets>): HistoryFacets => ({ agents: [], workspaces: [], outcomes: [], kinds: [], deciders: [], ...changes });

describe("what is chosen in history", () => {
  it("leaves out what was decided while nobody was asked, unless that is wanted", () => {
    expect(chosen({}).deciders).toEqual(["person", "timeout", "agent"]);
    expect(chosen({ rules: true }).deciders).toEqual([]);
    expect(chosen({ by: "rules" }).deciders).toEqual(["rule", "grant", "session", "mode", "policy"]);
    expect(chosen({ by: "person", rules: true }).deciders).toEqual(["person"]);
  });

  it("asks for days as the person's clock has them", () => {
    const from = (month: number, day: number) => new Date(2026, month, day).toISOString();
    expect(chosen({ span: "today" })).toMatchObject({ since: from(10, 24), until: null });
    expect(chosen({ span: "week" })).toMatchObject({ since: from(10, 18) });
    expect(chosen({ span: "month" })).toMatchObject({ since: from(9, 26) });
    expect(chosen({ span: "between", from: "2026-11-20", to: "2026-11-21" })).toMatchObject({ since: from(10, 20), until: new Date(2026, 10, 21, 23, 59, 59, 999).toISOString() });
    expect(chosen({ span: "between", from: "", to: "nonsense" })).toMatchObject({ since: null, until: null });
  });

  it("knows whether anything is left out", () => {
    expect([isNarrowed(ALL), isNarrowed({ ...ALL, rules: true })]).toEqual([false, false]);
    expect([isNarrowed({ ...ALL, words: "x" }), isNarrowed({ ...ALL, span: "week" }), isNarrowed({ ...ALL, by: "agent" })]).toEqual([true, true, true]);
  });

  it("counts what was decided while nobody was asked", () => {
    const counted = (value: string, count: number) => ({ value, name: value, count });
    expect(beyondWorkspaces(null)).toBe(0);
    expect(beyondWorkspaces(facetsOf({ kinds: [counted("review", 40), counted("question", 2)], workspaces: [counted("/a", 30), counted("/b", 5)] }))).toBe(7);
    expect(countByItself(facetsOf({ deciders: [counted("rule", 40), counted("person", 9), counted("grant", 2)] }))).toBe(42);
  });

  it("is a sentence", () => {
    const words = (changes: Partial<Choices>) => spanWords({ ...ALL, ...changes });
    expect([words({}), words({ span: "week" })]).toEqual(["at any time", "in the last 7 days"]);
    const between = (from: string, to: string) => words({ span: "between", from, to });
    expect([between("", ""), between("a", ""), between("", "b"), between("a", "b")]).toEqual(["between two days", "since a", "until b", "from a to b"]);
  });
});

describe("a line of history", () => {
  it("says how it ended and by whom, in the person's colour or in that of silence", () => {
    expect(endOf({ outcome: "changes_requested", decider: "person" })).toEqual(["Changes requested", "you"]);
    expect(endOf({ outcome: "expired", decider: "timeout" })).toEqual(["Expired", "nobody"]);
    expect([handOf("person"), handOf("timeout"), handOf("rule")]).toEqual(["person", "nobody", ""]);
    expect([marksWords(0), marksWords(1), marksWords(3)]).toEqual(["", "1 mark", "3 marks"]);
  });
});

describe("lines in groups", () => {
  it("stand under their day, and under their workspace in the order in which these were read", () => {
    const all = [line(9, { workspace: "/b", workspace_name: "b" }), line(8), line(8, { id: "pm_x", workspace: "/new", workspace_name: "new" })];
    expect(byDay(all).map((group) => group.lines.length)).toEqual([1, 2]);
    expect(byWorkspace(all, ["/srv/shop", "/b"]).map(({ name }) => name)).toEqual(["new", "shop", "b"]);
  });
});

describe("a newer page", () => {
  const known = [line(5), line(4), line(3), line(2)];

  it("brings what was decided since, and takes what waits again", () => {
    expect(titles(merged(known, page([line(6), line(5), line(3)], line(3).place), () => true))).toEqual(["Line 6", "Line 5", "Line 3", "Line 2"]);
  });

  it("moves what was decided anew to its new place", () => {
    const again = line(7, { id: "pm_2", title: "Line 2 again" });
    expect(titles(merged(known, page([again, line(5), line(4)], line(4).place), () => true))).toEqual(["Line 2 again", "Line 5", "Line 4", "Line 3"]);
  });

  it("leaves nothing that it does not have, when it is all there is", () => {
    expect(titles(merged(known, page([line(5)]), () => true))).toEqual(["Line 5"]);
  });

  it("that knows none of the lines leaves a gap", () => {
    expect(leavesGap(known, page([line(9), line(8)], line(8).place))).toBe(true);
    expect(leavesGap(known, page([line(9), line(5)], line(5).place))).toBe(false);
    expect(leavesGap([], page([line(9)], line(9).place))).toBe(false);
  });
});

/** A hub with these lines; it notes what was asked. */
function hubWith(all: readonly HistoryLine[], facets = facetsOf({})): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    const url = new URL(path, "http://desk");
    if (url.pathname.endsWith("/facets")) return Promise.resolve(Response.json(facets));
    asked.push(url.searchParams);
    const [limit, before, workspace] = [Number(url.searchParams.get("limit")), url.searchParams.get("before"), url.searchParams.get("workspace")];
    const rest = all.filter((each) => (before === null || BigInt(each.place) < BigInt(before)) && (workspace === null || each.workspace === workspace));
    const some = rest.slice(0, limit);
    return Promise.resolve(Response.json(page(some, some.length === limit ? (some.at(-1)?.place ?? null) : null)));
  });
  return asked;
}

const many = (count: number, changes: Partial<HistoryLine> = {}) => Array.from({ length: count }, (_, at) => line(count - at, { id: `${changes.workspace ?? ""}-${count - at}`, ...changes }));

async function startAfresh(): Promise<void> {
  hubWith([]);
  await arrange("day");
  await choose(ALL);
}

describe("the list", () => {
  beforeEach(startAfresh);

  it("is read page by page to its end", async () => {
    const asked = hubWith(many(70));
    await choose({ words: "till" });
    expect([lines.value.length, wholeHistory.value]).toEqual([50, false]);
    await loadMore();
    expect([lines.value.length, wholeHistory.value]).toEqual([70, true]);
    expect(asked.map((query) => [query.get("words"), query.get("before")])).toEqual([["till", null], ["till", line(21).place]]);
  });

  it("forgets a slow answer to words that are no longer asked for", async () => {
    hubWith([line(1)]);
    const slow = choose({ words: "slow" });
    hubWith([line(2)]);
    await Promise.all([choose({ words: "quick" }), slow]);
    expect([choices.value.words, ...titles(lines.value)]).toEqual(["quick", "Line 2"]);
  });

  it("keeps its place while new decisions come on top", async () => {
    hubWith(many(70));
    await choose({ words: "" });
    await loadMore();
    hubWith(many(71));
    expect(await catchUp()).toBe(9);
    expect([lines.value.length, lines.value[0]?.title, lines.value.at(-1)?.title]).toEqual([71, "Line 71", "Line 1"]);
  });

  it("has a few of each workspace, and all of one that is chosen", async () => {
    const [shop, ingest] = ["/srv/shop", "/srv/ingest"];
    const all = [...many(20, { workspace: shop }), ...many(3, { workspace: ingest, workspace_name: "ingest" })];
    hubWith(all, facetsOf({ workspaces: [{ value: shop, name: "shop", count: 20 }, { value: ingest, name: "ingest", count: 3 }] }));
    await arrange("workspace");
    expect(groups.value.map((group) => [group.name, group.lines.length])).toEqual([["shop", 8], ["ingest", 3]]);
    expect([...withMore.value]).toEqual([shop]);
    expect(wholeHistory.value).toBe(true);
    await choose({ workspace: shop });
    expect(lines.value.length).toBe(20);
    expect(groups.value.every(({ workspace }) => workspace === null)).toBe(true);
  });
});

describe("the list that is open", () => {
  beforeEach(startAfresh);

  it("says at once what was forgotten", async () => {
    hubWith([line(2), line(1)]);
    await choose({ words: "" });
    forgetLine("pm_1");
    expect(lines.value.map(({ title, forgotten }) => [title, forgotten])).toEqual([["Line 2", false], ["", true]]);
  });

  it("says that the hub is away, and keeps what it has", async () => {
    hubWith([line(1)]);
    await choose({ words: "" });
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("away")));
    await choose({ words: "x" });
    expect(failure.value).toBeInstanceOf(HubError);
    expect(lines.value.length).toBe(1);
  });
});

describe("what is opened from history", () => {
  it("covers it, and gives it back with what that covered", () => {
    const id = [...panes.value.keys()][0] ?? "";
    const shown = () => panes.value.get(id)?.view.kind;
    showIn(id, { kind: "review", review: "rv_1", revision: null });
    showIn(id, { kind: "history" });
    openOver(id, { kind: "permission", permission: "pm_1" });
    expect(shown()).toBe("permission");
    close(id);
    expect(shown()).toBe("history");
    close(id);
    expect(shown()).toBe("review");
  });

  it("does not pile up when history is called for again", () => {
    const id = [...panes.value.keys()][0] ?? "";
    showIn(id, { kind: "history" });
    for (const permission of ["pm_1", "pm_2"]) {
      openOver(id, { kind: "permission", permission });
      showIn(id, { kind: "history" });
    }
    expect(panes.value.get(id)?.under.length).toBeLessThanOrEqual(1);
  });
});
