import { describe, expect, it } from "vitest";
import { documentIn, isAllShown, loadDocument, slicesOf } from "../src/state/documents";
import { HubError } from "../src/wire/client";
import type { DocumentSlice } from "../src/wire/types.gen";

const COUNT = 9;
const slice = (number: number, sha256 = "7f3a"): DocumentSlice => ({ html: `<p>${number}</p>`, slice: number, slices: COUNT, sha256, title: null, toc: null, front_matter: null, unshown: null });

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
