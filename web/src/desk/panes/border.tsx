/** The border between two panes: drawn by the pointer, moved by the arrow keys. */
import { useRef } from "preact/hooks";
import { moveBorder, type Border } from "../../state/split_tree";
import { setTree, tree } from "../../state/panes";

const STEP = 0.02;
const BY_KEY: Record<string, number> = { ArrowLeft: -STEP, ArrowUp: -STEP, ArrowRight: STEP, ArrowDown: STEP };
const percent = (share: number) => `${(share * 100).toFixed(4)}%`;

export function PaneBorder({ border }: { border: Border }) {
  const element = useRef<HTMLDivElement>(null);
  const across = border.direction === "row";
  const give = (share: number) => setTree(moveBorder(tree.peek(), border.path, border.index, share));

  const key = (event: KeyboardEvent) => {
    const step = BY_KEY[event.key];
    const fitting = across === (event.key === "ArrowLeft" || event.key === "ArrowRight");
    if (event.altKey || step === undefined || !fitting) return;
    event.preventDefault();
    give(border.before + step);
  };
  const drag = (event: PointerEvent) => {
    const stage = element.current?.parentElement?.getBoundingClientRect();
    if (stage === undefined || element.current?.hasPointerCapture(event.pointerId) !== true) return;
    const at = across ? (event.clientX - stage.left) / stage.width : (event.clientY - stage.top) / stage.height;
    const here = across ? border.at.left : border.at.top;
    give((at - (here - border.span * border.before)) / border.span);
  };
  return (
    <div
      ref={element}
      class={`border ${border.direction}`}
      role="separator"
      tabIndex={0}
      aria-label="Border between panes"
      aria-orientation={across ? "vertical" : "horizontal"}
      aria-valuenow={Math.round(border.before * 100)}
      aria-valuemin={15}
      aria-valuemax={85}
      style={{
        left: percent(border.at.left),
        top: percent(border.at.top),
        ...(across ? { height: percent(border.at.height) } : { width: percent(border.at.width) }),
      }}
      onKeyDown={key}
      onPointerDown={(event) => element.current?.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDblClick={() => give(0.5)}
    />
  );
}
