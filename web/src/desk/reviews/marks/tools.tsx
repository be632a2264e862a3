/** The tools for a selection: in the margin at its height, or in a strip above the bar; never over the text. */
import { quickLabels } from "../../../state/settings";
import { ownKey } from "../../../parts/caps";
import { chosenMark } from "../../../state/annotations";
import * as acts from "./acts";
import type { PaneMarks } from "./pane_marks";

/** Labels beyond these have no key. */
const KEYED = 9;

export function Tools({ paneMarks }: { paneMarks: PaneMarks }) {
  if (paneMarks.selected.value === null || paneMarks.composing.value !== null || !paneMarks.open) return null;
  return (
    <div class="mark-tools" role="toolbar" aria-label="Mark the selection" onMouseDown={stay} onKeyDown={walk}>
      {paneMarks.anew.value === null ? <Marking paneMarks={paneMarks} /> : <Anew paneMarks={paneMarks} />}
    </div>
  );
}

/** A click on a tool leaves the selection where it is. */
function stay(event: MouseEvent): void {
  event.preventDefault();
}

function walk(event: KeyboardEvent): void {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (by === undefined || !(event.target instanceof HTMLElement)) return;
  event.preventDefault();
  event.stopPropagation();
  const tools = [...(event.currentTarget as HTMLElement).querySelectorAll("button")];
  const here = tools.findIndex((tool) => tool === event.target);
  tools[(here + by + tools.length) % tools.length]?.focus();
}

function Marking({ paneMarks }: { paneMarks: PaneMarks }) {
  return (
    <>
      <div class="kinds">
        <Tool words="Comment" cap="c" onClick={() => acts.compose(paneMarks, "comment")} />
        <Tool words="Delete" cap="d" onClick={() => acts.strike(paneMarks)} />
        <Tool words="Replace" cap="s" onClick={() => acts.compose(paneMarks, "replacement")} />
        <Tool words="Insert" cap="i" onClick={() => acts.compose(paneMarks, "insertion")} />
        <Tool words="Looks good" cap="l" onClick={() => acts.looksGood(paneMarks)} />
      </div>
      {quickLabels.value.length === 0 ? null : (
        <div class="labels">
          {quickLabels.value.map((label, index) => (
            <Tool
              key={label.label}
              words={label.label}
              cap={index < KEYED ? ownKey(`Alt ${index + 1}`) : null}
              tip={label.tip}
              onClick={() => acts.label(paneMarks, label)}
            />
          ))}
        </div>
      )}
    </>
  );
}

const Anew = ({ paneMarks }: { paneMarks: PaneMarks }) => (
  <div class="kinds">
    <Tool words="Place it here" cap={null} onClick={() => acts.placeHere(paneMarks)} />
    <Tool words="Leave it lost" cap={null} onClick={() => leaveLost(paneMarks)} />
  </div>
);

function leaveLost(paneMarks: PaneMarks): void {
  paneMarks.anew.value = null;
  chosenMark(paneMarks.pane).value = null;
}

interface ToolProps {
  words: string;
  cap: string | null;
  tip?: string;
  onClick: () => void;
}

const Tool = ({ words, cap, tip = "", onClick }: ToolProps) => (
  <button type="button" class="mark-tool" title={tip === "" ? undefined : tip} onClick={onClick}>
    {words}
    {cap === null ? null : (
      <span class="key" aria-hidden="true">
        {cap}
      </span>
    )}
  </button>
);
