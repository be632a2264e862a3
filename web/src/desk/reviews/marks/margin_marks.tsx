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
    const desk = new PaneMarks(pane, review, revision, host, scroll);
    const stops = [desk.follow(), followSelection(desk), listen(desk), followFolds(desk)];
    marks.value = desk;
    return () => {
      if (marks.peek() === desk) marks.value = null;
      for (const stop of stops) stop();
    };
  }, [pane, review, revision]);
  const desk = marks.value;
  return desk?.review === review && desk.revision === revision ? desk : null;
}

export function MarginMarks(props: Props) {
  const desk = useMarks(props);
  return desk === null ? null : <Notes key={`${desk.review}/${desk.revision}`} desk={desk} />;
}

function Notes({ desk }: { desk: PaneMarks }) {
  const place = useRef<HTMLDivElement>(null);
  const layout = useRef<MarginLayout | null>(null);
  useLayoutEffect(() => {
    const margin = place.current?.closest<HTMLElement>(".margin") ?? null;
    if (margin === null) return undefined;
    layout.current = new MarginLayout(desk, margin);
    return layout.current.follow();
  }, []);
  // After every change of what stands here, and whenever something was drawn into the text.
  const composing = desk.composing.value;
  const coming = composing === null ? null : picturesFor(composing).value;
  const watched = [desk.notes, desk.near.value, desk.drawn.value, desk.lit.value, desk.selected.value, composing, coming];
  useLayoutEffect(() => layout.current?.soon(), watched);
  const near = desk.near.value;
  const shown = desk.wide.value ? desk.notes.filter((item) => !isNote(item) && (near.has(item.id) || item.id === composing)) : [];
  return (
    <>
      <div class="on-whole">
        <Whole desk={desk} />
      </div>
      <div class="beside" ref={place}>
        {shown.map((item) => (
          <div key={item.id} class="placed" data-note={item.id} id={noteId(desk.pane, item.id)}>
            <MarginNote desk={desk} item={item} />
          </div>
        ))}
      </div>
      <i class="thread" hidden />
      {desk.wide.value ? <Tools desk={desk} /> : null}
    </>
  );
}
