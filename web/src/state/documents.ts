/** A revision's text as it arrives: slice by slice, with the digest that a verdict will name. */
import type { Signal } from "@preact/signals";
import { fetchSlices, HubError, NO_ANSWER, type Opening } from "../wire/client";
import type { DocumentSlice, Heading, UnshownWords } from "../wire/types.gen";
import { signalIn } from "./signal_in";

export interface Shown {
  review: string;
  revision: number;
  toc: readonly Heading[];
  /** What the source says and the page does not; null where the source itself is shown. */
  unshown: UnshownWords | null;
  sha256: string;
  /** Whether the source itself is shown, because the text takes too much to be rendered. */
  isSource: boolean;
  /** Null while only the first one is known. */
  slices: number | null;
  /** How many slices stand in the page. */
  inserted: number;
  /** Unchanged parts were left out so far: such a text is not the whole text, however much of it stands in the page. */
  folded: boolean;
  failure: HubError | null;
}

/** Where a text comes from when it is not the revision itself. */
export interface TextSource {
  /** Tells one text from another. */
  name: string;
  /** Whether a slice leaves something out. */
  folds: (html: string) => boolean;
  fetch: (slice: number) => Promise<DocumentSlice>;
}

const shownIn = new Map<string, Signal<Shown | null>>();

/** What a pane shows now. */
export function documentIn(pane: string): Signal<Shown | null> {
  return signalIn(shownIn, pane, () => null);
}

export const isWhole = (shown: Shown | null) => shown !== null && shown.failure === null && shown.slices !== null && shown.inserted >= shown.slices;

/** Whether the person has had every word of the revision in the page. */
export const isAllShown = (shown: Shown | null) => isWhole(shown) && shown?.folded === false;

function begin(review: string, revision: number, first: DocumentSlice): Shown {
  return {
    review,
    revision,
    toc: first.toc ?? [],
    unshown: first.unshown ?? null,
    sha256: first.sha256,
    isSource: first.is_source,
    slices: first.slices,
    inserted: 0,
    folded: false,
    failure: null,
  };
}

/** How many slices are on their way while one is being put in the page. */
const AHEAD = 3;

/** Slices in order. */
export async function* slicesOf(fetch: (slice: number) => Promise<DocumentSlice>): AsyncGenerator<DocumentSlice> {
  const first = await fetch(0);
  const count = first.slices ?? 1;
  const coming: Promise<DocumentSlice>[] = [];
  let next = 1;
  const askAhead = () => {
    for (; next < count && coming.length < AHEAD; next += 1) {
      const slice = fetch(next);
      // A failure counts when its turn comes.
      slice.catch(() => undefined);
      coming.push(slice);
    }
  };
  yield first;
  for (askAhead(); coming.length > 0; askAhead()) {
    const slice = await coming.shift();
    if (slice?.sha256 !== first.sha256) throw new HubError(409, "stale", "The text changed while it was loading", null);
    yield slice;
  }
}

/** Each by itself. */
async function* oneByOne(slices: AsyncGenerator<DocumentSlice>): AsyncGenerator<DocumentSlice[]> {
  for await (const slice of slices) yield [slice];
}

/** A document that came with the list, for the pane that shows it; who wants it after that asks for it. */
let expected: Opening | null = null;
const CLAIMED_WITHIN_MS = 2000;

export function expectDocument(opening: Opening): void {
  expected?.drop();
  expected = opening;
  window.setTimeout(() => {
    if (expected !== opening) return;
    opening.drop();
    expected = null;
  }, CLAIMED_WITHIN_MS);
}

/** The slices of a revision, those that are on their way already if nobody has them. */
function slicesFor(review: string, revision: number): AsyncGenerator<DocumentSlice[]> {
  const first = expected?.desk.first;
  if (expected === null || first?.id !== review || first.number !== revision) return fetchSlices(review, revision);
  const { slices } = expected;
  expected = null;
  return slices;
}

export interface Page {
  /** Resolves when the slices stand in the page and the browser had room to breathe. */
  insert: (slices: readonly DocumentSlice[]) => Promise<void>;
  isGone: () => boolean;
}

/** More of them at once would keep a key waiting that is pressed meanwhile. */
const AT_ONCE = 6;

/** A few at once, the first slice by itself, so that it is painted first. */
function* aFewAtOnce(slices: readonly DocumentSlice[]): Generator<DocumentSlice[]> {
  let few: DocumentSlice[] = [];
  for (const slice of slices) {
    if (few.length === AT_ONCE || few[0]?.slice === 0 || (slice.slice === 0 && few.length > 0)) {
      yield few;
      few = [];
    }
    few.push(slice);
  }
  if (few.length > 0) yield few;
}

/** What is known of a text with a slice more of it; `early`: those that stood in the page before the first one told all. */
function added(before: Shown | null, slice: DocumentSlice, of: Pick<Shown, "review" | "revision">, folds: boolean, early = 0): Shown {
  const base = before === null || slice.slice === 0 ? begin(of.review, of.revision, slice) : before;
  return { ...base, inserted: Math.max(base.inserted + 1, early), folded: base.folded || folds };
}

/** Loads a revision into a page and keeps the pane's signal true to what stands there. */
export async function loadDocument(pane: string, review: string, revision: number, page: Page, source: TextSource | null = null): Promise<void> {
  const shown = documentIn(pane);
  shown.value = null;
  const groups = source === null ? slicesFor(review, revision) : oneByOne(slicesOf(source.fetch));
  let early: string[] = [];
  try {
    for await (const group of groups) {
      for (const slices of aFewAtOnce(group)) {
        if (page.isGone()) return;
        const [first] = slices;
        // The first slice comes again when all is known about the text. What stands of it stays: somebody may be reading, and
        // marking, in it.
        const stands = first?.slice === 0 && first.html === early[0];
        if (!stands) await page.insert(slices);
        if (page.isGone()) return;
        if (first?.slice === 0 && !stands) early = [];
        if (first?.slices === null) early.push(...slices.map(({ html }) => html));
        shown.value = slices.reduce((before: Shown | null, slice) => added(before, slice, { review, revision }, source?.folds(slice.html) === true, stands ? early.length : 0), shown.value);
      }
    }
    if (!isWhole(shown.value)) throw new HubError(0, NO_ANSWER, "The hub did not send all of it", null);
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    if (page.isGone()) return;
    const empty = { title: null, toc: [], unshown: null, sha256: "", isSource: false, slices: 1, inserted: 0, folded: false };
    shown.value = { ...(shown.value ?? { ...empty, review, revision }), failure };
  }
}
