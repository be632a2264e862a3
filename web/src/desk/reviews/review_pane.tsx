/** A plan in its pane: outline, page, margin, and the decision at the bottom. */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { followAnnotations } from "../../state/annotations_feed";
import { deafen } from "../../state/cards";
import { dropOldQuestion, dropQuestion, hasUnsent, loadReview, phaseOf, revisionsOf } from "../../state/decisions";
import { documentIn, isWhole, type Shown } from "../../state/documents";
import { reviewOf } from "../../state/reviews";
import type { Pane } from "../../state/panes";
import { amid, nounOf } from "../../state/words";
import { HubError, markSeen } from "../../wire/client";
import type { Heading, Review } from "../../wire/types.gen";
import { later } from "../../parts/later";
import { Announced } from "../announced";
import { ForgottenPage } from "../forgotten";
import { Byline, MarkingHint } from "./byline";
import { readAnew } from "./choices";
import { useComparison } from "./comparison/use_comparison";
import { DecisionBar } from "./decision_bar";
import { DocumentPage } from "./document_page";
import { endOnKey } from "./landing";
import { Margin } from "./margin";
import { DocumentOutline } from "./outline";
import { useSeen } from "../seen";
import { AnswerForm } from "./writing";

const SummaryLine = later(() => import("./comparison/lines").then((part) => part.SummaryLine));
const Strip = later(() => import("./marks/strip").then((part) => part.Strip));
const ChangedSince = later(() => import("./comparison/lines").then((part) => part.ChangedSince));

const UnshownLine = later(() => import("./unshown").then((part) => part.UnshownLine));

const NO_CONTENTS: readonly Heading[] = [];

export function ReviewPane({ pane, id }: { pane: Pane; id: string }) {
  const missing = useSignal<string | null>(null);
  useEffect(() => {
    missing.value = null;
    deafen(pane.id);
    loadReview(id).catch((failure: unknown) => {
      if (failure instanceof HubError && failure.status === 404) missing.value = failure.message;
    });
  }, [id]);
  const review = reviewOf(id);
  if (missing.value !== null && review === null) return <Missing />;
  if (review !== null && review.forgotten_at !== null) return <ForgottenReview pane={pane} review={review} />;
  return review === null ? <div class="scroll" /> : <Plan key={id} pane={pane} review={review} />;
}

const ForgottenReview = ({ pane, review }: { pane: Pane; review: Review }) => (
  <ForgottenPage pane={pane} item={review}>
    <Byline review={review} revision={null} number={review.revision} />
  </ForgottenPage>
);

const Missing = () => (
  <div class="blank">
    <h1>This review is not here.</h1>
    <p>It may belong to another data folder. Choose something else from the inbox.</p>
  </div>
);

/** The newest revision, unless the person chose one or is in the middle of an answer to an older one. */
function useRevision(pane: Pane, review: Review): number {
  const chosen = pane.view.kind === "review" ? pane.view.revision : null;
  const [held, hold] = useState(review.revision);
  const shown = chosen ?? held;
  useLayoutEffect(() => {
    const busy = hasUnsent(review.id) || phaseOf(review.id).peek().at !== "rest";
    if (chosen === null && !busy) hold(review.revision);
  }, [review.revision, chosen]);
  useEffect(() => {
    deafen(pane.id);
  }, [shown]);
  useEffect(() => {
    readAnew.set(`${pane.id}/hold`, () => hold(review.revision));
    return () => void readAnew.delete(`${pane.id}/hold`);
  }, [review.revision]);
  return shown;
}

/** How often the text was asked for, and how to ask for it again. */
function useTurns(pane: Pane): [number, (turn: number) => void] {
  const [turn, again] = useState(0);
  useEffect(() => {
    readAnew.set(pane.id, () => {
      readAnew.get(`${pane.id}/hold`)?.();
      again((count) => count + 1);
    });
    return () => void readAnew.delete(pane.id);
  }, []);
  return [turn, again];
}

/** No question about an answer outlives the page that it was asked on, nor the text that it was about. */
function useQuestion(review: Review): void {
  useLayoutEffect(() => dropOldQuestion(review), [review.revision, review.status]); // before a key can meet it; the text stays, for it was asked about
  useEffect(() => () => dropQuestion(review.id), [review.id]);
}

/** A new text of a plan that the person has had before; what is new in it is asked for when the text itself stands. */
const isNews = (review: Review, revision: number, shown: Shown | null) =>
  review.status === "open" && revision > 1 && revision === review.revision && isWhole(shown);

function Plan({ pane, review }: { pane: Pane; review: Review }) {
  const newest = useRevision(pane, review);
  const compared = useComparison(pane, review.id);
  const revision = compared?.comparing.new ?? newest;
  const [turn, again] = useTurns(pane);
  useQuestion(review);
  useEffect(() => followAnnotations(review.id, revision), [review.id, revision]);
  const shown = documentIn(pane.id).value;
  const own = shown?.review === review.id && shown.revision === revision ? shown : null;
  const painted = own !== null && own.inserted > 0;
  useSeen(pane, review, painted && own.revision === review.revision, () => markSeen(review.id, review.revision), review.revision);
  const history = revisionsOf(review.id).value;
  const current = history.find(({ number }) => number === revision) ?? null;
  return (
    <>
      <div class="scroll" id={`${pane.id}-scroll`} tabIndex={0} role="group" aria-label={`Text of the ${review.kind}`} onKeyDown={endOnKey}>
        <div class={`spread ${compared?.comparing.view.replace("_", " ") ?? ""} ${own?.isSource ? "unset" : ""}`}>
          <DocumentOutline pane={pane.id} toc={own?.toc ?? NO_CONTENTS} inserted={painted} whole={isWhole(own)} />
          <div class="page">
            <DocumentPage
              pane={pane.id}
              review={review.id}
              revision={revision}
              source={compared?.source ?? null}
              turn={turn}
              label={`${nounOf(review)} written by ${amid(review.agent_name)}`}
              title={current?.title ?? review.title}
              byline={
                <>
                  {compared === null ? (
                    <>
                      <Byline review={review} revision={current} number={revision} />
                      <MarkingHint review={review} />
                      {isNews(review, revision, own) ? <ChangedSince pane={pane.id} review={review} revision={revision} /> : null}
                    </>
                  ) : (
                    <SummaryLine comparing={compared.comparing} />
                  )}
                  {own?.isSource ? <SourceLine kind={review.kind} /> : null}
                  {own?.unshown?.counts.length ? <UnshownLine unshown={own.unshown} /> : null}
                </>
              }
            />
            {own?.failure ? <Unread failure={own.failure} onAgain={() => again(turn + 1)} /> : null}
          </div>
          <Margin pane={pane.id} review={review.id} history={history} number={revision} />
        </div>
      </div>
      <Announced pane={pane.id} />
      <Strip pane={pane.id} />
      <AnswerForm pane={pane} review={review} />
      <DecisionBar pane={pane} review={review} />
    </>
  );
}

const SourceLine = ({ kind }: { kind: string }) => (
  <p class="byline">This {kind} takes too long to be laid out, so its source is shown: every line as it was written.</p>
);

const Unread = ({ failure, onAgain }: { failure: HubError; onAgain: () => void }) => (
  <p class="quiet" role="alert">
    <span class="heed">The text could not be loaded: {failure.message}. </span>
    <button type="button" class="link" onClick={onAgain}>
      Load it again
    </button>
  </p>
);
