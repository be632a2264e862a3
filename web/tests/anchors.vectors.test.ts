import { describe as about, expect, it } from "vitest";
import type { Anchor, Found } from "../src/anchors/anchor";
import { describe, read, resolve } from "../src/anchors/anchoring";
import type { Place } from "../src/anchors/place";
import { quoteIn, type Unit } from "../src/anchors/text";
import vectors from "../../tests/vectors/anchors.json?raw";

interface Case {
  name: string;
  old: string;
  new: string;
  place: Place;
  anchor: Anchor;
  /** Whether the hashes of the old text are at hand. */
  known: boolean;
  expect: Omit<Found, "confidence"> & { quote: string | null };
}

interface Vectors {
  documents: Record<string, Unit[]>;
  cases: Case[];
}

const { documents, cases } = JSON.parse(vectors) as Vectors;
const texts = new Map(Object.entries(documents).map(([name, units]) => [name, read({ units })]));

function textOf(name: string) {
  const text = texts.get(name);
  if (text === undefined) throw new Error(`There is no document ${name}`);
  return text;
}

async function revisionOf(name: string): Promise<string> {
  const sum = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(textOf(name).passages.text));
  return [...new Uint8Array(sum)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

about("the page and the hub", () => {
  it("have at least 300 cases to agree on", () => {
    expect(cases.length).toBeGreaterThanOrEqual(300);
  });

  it.each(cases)("describe and find: $name", async ({ old, new: next, place, anchor, known, expect: { quote, ...expected } }) => {
    expect(describe(textOf(old), place, await revisionOf(old))).toEqual(anchor);
    const { state, place: found, hint } = resolve(anchor, textOf(next), known ? textOf(old).known : null);
    expect({ state, place: found, hint }).toEqual(expected);
    expect(found === null ? null : quoteIn(textOf(next).passages, found)).toBe(quote);
  });
});
