/** The rows of a call's differences: fetched when they are shown, kept as long as the call reads the same. */
import { signal, type Signal } from "@preact/signals";
import { HubError } from "../../wire/client";
import { fetchDifferences } from "../../wire/sessions";
import { signalIn } from "../signal_in";
import { keep, kept } from "../keep";
import type { CallDifference, DiffOutput } from "../../wire/types.gen";

type Fetched = { readonly at: "loading" } | { readonly at: "away"; readonly why: string } | { readonly at: "here"; readonly difference: CallDifference };

const LOADING: Fetched = { at: "loading" };
const MOST_KEPT = 40;

interface Kept {
  readonly output: DiffOutput;
  readonly shown: Signal<Fetched>;
}

const all = new Map<string, Kept>();

/** The rows of one difference; `place` is that of its output in the call. */
export function rowsOf(session: string, call: string, place: number, output: DiffOutput, whole: boolean): Signal<Fetched> {
  const name = JSON.stringify([session, call, place, whole]);
  const known = all.get(name);
  if (known !== undefined && reads(known.output, output)) return known.shown;
  const shown = signal(LOADING);
  all.delete(name);
  all.set(name, { output, shown });
  for (const oldest of [...all.keys()].slice(0, Math.max(0, all.size - MOST_KEPT))) all.delete(oldest);
  void fetchRows(session, call, place, whole, shown);
  return shown;
}

const reads = (one: DiffOutput, other: DiffOutput) => one.path === other.path && one.old === other.old && one.new === other.new;

async function fetchRows(session: string, call: string, place: number, whole: boolean, shown: Signal<Fetched>): Promise<void> {
  try {
    const { differences } = await fetchDifferences(session, call, whole);
    const difference = differences.find((each) => each.place === place);
    shown.value = difference === undefined ? { at: "away", why: "The call reads otherwise by now." } : { at: "here", difference };
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    shown.value = { at: "away", why: failure.message };
  }
}

const LAYOUT = "session_difference_beside";

/** Whether both texts stand beside each other: one choice for all differences, kept in this browser. */
export const isBeside = signal(kept(LAYOUT) === true);

export function lay(asPairs: boolean): void {
  isBeside.value = asPairs;
  keep(LAYOUT, asPairs);
}

/** What a person is writing about lines of a difference: it is there again after the part was drawn anew. */
export interface MarkDraft {
  readonly side: "old" | "new";
  readonly first: number;
  readonly last: number;
  readonly words: string;
  /** The mark that is changed; null: a new one. */
  readonly mark: string | null;
  readonly failed: string | null;
}

const drafts = new Map<string, Signal<MarkDraft | null>>();

export const markDraft = (session: string, call: string, path: string): Signal<MarkDraft | null> =>
  signalIn(drafts, JSON.stringify([session, call, path]), () => null);
