/** Closed blocks of Markdown: drawn a few in each frame, skipped where nobody looks, left alone once they stand there. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { VNode } from "preact";
import { piecesOf, type ClosedBlock } from "../../../state/sessions/open_part";
import { countAfterFrame, heightOf, isSame, stretchesOf } from "../../../state/sessions/stretches";
import { nextFrame } from "../../../parts/next_task";
import { drawingsIn, type WantedDrawings } from "../../drawings/drawable";

interface Props {
  blocks: readonly ClosedBlock[];
  /** What follows the blocks, and is still open. */
  tail: string;
  hidden?: boolean;
  /** All blocks are there. */
  whenDrawn?: () => void;
}

export function SaidWords({ blocks, tail, hidden = false, whenDrawn }: Props) {
  const count = useGrowing(blocks);
  const isDrawn = count === blocks.length;
  useLayoutEffect(() => {
    if (isDrawn) whenDrawn?.();
  }, [isDrawn]);
  return (
    <>
      {count === 0 ? null : <Blocks blocks={isDrawn ? blocks : blocks.slice(0, count)} hidden={hidden} />}
      {!isDrawn || tail.trim() === "" ? null : <OpenText text={tail.replace(/^\n+/u, "")} />}
    </>
  );
}

/** What is there at once is drawn in several frames, a long message as well as what many whispers bring together. */
function useGrowing(blocks: readonly ClosedBlock[]): number {
  const drawn = useRef(0);
  const [, again] = useState(0);
  const count = useMemo(() => countAfterFrame(blocks, drawn.current), [blocks, drawn.current]);
  useLayoutEffect(() => {
    drawn.current = count;
    if (count < blocks.length) void nextFrame().then(() => again(count));
  }, [count, blocks]);
  return count;
}

interface DrawnStretch {
  blocks: readonly ClosedBlock[];
  node: VNode;
}

/** Blocks stay as they were drawn when others come behind them. */
function Blocks({ blocks, hidden }: { blocks: readonly ClosedBlock[]; hidden: boolean }) {
  const drawn = useMemo((): DrawnStretch[] => [], []);
  const host = useDrawings(blocks, hidden);
  const stretches = stretchesOf(blocks).map((own, at) => {
    const known = drawn[at];
    if (known?.blocks.length === own.length && known.blocks.every((each, place) => isSame(each, own[place] as ClosedBlock))) return known.node;
    const node = <Stretch key={at} blocks={own} />;
    drawn[at] = { blocks: own, node };
    return node;
  });
  return (
    <div class="document session-words" hidden={hidden} ref={host}>
      {stretches}
    </div>
  );
}

/** What can be drawn in the blocks is drawn, as they come and once they are seen. */
function useDrawings(blocks: readonly ClosedBlock[], hidden: boolean) {
  const host = useRef<HTMLDivElement>(null);
  const drawings = useRef<WantedDrawings | null>(null);
  useEffect(() => () => drawings.current?.end(), []);
  useEffect(() => {
    if (host.current === null || hidden) return;
    drawings.current ??= drawingsIn(host.current, null);
    drawings.current.look(host.current);
  }, [blocks, hidden]);
  return host;
}

const Stretch = ({ blocks }: { blocks: readonly ClosedBlock[] }) => (
  <div class="session-stretch" data-height={heightOf(blocks)}>
    {blocks.map((block, at) => (
      <Block key={at} block={block} />
    ))}
  </div>
);

const Block = ({ block }: { block: ClosedBlock }) =>
  block.html === null ? (
    <OpenText text={block.text} />
  ) : (
    <div class="slice session-block" data-height={heightOf([block])} dangerouslySetInnerHTML={{ __html: block.html }} />
  );

/** Text that nobody has rendered yet, in pieces: only the last of them changes. */
const OpenText = ({ text }: { text: string }) => (
  <div class="session-open">
    {piecesOf(text).map((piece, at) => (
      <p key={at}>{piece}</p>
    ))}
  </div>
);
