import { afterEach, describe, expect, it, vi } from "vitest";
import { documentIn, expectDocument, isAllShown, isWhole, loadDocument, slicesOf } from "../src/state/documents";
import { fetchDesk, HubError } from "../src/wire/client";
import type { DocumentSlice } from "../src/wire/types.gen";

const COUNT = 9;
const slice = (number: number, sha256 = "7f3a"): DocumentSlice => ({ html: `<p>${number}</p>`, slice: number, slices: COUNT, sha256, title: null, toc: null, front_matter: null, unshown: null, is_source: false });

async function read(fetch: (number: number) => Promise<DocumentSlice>): Promise<{ got: number[]; failure: unknown }> {
  const got: number[] = [];
  try {
    for await (const { slice: number } of slicesOf(fetch)) got.push(number);
  } catch (failure) {
    return { got, failure };
  }
  return { got, failure: null };
}

describe("the slices of a text", () => {
  it("come in order, however they arrive, and the first one alone", async () => {
    const asked: number[] = [];
    const late = (number: number) =>
      new Promise<DocumentSlice>((resolve) => {
        asked.push(number);
        if (number === 0) expect(asked).toEqual([0]);
        setTimeout(() => resolve(slice(number)), COUNT - number);
      });
    expect(await read(late)).toEqual({ got: [0, 1, 2, 3, 4, 5, 6, 7, 8], failure: null });
    expect(asked).toHaveLength(COUNT);
  });

  it("stop at the one that could not be had", async () => {
    const lost = new HubError(0, "no_answer", "The hub does not answer", null);
    expect(await read((number) => (number === 4 ? Promise.reject(lost) : Promise.resolve(slice(number))))).toEqual({ got: [0, 1, 2, 3], failure: lost });
  });

  it("are never of two texts", async () => {
    const { got, failure } = await read((number) => Promise.resolve(slice(number, number < 5 ? "7f3a" : "0000")));
    expect(got).toEqual([0, 1, 2, 3, 4]);
    expect(failure).toMatchObject({ code: "stale" });
  });
});

describe("a text that leaves something out", () => {
  const load = async (pane: string, folded: number | null) => {
    const page = { insert: () => Promise.resolve(), isGone: () => false };
    const folds = (html: string) => html === `<p>${folded}</p>`;
    await loadDocument(pane, "rv_1", 2, page, { name: pane, folds, fetch: (number) => Promise.resolve(slice(number)) });
    return documentIn(pane).peek();
  };

  it("is all shown only where no part of it is folded", async () => {
    expect(isAllShown(await load("p1", null))).toBe(true);
    expect(await load("p2", 3)).toMatchObject({ inserted: COUNT, folded: true });
    expect(isAllShown(documentIn("p2").peek())).toBe(false);
  });
});

