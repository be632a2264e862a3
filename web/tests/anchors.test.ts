import { describe as about, expect, it } from "vitest";
import { subsequence } from "../src/anchors/alignment";
import { readAnchor, type Anchor } from "../src/anchors/anchor";
import { describe, read, resolve, resolveAll } from "../src/anchors/anchoring";
import { splitsPair, type Place } from "../src/anchors/place";
import { fromSerialized, serialized } from "../src/anchors/projection";
import { passages, placeAt, quoteIn, spanOf, type Source, type Unit } from "../src/anchors/text";
import { codePoints, digest, split, weight, Worded } from "../src/anchors/words";

const REV = "0".repeat(64);

/** A generator that throws the same every time. */
class Dice {
  constructor(private seed: number) {}

  below(limit: number): number {
    this.seed = (Math.imul(this.seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.seed / 2 ** 32) * limit);
  }

  one<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error("Nothing to choose from");
    return item;
  }
}

const WORDS = ["TODO", "the", "plan", "Übung", "e\u0301t\u00e9", "漢字かな", "👩‍👩‍👧", "🇨🇭", "שלום", "a\u00a0b", "x+=1;", "ulid", "—", "“so”", "\n", "\t  ", "🚚🚚"];

function words(dice: Dice, count: number): string {
  return Array.from({ length: count }, () => dice.one(WORDS) + dice.one([" ", " ", " ", "  ", "\n", ""])).join("");
}

function someText(dice: Dice): Source {
  const units: Unit[] = [];
  const count = 1 + dice.below(14);
  for (let at = 0; at < count; at += 1) {
    const twin = units[dice.below(units.length || 1)];
    const text = twin !== undefined && dice.below(4) === 0 ? twin.text : words(dice, 1 + dice.below(dice.below(9) === 0 ? 2_000 : 12));
    units.push({ block: `b${at}`, kind: dice.one(["paragraph", "item", "code", "cell"]), text, section: dice.one([[], ["TODO"], ["a", "b"]]) });
  }
  return { units };
}

function somePlace(dice: Dice, source: Source): Place | null {
  const text = passages(source);
  const whole = text.text;
  const start = dice.below(whole.length);
  const end = Math.min(whole.length, start + 1 + dice.below(dice.below(3) === 0 ? whole.length : 20));
  return splitsPair(whole, start) || splitsPair(whole, end) ? null : placeAt(text, start, end);
}

/** The same text, a few of its units dropped, doubled, moved or edited. */
function editedText(dice: Dice, { units }: Source): Source {
  const next = [...units];
  for (let turn = dice.below(5); turn > 0 && next.length > 0; turn -= 1) {
    const at = dice.below(next.length);
    const unit = next[at];
    if (unit === undefined) continue;
    const made: Unit = { ...unit, block: `n${turn}` };
    const act = dice.below(4);
    if (act === 0) next.splice(at, 1);
    else if (act === 1) next.splice(dice.below(next.length), 0, made);
    else if (act === 2) next.push(...next.splice(at, 1));
    else next[at] = { ...made, text: words(dice, 2) + made.text.slice(dice.below(made.text.length)) };
  }
  return { units: next };
}

const runs = (count: number, work: (dice: Dice) => void) => {
  for (let seed = 1; seed <= count; seed += 1) {
    try {
      work(new Dice(seed * 7919));
    } catch (failure) {
      throw new Error(`with seed ${seed}`, { cause: failure });
    }
  }
};

about("a text", () => {
  it("has a span for each place and a place for each span", () => {
    runs(400, (dice) => {
      const source = someText(dice);
      const place = somePlace(dice, source);
      if (place === null) return;
      const text = passages(source);
      const span = spanOf(text, place);
      expect(span).not.toBeNull();
      expect(span === null ? null : placeAt(text, ...span)).toEqual(place);
    });
  });

  it("has no place that is empty, outside of it, or half a character", () => {
    const text = passages({ units: [{ block: "a", kind: "paragraph", text: "a🚚b", section: [] }, { block: "b", kind: "row", text: " ", section: [] }] });
    const at = (start: number, end: number, block = "a") => quoteIn(text, { start_block: block, start, end_block: block, end });
    expect([at(0, 1), at(1, 3), at(0, 4)]).toEqual(["a", "🚚", "a🚚b"]);
    expect([at(1, 2), at(2, 3), at(1, 1), at(-1, 1), at(0, 5), at(0, 1, "b"), at(0, 1, "x")]).toEqual(Array(7).fill(null));
  });
});

