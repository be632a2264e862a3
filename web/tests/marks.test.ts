import { afterEach, describe, expect, it, vi } from "vitest";
import { paintsOf, spoken, standsAbove } from "../src/desk/reviews/marks/paints";
import { isFolded, isNoted, itemsOf } from "../src/desk/reviews/marks/items";
import { stack } from "../src/desk/reviews/marks/stack";
import { annotationsOn, inOrder, isCarried, isOnWhole, isUnsent, loadAnnotations, numbersOf, reloadAnnotations, takeAnnotation } from "../src/state/annotations";
import { withPending, type Write } from "../src/state/annotations_pending";
import { objectionTo } from "../src/state/images";
import { newMarkId } from "../src/state/marking";
import { redo, remember, undo } from "../src/state/undo";
import type { Annotation } from "../src/wire/types.gen";
import { mark } from "./marks.sample";

const at = "2026-11-22T01:00:00.000Z";
const write = (id: string, deed: Write["deed"]): Write => ({ mark: id, deed, at, tab: "here", refused: null });
const known = (...marks: Annotation[]) => new Map(marks.map((each) => [each.id, each]));

describe("names of new marks", () => {
  it("are those the hub would make, and sort by time", () => {
    const [first, second] = [newMarkId(1_000), newMarkId(2_000)];
    expect(first).toMatch(/^an_[0-9abcdefghjkmnpqrstvwxyz]{26}$/);
    expect(first < second).toBe(true);
    expect(newMarkId(0, new Uint8Array(10))).toBe(`an_${"0".repeat(26)}`);
  });
});

describe("what this page did and the hub does not know", () => {
  it("lies on top of what the hub has told", () => {
    const { id } = mark();
    const told = known(mark(), mark({ id: "an_2" }));
    const writes = [write(id, { do: "patch", change: { words: "Mine" } }), write("an_2", { do: "remove" })];
    expect(withPending("rv_1", 1, told, writes)).toEqual([{ ...mark(), words: "Mine" }]);
  });

  it("brings removed marks back and keeps the order of deeds", () => {
    const writes = [write("an_1", { do: "remove" }), write("an_1", { do: "restore", was: mark({ words: "Back" }) }), write("an_1", { do: "address" })];
    expect(withPending("rv_1", 1, known(mark()), writes)).toMatchObject([{ id: "an_1", words: "Back", status: "addressed" }]);
  });

  it("is not shown on a revision before it was made", () => {
    const put = write("an_9", { do: "put", words: mark({ revision: 2, position: 3 }), position: 3 });
    expect(withPending("rv_1", 1, known(), [put])).toEqual([]);
    expect(withPending("rv_1", 2, known(), [put])).toMatchObject([{ id: "an_9", position: 3, revision: 2, sent: false }]);
  });

  it("keeps a lost mark as a note on the whole", () => {
    const lost = mark({ place: null, fate: "gone", sent: true });
    const [kept] = withPending("rv_1", 2, known(lost), [write(lost.id, { do: "keep", revision: 2, as: "note" })]);
    expect(kept && isOnWhole(kept) && isUnsent(kept, 2)).toBe(true);
  });
});

describe("answers of the hub", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("that are on their way when marks are carried do not hide the carried ones", async () => {
    const answers: ((answer: Response) => void)[] = [];
    vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => answers.push(resolve)));
    const asked = Promise.all([loadAnnotations("rv_c", 2), reloadAnnotations("rv_c")]);
    const [early, late] = [[], [mark({ review: "rv_c" })]].map((annotations, index) => Response.json({ annotations, seq: 10 + index }));
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    if (late) answers[1]?.(late);
    await vi.waitFor(() => expect(annotationsOn("rv_c", 2).value).toHaveLength(1));
    if (early) answers[0]?.(early);
    await asked;
    expect(annotationsOn("rv_c", 2).value).toHaveLength(1);
  });
});

describe("an older list of the hub", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("takes no mark away that was made after it, and one that it does not know any more", async () => {
    const answer = (seq: number, ...ids: string[]) => Response.json({ annotations: ids.map((id) => mark({ id, review: "rv_d", revision: 1 })), seq });
    let resolve: (answer: Response) => void = () => undefined;
    vi.stubGlobal("fetch", () => new Promise<Response>((heard) => (resolve = heard)));
    const loading = loadAnnotations("rv_d", 1);
    takeAnnotation(mark({ id: "an_2", review: "rv_d", revision: 1 }), 11);
    resolve(answer(10, "an_1"));
    await loading;
    expect(annotationsOn("rv_d", 1).value.map(({ id }) => id)).toEqual(["an_1", "an_2"]);
    const again = loadAnnotations("rv_d", 1);
    resolve(answer(12, "an_1"));
    await again;
    expect(annotationsOn("rv_d", 1).value.map(({ id }) => id)).toEqual(["an_1"]);
  });
});

