/** What has become of a mark of an earlier round, and what the person makes of it. */
import { Icon } from "../../../parts/icon";
import { isDone, isOnWhole } from "../../../state/annotations";
import type { Annotation } from "../../../wire/types.gen";
import * as acts from "./acts";
import { shortened } from "./composer";
import { LinkButton } from "../../../parts/link_button";
import type { PaneMarks } from "./pane_marks";

interface Props {
  paneMarks: PaneMarks;
  mark: Annotation;
  carried: boolean;
}

export function FateLine({ paneMarks, mark, carried }: Props) {
  if (mark.status === "addressed") return <Addressed paneMarks={paneMarks} mark={mark} />;
  if (mark.fate === "changed") return <Changed paneMarks={paneMarks} mark={mark} carried={carried} />;
  return mark.fate === "gone" ? <Lost paneMarks={paneMarks} mark={mark} /> : <There paneMarks={paneMarks} mark={mark} />;
}

const Addressed = ({ paneMarks, mark }: Omit<Props, "carried">) => (
  <>
    <p class="fate done">
      <Icon shape="tick" /> {isDone(mark) ? "Done as asked" : "Addressed"}
    </p>
    {paneMarks.open ? (
      <p class="does">
        <LinkButton words="Open again" onClick={() => acts.address(paneMarks, mark, false)} />
      </p>
    ) : null}
  </>
);

/** A note on the whole stands on no words that could change. */
const There = ({ paneMarks, mark }: Omit<Props, "carried">) => (
  <>
    {isOnWhole(mark) ? null : <p class="fate">Still there</p>}
    <Answers paneMarks={paneMarks} mark={mark} />
  </>
);

const Changed = ({ paneMarks, mark, carried }: Props) => (
  <>
    <p class="fate heed">
      <Icon shape="wave" /> Text changed
    </p>
    <p class="both">
      Was “<del>{shortened(mark.quote)}</del>”{mark.reads_now === null ? null : <>, reads now “<span>{shortened(mark.reads_now)}</span>”</>}
    </p>
    {carried ? <Answers paneMarks={paneMarks} mark={mark} /> : null}
  </>
);

function Lost({ paneMarks, mark }: Omit<Props, "carried">) {
  const { hint } = mark;
  return (
    <>
      <p class="fate lost">
        <Icon shape="dashed" /> Lost
      </p>
      <p class="both">
        It stood on “<span class="stood">{shortened(mark.quote)}</span>”, which is gone. Kept here until you decide.
        {hint === null ? null : (
          <>
            {" "}
            <button type="button" class="link" onClick={() => acts.goToPlace(paneMarks, hint.place)}>
              It may be here
            </button>
            : “{shortened(hint.quote)}”
          </>
        )}
      </p>
      {paneMarks.open ? (
        <p class="does always">
          <LinkButton words="Keep as note" onClick={() => acts.keepMark(paneMarks, mark, "note")} />
          {hint === null ? null : <LinkButton words="Place it there" onClick={() => acts.placeAt(paneMarks, mark, hint)} />}
          <LinkButton words="Place anew" onClick={() => acts.beginAnew(paneMarks, mark)} />
          <LinkButton words="Addressed" onClick={() => acts.address(paneMarks, mark, true)} />
        </p>
      ) : null}
    </>
  );
}

const Answers = ({ paneMarks, mark }: Omit<Props, "carried">) =>
  paneMarks.open ? (
    <p class="does always">
      <LinkButton words={isOnWhole(mark) ? "Keep note" : "Keep mark"} onClick={() => acts.keepMark(paneMarks, mark, "mark")} />
      <LinkButton words="Addressed" onClick={() => acts.address(paneMarks, mark, true)} />
    </p>
  ) : null;
