/** The head of a pane: what it shows, which revision, and the pane's three tools. */
import type { ComponentChildren } from "preact";
import { Icon, type Shape } from "../../parts/icon";
import { documentIn } from "../../state/documents";
import { reviewOf } from "../../state/reviews";
import { phoneShows, setLocked, showIn, split, type Pane } from "../../state/panes";
import { closePane } from "../commands";
import { startDrag } from "./drag";

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

interface ToolProps {
  shape: Shape;
  words: string;
  pressed?: boolean;
  onClick: () => void;
}

const Tool = ({ shape, words, pressed, onClick }: ToolProps) => (
  <button type="button" class="tool" aria-label={words} title={words} aria-pressed={pressed} onClick={onClick}>
    <Icon shape={shape} />
  </button>
);

/** What stands in the head of a plan: whose it is, whether it is new, its revisions. */
export function PlanHead({ pane, id }: { pane: Pane; id: string }) {
  const review = reviewOf(id);
  if (review === null) return <span class="push" />;
  return (
    <>
      <span class="where">{review.workspace_name}</span>
      <span class="agent">{review.agent_name}</span>
      {pane.fresh ? (
        <span class="new">
          <i class="dot" /> new
        </span>
      ) : null}
      <span class="push" />
      {review.revisions > 1 ? <Revisions pane={pane} id={id} count={review.revisions} newest={review.revision} /> : null}
    </>
  );
}

function Revisions({ pane, id, count, newest }: { pane: Pane; id: string; count: number; newest: number }) {
  const shown = documentIn(pane.id).value;
  const current = shown?.review === id ? shown.revision : newest;
  const first = Math.max(1, count - 8);
  const numbers = Array.from({ length: count - first + 1 }, (_, index) => first + index);
  return (
    <div class="revisions" role="group" aria-label="Revision">
      <span aria-hidden="true">Revision</span>
      {numbers.map((number) => (
        <button
          key={number}
          type="button"
          aria-label={`Revision ${number}`}
          aria-current={number === current ? "true" : undefined}
          onClick={() => showIn(pane.id, { kind: "review", review: id, revision: number === newest ? null : number })}
        >
          {number}
        </button>
      ))}
    </div>
  );
}
