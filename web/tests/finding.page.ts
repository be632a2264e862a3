/** What the benches and tests of finding call in a real page: notes made on one page and looked for in another, without painting. */
import { rangeOf } from "../src/anchors/dom";
import type { Place } from "../src/anchors/place";
import { atOnce } from "../src/anchors/slices";
import { Lookup } from "../src/overlay/highlights/candidates";
import { Evidence } from "../src/overlay/highlights/evidence";
import { outline, type Seen } from "../src/overlay/highlights/history";
import { locate } from "../src/overlay/highlights/locating";
import { blockAt, readText, stretchOf, type PageText } from "../src/overlay/highlights/page_text";
import { anchorAt, rangeAt } from "../src/overlay/highlights/stored";
import { findChanged } from "../src/overlay/finding/changed";
import type { TextAnnotation } from "../src/overlay/types";

type Stretch = readonly [start: number, end: number];

/** Words by what they say and which of their occurrences they are, from 1; or by the desk's own blocks. */
type Words = { says: string; nth?: number } | { place: Place };

export interface Wanted {
  words: Words;
  replaced?: string;
  /** Where they are expected: all that must be touched, and all that may be. */
  core: Words | null;
  reach: Words | null;
}

export interface Job {
  before: string;
  after: string;
  wanted: Wanted[];
}

/** What whoever looks for a note has: the page as it was seen last, our anchor, or the seed's fields alone. */
export type Knows = "seen" | "anchor" | "bare";

export interface Answer {
  spot: Stretch | null;
  says: string | null;
  core: Stretch | null;
  reach: Stretch | null;
}

const read = (html: string) => atOnce(readText(new DOMParser().parseFromString(`<!doctype html><body>${html}</body>`, "text/html")));

function stretch(page: PageText, words: Words): Stretch {
  if ("place" in words) {
    const host = (page.root as Document).querySelector("article");
    const range = host === null ? null : rangeOf(words.place, host);
    const found = range === null ? null : stretchOf(page, range);
    if (found === null) throw new Error(`there is no ${JSON.stringify(words.place)}`);
    return found;
  }
  let at = -1;
  for (let left = words.nth ?? 1; left > 0; left -= 1) at = page.text.indexOf(words.says, at + 1);
  if (at < 0) throw new Error(`the page does not say ${words.says}`);
  return [at, at + words.says.length];
}

const TIME = "2026-01-01T00:00:00.000Z";

function noteOf(page: PageText, { words, replaced }: Wanted, id: string, knows: Knows): TextAnnotation {
  const at = stretch(page, words);
  const range = rangeAt(page, ...at);
  const anchor = knows === "bare" ? undefined : anchorAt(page, ...at, range);
  const base = { id, pageUrl: "/", pageTitle: "", note: "", createdAt: TIME, updatedAt: TIME };
  return { ...base, type: "text", selectedText: range.selectedText, range, ...(anchor && { anchor }), ...(replaced !== undefined && { replacedText: replaced }) };
}

function seen(page: PageText, notes: readonly TextAnnotation[], wanted: readonly Wanted[]): Seen {
  const held = notes.map(({ id }, at) => [id, blockAt(page, stretch(page, wanted[at]?.words ?? { says: "" })[0])?.rank ?? -1]);
  return { at: 0, until: Infinity, ...atOnce(outline(page)), held: Object.fromEntries(held) as Record<string, number> };
}

/** `isLate`: with what the late script finds as well. */
export function found({ before, after, wanted }: Job, knows: Knows, isLate: boolean): Answer[] {
  const [was, is] = [read(before), read(after)];
  const notes = wanted.map((one, at) => noteOf(was, one, String(at), knows));
  const { says } = atOnce(outline(is));
  const evidence = new Evidence(is, says, knows === "seen" ? seen(was, notes, wanted) : null);
  const spots = atOnce(locate(notes, new Lookup(is), evidence));
  const lost = notes.filter(({ id }) => isLate && !spots.has(id));
  for (const [id, spot] of atOnce(findChanged(lost, is, says, evidence))) spots.set(id, spot);
  return wanted.map(({ core, reach }, at) => {
    const spot = spots.get(String(at));
    return {
      spot: spot === undefined ? null : [spot.start, spot.end],
      says: spot === undefined ? null : is.text.slice(spot.start, spot.end),
      core: core === null ? null : stretch(is, core),
      reach: reach === null ? null : stretch(is, reach),
    };
  });
}