describe("marks that were done as asked", () => {
  const done = mark({ fate: "done", status: "addressed", sent: true, kind: "deletion", place: null });

  it("are folded, and are neither lost nor notes on the whole", () => {
    const [item] = itemsOf([done], [], 2, null);
    expect(item && isFolded(item)).toBe(true);
    expect(isOnWhole(done)).toBe(false);
    expect(isUnsent(done, 1)).toBe(false);
  });

  it("show what has become of their place once they are opened again", () => {
    const fateOf = (change: Partial<Annotation>) => withPending("rv_1", 2, known({ ...done, ...change }), [write(done.id, { do: "reopen" })])[0]?.fate;
    expect(fateOf({})).toBe("gone");
    expect(fateOf({ kind: "replacement", place: mark().place })).toBe("changed");
    expect(fateOf({ kind: "insertion", place: mark().place })).toBe("there");
    expect(fateOf({ fate: "changed" })).toBe("changed");
  });
});

describe("marks of this round and of earlier ones", () => {
  it("are told apart by the revision they live on", () => {
    expect(isUnsent(mark(), 1)).toBe(true);
    for (const other of [mark({ sent: true }), mark({ status: "addressed" }), mark({ fate: "gone", place: null })]) expect(isUnsent(other, 1)).toBe(false);
    expect(isCarried(mark(), 2)).toBe(true);
  });

  it("are numbered down the text, notes on the whole are not", () => {
    const marks = [mark({ id: "b", position: 9 }), mark({ id: "n", kind: "note", place: null }), mark({ id: "a", position: 2 })].sort(inOrder);
    expect([...numbersOf(marks)]).toEqual([["a", 1], ["b", 2]]);
  });

  it("are drawn with their own look", () => {
    const [own] = paintsOf([mark()], [], 1);
    const [last] = paintsOf([mark()], [], 2);
    expect([own?.look, last?.look]).toEqual(["own", "last"]);
    expect(own && spoken(own)).toBe("Mark 1, commented: ");
    expect(paintsOf([mark({ place: null, fate: "gone" })], [], 2)).toEqual([]);
  });

  it("have a note when they say something", () => {
    const noted = (changes: Partial<Annotation>) => itemsOf([mark({ kind: "deletion", words: "", ...changes })], [], 1, null).filter(isNoted).length;
    expect(noted({})).toBe(0);
    for (const said of [{ words: "Why" }, { label: "Too vague" }, { live_on: 0 }]) expect(noted(said)).toBe(1);
  });
});

describe("new words", () => {
  it("stand above the old ones unless they are much longer or go over lines", () => {
    const replacement = (text: string) => standsAbove({ kind: "replacement", text, length: 10 });
    expect([replacement("x".repeat(22)), replacement("x".repeat(23)), replacement("a\nb"), replacement("")]).toEqual([true, false, false, false]);
  });
});

describe("notes in the margin", () => {
  const wish = (id: string, top: number | null, height = 40) => ({ id, top, height });

  it("stand on their line, or are pushed down", () => {
    expect([...stack([wish("a", 10), wish("b", 20), wish("c", 200), wish("lost", null)], 0)]).toEqual([["a", 10], ["b", 58], ["c", 200], ["lost", 248]]);
  });

  it("leave room for what stands there already", () => {
    expect([...stack([wish("a", 10), wish("b", 60)], 30, { top: 100, height: 50 })]).toEqual([["a", 30], ["b", 158]]);
  });
});

describe("taking back", () => {
  it("walks back and forth, and a new step forgets what was taken back", () => {
    const log: string[] = [];
    const step = (says: string) => remember("rv_u", { says, back: () => log.push(`-${says}`), again: () => log.push(`+${says}`) });
    step("one");
    step("two");
    expect([undo("rv_u")?.says, undo("rv_u")?.says, undo("rv_u")]).toEqual(["two", "one", null]);
    expect(redo("rv_u")?.says).toBe("one");
    step("three");
    expect(redo("rv_u")).toBeNull();
    expect(log).toEqual(["-two", "-one", "+one"]);
  });

  it("does not remember itself", () => {
    remember("rv_s", { says: "one", back: () => remember("rv_s", { says: "inner", back: () => undefined, again: () => undefined }), again: () => undefined });
    undo("rv_s");
    expect(undo("rv_s")).toBeNull();
  });
});

describe("pictures", () => {
  it("are of four kinds and not too large", () => {
    const file = (type: string, size = 10) => objectionTo({ name: "a", type, size });
    expect(file("image/webp")).toBeNull();
    for (const refused of [file("image/svg+xml"), file(""), file("image/png", 6_000_000), file("image/png", 0)]) expect(refused).not.toBeNull();
  });
});
