/** A revision's text as it arrives: slice by slice, with the digest that a verdict will name. */
import type { Signal } from "@preact/signals";
import { fetchSlice, HubError } from "../wire/client";
import type { DocumentSlice, Heading, UnshownWords } from "../wire/types.gen";
import { signalIn } from "./signal_in";

export interface Shown {
  review: string;
  revision: number;
  title: string | null;
  toc: readonly Heading[];
  /** What the source says and the page does not; null where the source itself is shown. */
  unshown: UnshownWords | null;
  sha256: string;
  slices: number;
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

export const isWhole = (shown: Shown | null) => shown !== null && shown.failure === null && shown.inserted >= shown.slices;

/** Whether the person has had every word of the revision in the page. */
export const isAllShown = (shown: Shown | null) => isWhole(shown) && shown?.folded === false;

function begin(review: string, revision: number, first: DocumentSlice): Shown {
  return {
    review,
    revision,
    title: first.title,
    toc: first.toc ?? [],
    unshown: first.unshown ?? null,
    sha256: first.sha256,
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
  const coming: Promise<DocumentSlice>[] = [];
  let next = 1;
  const askAhead = () => {
    for (; next < first.slices && coming.length < AHEAD; next += 1) {
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

export interface Page {
  /** Resolves when the slice stands in the page and the browser had room to breathe. */
  insert: (slice: DocumentSlice) => Promise<void>;
  isGone: () => boolean;
}

/** Loads a revision into a page and keeps the pane's signal true to what stands there. */
export async function loadDocument(pane: string, review: string, revision: number, page: Page, source: TextSource | null = null): Promise<void> {
  const shown = documentIn(pane);
  shown.value = null;
  const fetch = source?.fetch ?? ((slice: number) => fetchSlice(review, revision, slice));
  try {
    for await (const slice of slicesOf(fetch)) {
      if (page.isGone()) return;
      const before: Shown = slice.slice === 0 || shown.value === null ? begin(review, revision, slice) : shown.value;
      await page.insert(slice);
      if (page.isGone()) return;
      shown.value = { ...before, inserted: before.inserted + 1, folded: before.folded || source?.folds(slice.html) === true };
    }
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    if (page.isGone()) return;
    const empty = { title: null, toc: [], unshown: null, sha256: "", slices: 1, inserted: 0, folded: false };
    shown.value = { ...(shown.value ?? { ...empty, review, revision }), failure };
  }
}
