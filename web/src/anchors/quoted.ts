/** Step 3 of finding an anchor: the marked words by themselves, in new text only. The hub's quoted.py. */
import { subsequence, paired } from "./alignment";
import type { Bearings, Known } from "./bearings";
import { shortlist } from "./edited";
import { landing, type Landing, type Sought } from "./sought";
import { NOTHING, type Outcome } from "./standing";

/** Share of the quote that may differ, and by which what is found may be longer. */
const ERRORS = 0.3;
const WORDS_AT_LEAST = 3;
const WEIGHT_AT_LEAST = 12;

/** Where the marked words stand, exactly or with few errors, if that is one place of the new text. */
export function* quoted(sought: Sought, bearings: Bearings, known: Known | null): Generator<void, Outcome> {
  const quote = sought.old.words.slice(...sought.piece);
  if (known === null || quote.length < WORDS_AT_LEAST || sought.weight < WEIGHT_AT_LEAST) return NOTHING;
  const found: Landing[] = [];
  for (const unit of shortlist(sought, bearings, yield* bearings.arrivals(known))) {
    yield;
    const next = bearings.worded[unit];
    const pairs = next === undefined ? [] : subsequence(quote, next.words);
    const weight = paired(quote, pairs);
    const [first] = pairs;
    const last = pairs.at(-1);
    if (next === undefined || first === undefined || last === undefined || weight < (1 - ERRORS) * sought.weight) continue;
    const words = [first[1], last[1] + 1] as const;
    if (next.weigh(...words) <= (1 + ERRORS) * sought.weight) found.push(landing(sought, next, unit, words, weight / sought.weight));
  }
  const [one = null] = found;
  return found.length === 1 ? [one, null] : [null, one];
}
