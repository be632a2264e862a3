/** The marks of a pane: draws them into the text, and their notes, tools and words into the margin. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { arePicturesUnkept, picturesFor } from "../../../state/images_pending";
import { resume } from "../../../state/marking";
import { areMarksUnkept } from "../../../state/drafts/marks";
import { guardLeaving } from "../../../state/drafts/sending";
import { PaneMarks } from "./pane_marks";
import { MarginLayout } from "./margin_layout";
import { followFolds } from "./folds";
import { isNote } from "./items";
import { listen } from "./keys";
import { PrintedMarks } from "./printed";
import { MarginNote, noteId } from "./note";
import { marksIn } from "./registry";
import { followSelection } from "./selecting";
import { Tools } from "./tools";
import { Whole } from "./whole";

// Once, when this part of the desk has been fetched.
guardLeaving(areMarksUnkept);
guardLeaving(arePicturesUnkept);
resume();

interface Props {
  pane: string;
  review: string;
  revision: number;
}

/** Begins when the text's element stands, and ends with it. */
function useMarks({ pane, review, revision }: Props): PaneMarks | null {
  const marks = marksIn(pane);
  useLayoutEffect(() => {
    const host = document.querySelector<HTMLElement>(`#${pane} .document`);
    const scroll = host?.closest<HTMLElement>(".scroll") ?? null;
    if (host === null || scroll === null) return undefined;
    const paneMarks = new PaneMarks(pane, review, revision, host, scroll);
    const stops = [paneMarks.follow(), followSelection(paneMarks), listen(paneMarks), followFolds(paneMarks)];
    marks.value = paneMarks;
    return () => {
      if (marks.peek() === paneMarks) marks.value = null;
      for (const stop of stops) stop();
    };
  }, [pane, review, revision]);
  const paneMarks = marks.value;
  return paneMarks?.review === review && paneMarks.revision === revision ? paneMarks : null;
}

export function MarginMarks(props: Props) {
  const paneMarks = useMarks(props);
  return paneMarks === null ? null : <Notes key={`${paneMarks.review}/${paneMarks.revision}`} paneMarks={paneMarks} />;
}

function Notes({ paneMarks }: { paneMarks: PaneMarks }) {
  const place = useRef<HTMLDivElement>(null);
  const layout = useRef<MarginLayout | null>(null);
  useLayoutEffect(() => {
    const margin = place.current?.closest<HTMLElement>(".margin") ?? null;
    if (margin === null) return undefined;
    layout.current = new MarginLayout(paneMarks, margin);
    return layout.current.follow();
  }, []);
  // After every change of what stands here, and whenever something was drawn into the text.
  const composing = paneMarks.composing.value;
  const coming = composing === null ? null : picturesFor(composing).value;
  const watched = [paneMarks.notes, paneMarks.near.value, paneMarks.drawn.value, paneMarks.lit.value, paneMarks.selected.value, composing, coming];
  useLayoutEffect(() => layout.current?.soon(), watched);
  const near = paneMarks.near.value;
  const shown = paneMarks.wide.value ? paneMarks.notes.filter((item) => !isNote(item) && (near.has(item.id) || item.id === composing)) : [];
  return (
    <>
      <div class="on-whole">
        <Whole paneMarks={paneMarks} />
      </div>
      <div class="beside" ref={place}>
        {shown.map((item) => (
          <div key={item.id} class="placed" data-note={item.id} id={noteId(paneMarks.pane, item.id)}>
            <MarginNote paneMarks={paneMarks} item={item} />
          </div>
        ))}
      </div>
      <PrintedMarks paneMarks={paneMarks} />
      <i class="thread" hidden />
      {paneMarks.wide.value ? <Tools paneMarks={paneMarks} /> : null}
    </>
  );
}
