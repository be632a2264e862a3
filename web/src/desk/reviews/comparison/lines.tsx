/** The desk's one line about a comparison: under its title, and where it is offered. */
import { useEffect } from "preact/hooks";
import { carriedMarks, isLoaded } from "../../../state/annotations";
import { narrate } from "../../../state/announce";
import { blockWords, figuresOf, loadSummary, roundFigures, roundOf, spokenWords, summaryOf, type Comparing, type Figure } from "../../../state/comparison";
import type { Review } from "../../../wire/types.gen";
import { whatChanged } from "../../commands";

const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <>
    {figures.map(([count, words], at) => (
      <span class="figure" key={words}>
        <b>{count}</b> {words}
        {at < figures.length - 1 ? <span class="comma">,</span> : null}{" "}
      </span>
    ))}
  </>
);

/** Marks may be told a moment after the text. */
const MARKS_MS = 700;

function useSpoken(comparing: Comparing): void {
  const { review, old, new: newer } = comparing;
  const summary = summaryOf(review, old, newer).value;
  const loaded = isLoaded(review, newer);
  useEffect(() => {
    if (summary === null) return undefined;
    const timer = window.setTimeout(() => narrate(spokenWords(summary, carriedMarks(review, newer))), loaded ? 0 : MARKS_MS);
    return () => window.clearTimeout(timer);
  }, [review, old, newer, summary, loaded]);
}

export function SummaryLine({ comparing }: { comparing: Comparing }) {
  const { review, old, new: newer } = comparing;
  const summary = summaryOf(review, old, newer).value;
  const round = roundOf(carriedMarks(review, newer));
  useSpoken(comparing);
  const figures = summary === null ? [] : figuresOf(summary);
  const marks = round === null ? null : roundFigures(round);
  return (
    <p class="byline summary">
      <span class="changes">
        {summary === null ? `Comparing revision ${old} and ${newer} …` : figures.length === 0 ? "Nothing changed" : <Figures figures={figures} />}
      </span>
      {marks === null ? null : (
        <span class="round">
          {marks.of}: <Figures figures={marks.figures} />
        </span>
      )}
    </p>
  );
}

interface OfferProps {
  pane: string;
  review: Review;
  revision: number;
}

/** A new revision of a plan that the person knows: the quiet line that says how much of it is new. */
export function ChangedSince({ pane, review, revision }: OfferProps) {
  const before = revision - 1;
  const summary = summaryOf(review.id, before, revision).value;
  useEffect(() => void loadSummary(review.id, before, revision), [review.id, before, revision]);
  if (summary === null) return null;
  return (
    <p class="byline since">
      Changed since revision {before}: {blockWords(summary)}.{" "}
      <button type="button" class="link" onClick={() => whatChanged(pane, review.id)}>
        What changed
      </button>
    </p>
  );
}