about("words", () => {
  it("are split without regard to case, quotes and dashes, and signs stand alone", () => {
    expect(split("Don’t re–use `It`, ΟΔΟΣ!")).toEqual(["don", "'", "t", "re", "-", "use", "'", "it", "'", ",", "οδοσ", "!"]);
    expect(split("漢字 👩‍👩‍👧🇨🇭 e\u0301")).toEqual(["漢", "字", "👩‍👩‍👧", "🇨🇭", "é"]);
  });

  it("have a CRC-32 of their UTF-8", () => {
    expect(digest(["123456789"])).toBe("cbf43926");
    expect(digest(["é漢🚚"])).toBe("3e83aaf1");
  });

  it("weigh what they have of letters, and a sign that is a word as much as a short one", () => {
    expect(["", "a", "𝔞b", "ab", "字", "🚚", "👩‍👩‍👧"].map(weight)).toEqual([0, 1, 2, 2, 2, 2, 2]);
    expect(["", "é𝔞", "👩‍👩‍👧"].map(codePoints)).toEqual([0, 2, 5]);
  });

  it("are the same when they are read in steps", () => {
    runs(15, (dice) => {
      const text = words(dice, 6_000);
      const stepwise = new Worded(text);
      const steps = [...stepwise.read()].length;
      expect(stepwise.words).toEqual(split(text));
      expect(steps).toBeGreaterThan(0);
      expect(stepwise.words.map((_, at) => text.slice(stepwise.start(at), stepwise.end(at)).length > 0).every(Boolean)).toBe(true);
    });
  });
});

