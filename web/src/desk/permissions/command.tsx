/** The command, or all arguments, as the agent wrote them: what is not seen is spelled out, what deserves an eye is marked. */
import { foldPieces, isLong, stretchesOf, type Stretch } from "../../state/pieces";
import type { ShownPiece } from "../../wire/types.gen";
import { EndInSight } from "./end_in_sight";
import { Rest } from "./rest";
import { useReadingOn } from "./use_reading_on";

interface Props {
  pieces: readonly ShownPiece[];
  isCommand: boolean;
  /** Whether the rest of a long one is shown. */
  whole: boolean;
  onWhole: () => void;
  onSeen: () => void;
}

export function CommandBlock({ pieces, isCommand, whole, onWhole, onSeen }: Props) {
  const block = useReadingOn<HTMLDivElement>(whole);
  const folded = foldPieces(pieces);
  const left = whole ? null : folded.left;
  const shown = left === null ? pieces : folded.pieces;
  return (
    <div class="asked-block" ref={block}>
      <pre class={isLong(pieces) ? "command long" : "command"}>
        <code>
          {isCommand ? <span class="prompt" aria-hidden="true">$ </span> : null}
          {stretchesOf(shown).map((stretch, at) => (
            <Marked key={at} stretch={stretch} />
          ))}
        </code>
      </pre>
      {left === null ? <EndInSight onSeen={onSeen} /> : <Rest left={`the other ${left}`} onWhole={onWhole} />}
    </div>
  );
}

const LOOKS: Record<ShownPiece["look"], string | undefined> = {
  plain: undefined,
  keyword: "keyword",
  string: "string",
  comment: "comment",
  option: "option",
  escape: "escape",
};

const Look = ({ text, look }: ShownPiece) => {
  const kind = LOOKS[look];
  if (kind === undefined) return <>{text}</>;
  return <span class={kind} title={look === "escape" ? "A character that would not be seen" : undefined}>{text}</span>;
};

function Marked({ stretch: { risk, pieces } }: { stretch: Stretch }) {
  const words = pieces.map((piece, at) => <Look key={at} {...piece} />);
  if (risk === null) return <>{words}</>;
  return (
    <>
      <mark class="risk" data-risk={risk}>{words}</mark>
      <sup class="risk-number">
        <span class="unseen">risk </span>
        {risk}
      </sup>
    </>
  );
}
