/** The head of a pane: what it shows, which revision, and the pane's three tools. */
import type { ComponentChildren } from "preact";
import { later } from "../../parts/later";
import { Icon, type Shape } from "../../parts/icon";
import { Tool } from "../../parts/tool";
import { comparisonOf, stopComparing } from "../../state/comparison";
import { documentIn } from "../../state/documents";
import { reviewOf } from "../../state/reviews";
import { phoneShows, setLocked, showIn, split, type Pane } from "../../state/panes";
import type { Review } from "../../wire/types.gen";
import { share, whatChanged } from "../commands";
import { closePane } from "../opening";
import { order } from "../reviews/marks/orders";
import { outlineId, outlineOf } from "../reviews/outline";
import { startDrag } from "./drag";

const ExportMenu = later(() => import("../exports/export_menu").then((part) => part.ExportMenu));
const ForgetMenu = later(() => import("../forgetting/forget_menu").then((part) => part.ForgetMenu));
const ComparisonTools = later(() => import("../reviews/comparison/tools").then((part) => part.ComparisonTools));

interface Props {
  pane: Pane;
  shape: Shape;
  title: string;
  closable: boolean;
  children?: ComponentChildren;
}

export function PaneHead({ pane, shape, title, closable, children }: Props) {
  return (
    <header class="head" onPointerDown={(event) => startDrag(event, pane.id)}>
      <button type="button" class="tool return" aria-label="Back to the inbox" onClick={() => (phoneShows.value = "inbox")}>
        <Icon shape="back" />
      </button>
      <Icon shape={shape} />
      <h2>{title}</h2>
      {children}
      <div class="tools" role="group" aria-label="Pane">
        <Tool
          shape="locked"
          words={pane.locked ? "Unlock this pane" : "Lock this pane"}
          pressed={pane.locked}
          onClick={() => setLocked(pane.id, !pane.locked)}
        />
        <Tool shape="split" words="Split this pane" onClick={() => split(pane.id, "right")} />
        {closable ? <Tool shape="close" words="Close this pane" onClick={() => closePane(pane.id)} /> : null}
      </div>
    </header>
  );
}

/** What stands in the head of a plan: whose it is, whether it is new, its revisions. */
export function PlanHead({ pane, id }: { pane: Pane; id: string }) {
  const review = reviewOf(id);
  if (review === null) return <span class="push" />;
  return (
    <>
      <span class="where">{review.workspace_name}</span>
      {review.file === null ? null : (
        <span class="file" title={review.file}>
          {review.file}
        </span>
      )}
      <span class="agent">{review.agent_name}</span>
      {pane.fresh ? (
        <span class="new">
          <i class="dot" /> new
        </span>
      ) : null}
      <span class="push" />
      {review.forgotten_at === null ? <PlanTools pane={pane} review={review} /> : null}
    </>
  );
}

/** What can be done with its texts; nothing once they are forgotten. */
function PlanTools({ pane, review }: { pane: Pane; review: Review }) {
  const { id, revision, revisions, status } = review;
  return (
    <>
      {revisions > 1 ? <Changes pane={pane} id={id} count={revisions} newest={revision} /> : null}
      {status === "decided" ? (
        <>
          <ExportMenu pane={pane} item={review} />
          <ForgetMenu pane={pane} item={review} />
        </>
      ) : null}
      <OutlineButton pane={pane.id} review={id} />
      <Tool shape="share" words="Share" onClick={() => share(id)} />
      <Tool shape="list" words="All marks" onClick={() => order(pane.id, "list")} />
    </>
  );
}

/** Where the pane has no column for the outline, it comes on demand; a style sheet knows where that is. */
function OutlineButton({ pane, review }: { pane: string; review: string }) {
  const shown = documentIn(pane).value;
  if (shown?.review !== review || outlineOf(shown.toc).length === 0) return null;
  return (
    <button type="button" class="tool for-outline" aria-label="Outline" title="Outline" popovertarget={outlineId(pane)}>
      <Icon shape="outline" />
    </button>
  );
}

/** Which revision is shown, or which two are compared. */
function Changes(props: { pane: Pane; id: string; count: number; newest: number }) {
  const { pane, id, count } = props;
  const comparing = comparisonOf(pane.id, id);
  return (
    <>
      {comparing === null ? <Revisions {...props} /> : <ComparisonTools pane={pane.id} comparing={comparing} count={count} />}
      <button type="button" class="what-changed" aria-pressed={comparing !== null} onClick={() => whatChanged(pane.id, id)}>
        What changed
        <kbd class="cap" aria-hidden="true">
          v
        </kbd>
      </button>
    </>
  );
}

function Revisions({ pane, id, count, newest }: { pane: Pane; id: string; count: number; newest: number }) {
  const shown = documentIn(pane.id).value;
  const current = shown?.review === id ? shown.revision : newest;
  const first = Math.max(1, count - 8);
  const numbers = Array.from({ length: count - first + 1 }, (_, index) => first + index);
  const choose = (number: number) => {
    stopComparing(pane.id);
    showIn(pane.id, { kind: "review", review: id, revision: number === newest ? null : number });
  };
  return (
    <div class="revisions" role="group" aria-label="Revision">
      <span aria-hidden="true">Revision</span>
      {numbers.map((number) => (
        <button
          key={number}
          type="button"
          aria-label={`Revision ${number}`}
          aria-current={number === current ? "true" : undefined}
          onClick={() => choose(number)}
        >
          {number}
        </button>
      ))}
    </div>
  );
}
