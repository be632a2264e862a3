import { describe, expect, it } from "vitest";
import { nameOfMark, readMark, readNote } from "../src/state/pages/entries";
import { countsOf, EVERYTHING, filtered, groupByPage } from "../src/state/pages/filter";
import { pageLink, shown, shownPicture } from "../src/state/pages/links";
import { isUntouched, stranded, type PageWords } from "../src/state/pages/words";
import { siteIn, siteWords } from "../src/state/pages/sites";
import { railOf } from "../src/state/rail";
import { sentenceOf } from "../src/state/journal/sentences";
import type { PageEntry } from "../src/state/pages/entries";
import type { KnownEntry, PageSite } from "../src/wire/types.gen";
import { journalLine, review } from "./sample";

const AT = "2026-03-02T10:00:00.000Z";
const entry = (more: PageEntry = {}): PageEntry => ({ id: "a", type: "text", pageUrl: "/", pageTitle: "Home", note: "n", createdAt: AT, updatedAt: AT, selectedText: "words", ...more });
const mark = (more: PageEntry = {}) => readMark(entry(more)) ?? expect.fail("no mark");
const site = (more: Partial<PageSite> = {}): PageSite => ({
  ...{ id: "s", name: "shop", root: "/src/shop", storage: "/src/shop/inline-review.json", address: null },
  ...{ open: 0, in_progress: 0, addressed: 0, notes: 0, problem: null, changed_at: null, ...more },
});

describe("an entry of a page file", () => {
  it("is read with what it says", () => {
    const replies = [{ message: "Done", createdAt: AT }, { message: "Not quite", role: "reviewer" }];
    const read = mark({ status: "addressed", addressedAt: AT, replies, source: { file: "a.astro", line: 3 }, range: { contextBefore: "the " } });
    expect(read).toMatchObject({ status: "addressed", status_at: AT, source: "a.astro:3", marked: { kind: "text", quote: "words", before: "the ", replaced: null } });
    expect(read.replies).toEqual([{ words: "Done", by: "agent", at: AT }, { words: "Not quite", by: "you", at: null }]);
  });

  it("has the status that the file's own rule gives it", () => {
    expect(mark().status).toBe("open");
    expect(mark({ status: "resolved", resolvedAt: AT })).toMatchObject({ status: "addressed", status_at: AT });
    expect(mark({ resolvedAt: AT }).status).toBe("addressed");
    expect(mark({ status: "in_progress", inProgressAt: AT })).toMatchObject({ status: "in_progress", status_at: AT });
  });

  it("is an element with its description, or else its selector", () => {
    expect(nameOfMark(mark({ type: "element", elementSelector: { description: "img.hero", cssSelector: "img" } }))).toBe("img.hero");
    expect(nameOfMark(mark({ type: "element", elementSelector: { cssSelector: "img" } }))).toBe("img");
    expect(mark({ type: "element", also: [{ description: "p" }, null, { description: 3 }] }).marked).toMatchObject({ also: ["p"] });
  });

  it("believes nothing of what is not as it should be", () => {
    const odd = { note: 3, pageTitle: null, createdAt: "yesterday", replies: [null, "x", { message: 4 }], source: "x", range: 7, picture: "http://x/" };
    expect(mark(odd)).toMatchObject({ note: "", title: "", created_at: null, replies: [], source: null, picture: null });
    expect(readMark({})).toBeNull();
    expect(readNote({ id: 4 })).toBeNull();
  });
});

describe("a link into a page", () => {
  const here = "http://127.0.0.1:4321";
  it("leads to a path of a site on this machine", () => {
    expect(pageLink(here, "/basket?x=1#y")).toBe(`${here}/basket?x=1#y`);
    for (const name of ["localhost", "my.site.localhost", "[::1]", "127.9.9.9"]) expect(pageLink(`https://${name}:8`, "/a")).toBe(`https://${name}:8/a`);
  });

  it.each(["javascript:alert(1)", "//evil.example", "/\\evil.example", "http://evil.example/", "data:text/html,x", "basket", "", "/\t/evil.example"])("never leads to %j", (path) => {
    expect(pageLink(here, path)).toBeNull();
  });

  it.each([null, "http://evil.example", "http://127.0.0.1.evil.example", "http://me@127.0.0.1", "ftp://127.0.0.1", "http://192.168.0.2", "x"])("is not made for a site at %j", (address) => {
    expect(pageLink(address, "/")).toBeNull();
  });

  it("is no picture unless it is one, here and small", () => {
    expect(shownPicture("data:image/png;base64,AAAA")).toBe("data:image/png;base64,AAAA");
    for (const bad of ["data:image/svg+xml;base64,AAAA", "data:text/html;base64,AAAA", "https://x/y.png", `data:image/png;base64,${"A".repeat(2_000_000)}`, 3]) expect(shownPicture(bad)).toBeNull();
  });

  it("shows what would not be seen, and leaves emoji alone", () => {
    expect(shown("a\u202eb\u0007\n")).toBe("a⟨U+202E⟩b⟨U+0007⟩\n");
    expect(shown("👩‍🌾 שלום")).toBe("👩‍🌾 שלום");
  });
});