describe("a text whose first slice comes early", () => {
  afterEach(() => vi.unstubAllGlobals());

  const EARLY = { ...slice(0), slices: null };
  const ALL = Array.from({ length: COUNT }, (_, number) => slice(number));

  /** Lines of an answer, cut where a line does not end. */
  function load(pane: string, said: readonly unknown[]): Promise<string[]> {
    const bytes = new TextEncoder().encode(said.map((one) => `${JSON.stringify(one)}\n`).join(""));
    const pieces = [bytes.slice(0, 40), bytes.slice(40, 300), bytes.slice(300)];
    const body = new ReadableStream<Uint8Array>({ start: (to) => (pieces.forEach((piece) => to.enqueue(piece)), to.close()) });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(body)));
    vi.stubGlobal("localStorage", { getItem: () => null });
    const put: string[] = [];
    const insert = (slices: readonly DocumentSlice[]) => Promise.resolve(void put.push(...slices.map(({ html }) => html)));
    return loadDocument(pane, "rv_1", 1, { insert, isGone: () => false }).then(() => put);
  }

  it("keeps that one, and knows all about the text in the end", async () => {
    expect(await load("e1", [EARLY, ...ALL])).toEqual(ALL.map(({ html }) => html));
    expect(documentIn("e1").peek()).toMatchObject({ inserted: COUNT, slices: COUNT, failure: null });
  });

  it("puts it in anew where it turns out to be another", async () => {
    const put = await load("e2", [{ ...EARLY, html: "<p>other</p>" }, ...ALL]);
    expect(put).toEqual(["<p>other</p>", ...ALL.map(({ html }) => html)]);
    expect(isAllShown(documentIn("e2").peek())).toBe(true);
  });

  it("is whole when the first one has told all, where all the others came early too", async () => {
    const others = ALL.slice(1).map((each) => ({ ...each, slices: null }));
    await load("e5", [EARLY, ...others]);
    expect(isWhole(documentIn("e5").peek())).toBe(false);
    expect(await load("e6", [EARLY, ...others, ALL[0]])).toEqual(ALL.map(({ html }) => html));
    expect(documentIn("e6").peek()).toMatchObject({ inserted: COUNT, slices: COUNT, failure: null });
    const source = ALL.slice(0, 4).map((each) => ({ ...each, html: `<pre>${each.slice}</pre>`, slices: 4 }));
    expect((await load("e7", [EARLY, ...others, ...source])).slice(COUNT)).toEqual(source.map(({ html }) => html));
    expect(documentIn("e7").peek()).toMatchObject({ inserted: 4, slices: 4, failure: null });
  });

  it("is put in a few slices at once, however many have come", async () => {
    const groups: number[][] = [];
    const lines = [EARLY, ...ALL].map((each) => JSON.stringify(each)).join("\n");
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(`${lines}\n`)));
    vi.stubGlobal("localStorage", { getItem: () => null });
    const insert = (slices: readonly DocumentSlice[]) => Promise.resolve(void groups.push(slices.map((each) => each.slice)));
    await loadDocument("e8", "rv_1", 1, { insert, isGone: () => false });
    expect(groups).toEqual([[0], [1, 2, 3, 4, 5, 6], [7, 8]]);
  });

  it("is not whole when the rest cannot be had, or does not come", async () => {
    const error = { code: "work_failed", message: "No worker can be had.", hint: "Try again." };
    await load("e3", [EARLY, { error }]);
    expect(documentIn("e3").peek()).toMatchObject({ inserted: 1, failure: { code: "work_failed" } });
    await load("e4", [EARLY, ...ALL.slice(0, 4)]);
    expect(isWhole(documentIn("e4").peek())).toBe(false);
    expect(documentIn("e4").peek()).toMatchObject({ inserted: 4, failure: { code: "no_answer" } });
  });
});

const DESK = { first: { kind: "review", id: "rv_1", number: 2 } };
const [ONE, OTHER] = ["<p>came along</p>", "<p>asked for</p>"];
const only = (html: string) => ({ ...slice(0), html, slices: 1 });

const streamOf = (values: readonly unknown[], held: boolean, cancel: () => void) =>
  new ReadableStream<Uint8Array>({
    start: (to) => {
      for (const value of values) to.enqueue(new TextEncoder().encode(`${JSON.stringify(value)}\n`));
      if (!held) to.close();
    },
    cancel,
  });

/** A fresh page, what it asks, and whether it gave its document up; `held`: the hub is still busy with it. */
async function opened(said: readonly unknown[], held = false): Promise<{ asked: string[]; dropped: () => void }> {
  const asked: string[] = [];
  const dropped = vi.fn();
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return Promise.resolve(new Response(path === "/api/desk" ? streamOf(said, held, dropped) : streamOf([only(OTHER)], false, () => undefined)));
  });
  const opening = await fetchDesk();
  expect(opening.desk).toEqual(DESK);
  expectDocument(opening);
  return { asked, dropped };
}

async function put(pane: string, revision: number): Promise<string[]> {
  const html: string[] = [];
  const insert = (slices: readonly DocumentSlice[]) => Promise.resolve(void html.push(...slices.map((each) => each.html)));
  await loadDocument(pane, "rv_1", revision, { insert, isGone: () => false });
  expect(isWhole(documentIn(pane).peek())).toBe(true);
  return html;
}

describe("a text that comes with the list", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it("is asked for by nobody, but by the second pane that shows it", async () => {
    const { asked } = await opened([DESK, only(ONE)]);
    expect(await put("o1", 2)).toEqual([ONE]);
    expect(asked).toEqual(["/api/desk"]);
    expect(await put("o2", 2)).toEqual([OTHER]);
    expect(asked).toEqual(["/api/desk", "/api/reviews/rv_1/revisions/2/slices"]);
  });

  it("is no other revision", async () => {
    const { asked } = await opened([DESK, only(ONE)]);
    expect(await put("o3", 3)).toEqual([OTHER]);
    expect(asked).toHaveLength(2);
  });

  it("is given up when no pane wants it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const { dropped } = await opened([DESK], true);
    expect(dropped).not.toHaveBeenCalled();
    vi.runAllTimers();
    vi.useRealTimers();
    await vi.waitFor(() => expect(dropped).toHaveBeenCalled());
    expect(await put("o4", 2)).toEqual([OTHER]);
  });
});