/** The longest common subsequence as it is defined, cell by cell. */
function slowly(old: readonly string[], next: readonly string[]): [number, number][] {
  let head = 0;
  while (head < Math.min(old.length, next.length) && old[head] === next[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(old.length, next.length) - head && old.at(-1 - tail) === next.at(-1 - tail)) tail += 1;
  const one = old.slice(head, old.length - tail);
  const other = next.slice(head, next.length - tail);
  const cells = Array.from({ length: one.length + 1 }, () => new Array<number>(other.length + 1).fill(0));
  const cell = (i: number, j: number) => cells[i]?.[j] ?? 0;
  for (let i = 1; i <= one.length; i += 1) {
    for (let j = 1; j <= other.length; j += 1) {
      const row = cells[i];
      if (row !== undefined) row[j] = one[i - 1] === other[j - 1] ? cell(i - 1, j - 1) + 1 : Math.max(cell(i - 1, j), cell(i, j - 1));
    }
  }
  const pairs: [number, number][] = [];
  let [i, j] = [one.length, other.length];
  while (i > 0 && j > 0) {
    if (cell(i, j) === cell(i, j - 1)) j -= 1;
    else if (cell(i, j) === cell(i - 1, j)) i -= 1;
    else pairs.unshift([head + (i -= 1), head + (j -= 1)]);
  }
  const ends = (count: number, from: (at: number) => [number, number]) => Array.from({ length: count }, (_, at) => from(at));
  return [...ends(head, (at) => [at, at]), ...pairs, ...ends(tail, (at) => [old.length - tail + at, next.length - tail + at])];
}

about("the longest common subsequence", () => {
  it("is the one that is defined", () => {
    runs(400, (dice) => {
      const letters = "abcdefgh".slice(0, 2 + dice.below(7)).split("");
      const some = () => Array.from({ length: dice.below(dice.below(5) === 0 ? 150 : 40) }, () => dice.one(letters));
      const [old, next] = [some(), some()];
      expect(subsequence(old, next)).toEqual(slowly(old, next));
    });
  });

  it("cuts what is too large where a word stands once in both", () => {
    const old = Array.from({ length: 90_000 }, (_, at) => `a${at % 91}`);
    expect(subsequence(["first", ...old], ["first", "other", ...old.toReversed(), "last"])).toEqual([[0, 0]]);
  });
});

about("an anchor", () => {
  it("is found where it was in a text that has not changed", () => {
    runs(250, (dice) => {
      const source = someText(dice);
      const place = somePlace(dice, source);
      if (place === null) return;
      const text = read(source);
      const anchor = describe(text, place, REV);
      expect(anchor).not.toBeNull();
      if (anchor === null) return;
      const found = resolve(anchor, text, text.known);
      // White space alone, and one of equal neighbours with equal surroundings, may be lost; nothing is found elsewhere.
      if (found.place !== null) expect([found.state, found.place]).toEqual(["there", place]);
      else expect(split(quoteIn(text.passages, place) ?? "").length < 3 || source.units.some(isTwin)).toBe(true);
    });
  });

  it("is never found outside of the text, whatever became of it, and tells the same twice", () => {
    runs(250, (dice) => {
      const source = someText(dice);
      const place = somePlace(dice, source);
      const next = editedText(dice, source);
      const [old, text] = [read(source), read(next)];
      const anchor = place === null ? null : describe(old, place, REV);
      if (anchor === null) return;
      const known = dice.below(2) === 0 ? old.known : null;
      const found = resolve(anchor, text, known);
      for (const one of [found.place, found.hint]) if (one !== null) expect(quoteIn(text.passages, one)).not.toBeNull();
      expect(found.state === "gone").toBe(found.place === null);
      if (found.state === "there") expect(squeezed(quoteIn(text.passages, found.place ?? place ?? NOWHERE))).toBe(squeezed(quoteIn(old.passages, place ?? NOWHERE)));
      expect(resolve(readAnchor(JSON.stringify(anchor)) ?? anchor, text, known)).toEqual(found);
    });
  });
});

about("an anchor from elsewhere", () => {
  it("of any make is never a failure", () => {
    runs(200, (dice) => {
      const source = someText(dice);
      const place = somePlace(dice, source);
      const text = read(source);
      const anchor = place === null ? null : describe(text, place, REV);
      if (anchor === null) return;
      const odd: Record<string, unknown> = { offset: dice.below(9), length: dice.below(5_000), text_at: dice.below(3_000), text: words(dice, dice.below(4)), ordinal: dice.below(9), copies: dice.below(4), hash: dice.one(text.hashes) };
      const field = dice.one(Object.keys(odd));
      const made = readAnchor(JSON.stringify({ ...anchor, blocks: anchor.blocks.map((block) => ({ ...block, [field]: odd[field] })) }));
      expect(made).not.toBeNull();
      if (made === null) return;
      const found = resolve(made, text, null);
      for (const one of [found.place, found.hint]) if (one !== null) expect(quoteIn(text.passages, one)).not.toBeNull();
    });
  });

  it("is read from its JSON, and nothing else is", () => {
    const text = read({ units: [{ block: "a", kind: "paragraph", text: "some words", section: [] }] });
    const anchor = describe(text, { start_block: "a", start: 0, end_block: "a", end: 4 }, REV);
    expect(readAnchor(JSON.stringify(anchor))).toEqual(anchor);
    for (const bad of ["", "null", "[]", "{}", JSON.stringify({ ...anchor, v: 2 }), JSON.stringify({ ...anchor, blocks: [] })]) {
      expect(readAnchor(bad)).toBeNull();
    }
    for (const key of Object.keys(anchor?.blocks[0] ?? {})) {
      const blocks = anchor?.blocks.map((block) => ({ ...block, [key]: {} }));
      expect(readAnchor(JSON.stringify({ ...anchor, blocks }))).toBeNull();
    }
  });
});

about("an anchor as seed 002 stores it", () => {
  it("has its quote and 80 characters of its own block, and leads back to the same words", () => {
    const text = `${"🚚".repeat(90)} the marked words ${"and so on ".repeat(9)}`;
    const source = { units: [{ block: "a", kind: "paragraph", text: "before", section: [] }, { block: "b", kind: "paragraph", text, section: [] }] };
    const place = { start_block: "b", start: 185, end_block: "b", end: 197 };
    const anchor = describe(read(source), place, REV);
    if (anchor === null) throw new Error("There is no such place");
    const stored = serialized(anchor);
    expect(stored.selectedText).toBe("marked words");
    expect(stored.contextBefore).toBe(`${"🚚".repeat(75)} the `);
    expect(stored.contextAfter).toBe(` ${"and so on ".repeat(9)}`.slice(0, 80));
    const again = fromSerialized(stored, REV);
    expect(serialized(again)).toEqual(stored);
    expect(readAnchor(JSON.stringify(again))).toEqual(again);
    expect(resolve(again, read(source), new Set())).toMatchObject({ state: "there", place });
  });
});

const NOWHERE: Place = { start_block: "", start: 0, end_block: "", end: 0 };
const squeezed = (text: string | null) => text?.replace(/\s+/g, "");
const isTwin = ({ text }: Unit, at: number, units: readonly Unit[]) => units.findIndex((unit) => split(unit.text).join() === split(text).join()) !== at;

about("many anchors", () => {
  const source = someText(new Dice(5));
  const old = read(source);
  const anchors = Array.from({ length: 60 }, (_, seed) => somePlace(new Dice(seed), source))
    .map((place) => (place === null ? null : describe(old, place, REV)))
    .filter((anchor): anchor is Anchor => anchor !== null);

  it("are found in short tasks as they are in one, in whatever order", async () => {
    let breaths = 0;
    const breathe = () => {
      breaths += 1;
      return Promise.resolve();
    };
    const next = editedText(new Dice(6), source);
    const found = await resolveAll(anchors, next, old.known, { budget_ms: 0, breathe });
    expect(breaths).toBeGreaterThan(anchors.length);
    expect(found).toEqual(anchors.map((anchor) => resolve(anchor, read(next), old.known)));
    const turned = await resolveAll(anchors.toReversed(), next, old.known, { budget_ms: 1_000, breathe });
    expect(turned.toReversed()).toEqual(found);
  });
});