describe("what is shown of a site", () => {
  const marks = [mark(), mark({ id: "b", pageUrl: "/b", status: "addressed" }), mark({ id: "c", pageTitle: "New title" })];
  const note = readNote(entry({ id: "n", pageUrl: "/b" })) ?? expect.fail("no note");
  const groups = groupByPage(marks, [note]);

  it("stands page by page, and keeps its number", () => {
    expect(groups.map(({ url, title }) => [url, title])).toEqual([["/", "New title"], ["/b", "Home"]]);
    expect(groups[0]?.marks.map(({ number }) => number)).toEqual([1, 3]);
    expect(filtered(groups, { status: "addressed", page: null })).toMatchObject([{ url: "/b", notes: [], marks: [{ number: 2 }] }]);
    expect(filtered(groups, { ...EVERYTHING, page: "/b" })).toHaveLength(1);
    expect(filtered(groups, { status: "open", page: "/b" })).toMatchObject([{ notes: [{ id: "n" }], marks: [] }]);
    expect(countsOf(marks)).toEqual({ open: 2, in_progress: 0, addressed: 1 });
  });

  it("is said with what waits for the person first", () => {
    expect(siteWords(site({ open: 3, addressed: 2, notes: 1 }))).toBe("2 addressed · 3 open");
    expect(siteWords(site({ notes: 1 }))).toBe("1 page note");
    expect(siteWords(site())).toBe("nothing marked");
    expect(siteWords(site({ problem: "x", open: 1 }))).toBe("its file cannot be read");
  });

  it("stands with its workspace in the rail, or alone", () => {
    const groups = [{ workspace: "/src", name: "src", items: [review()] }, { workspace: "/src/shop", name: "shop", items: [review({ id: "r2" })] }];
    const rail = railOf(groups, [site({ id: "in", root: "/src/shop/web" }), site({ id: "out", root: "/else", name: "else" }), site({ id: "out2", root: "/else", name: "else (b)" })]);
    expect(rail.map(({ name, sites }) => [name, sites.map(({ id }) => id)])).toEqual([["src", []], ["shop", ["in"]], ["else", ["out", "out2"]]]);
    expect(railOf([{ workspace: "/src/shop", name: "shop", items: [] }], [site({ root: "/src/shopping" })])).toHaveLength(2);
  });
});

describe("words that are being written", () => {
  const words = (more: Partial<PageWords>): PageWords => ({ purpose: "reply", about: "a", text: "x", base: null, called: "", failed: null, going: false, ...more });
  it("are told to have lost their place only when there is something to lose", () => {
    const list = [words({}), words({ about: "gone" }), words({ about: "gone", text: " " }), words({ about: "gone", purpose: "edit", text: "same", base: "same" }), words({ about: "/new", purpose: "note" })];
    expect(stranded(list, new Set(["a"]))).toEqual([list[1]]);
    expect(isUntouched(words({ text: " same\n", base: "same" }))).toBe(true);
  });
});

describe("the journal of pages", () => {
  const told = (kind: KnownEntry["kind"], body: KnownEntry["body"], actor: KnownEntry["actor"]["kind"] = "person") =>
    sentenceOf(journalLine({ kind, actor: { kind: actor, id: "claude-code" }, item: null, body }), null);

  it("says what became of an annotation, and by whom", () => {
    expect(told("page_annotation_removed", { status: "addressed", quote: "words", page: "/" })).toMatchObject({ verb: "Accepted", about: "words, /", who: "You" });
    expect(told("page_annotation_removed", { status: "open", quote: "words", page: "/" }).verb).toBe("Annotation deleted:");
    expect(told("page_annotation_changed", { status: "addressed", quote: "w", page: "/" }, "agent")).toMatchObject({ verb: "Addressed", who: "claude-code" });
    expect(told("page_annotation_changed", { status: "open", quote: "w", page: "/" }, "page_visitor")).toMatchObject({ who: "A page visitor", hand: "other" });
    expect(told("page_file_changed", { added: 2, changed: 0, removed: 1 }, "hand")).toMatchObject({ about: "2 added, 1 removed", who: "By hand" });
  });

  it("knows which site an entry is about", () => {
    const about = (kind: KnownEntry["kind"], body: KnownEntry["body"]) => siteIn({ kind, body } as KnownEntry);
    expect(about("page_note_added", { site: "s" })).toBe("s");
    expect(about("page_change_intended", { site: "s" })).toBeNull();
    expect(about("review_opened", {})).toBeNull();
  });
});
