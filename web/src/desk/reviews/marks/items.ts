/** The notes of a revision in the order of the text: those of marks, and those of marks that are being written. */
import { isCarried, isDone, isOnWhole } from "../../../state/annotations";
import { isEmptyDraft, type MarkWords } from "../../../state/drafts/marks";
import type { Annotation } from "../../../wire/types.gen";

export type MarginItem =
  | { id: string; is: "mark"; mark: Annotation; carried: boolean }
  /** A new mark whose words are not kept as one yet. */
  | { id: string; is: "draft"; draft: MarkWords };

/** A mark says something beside the text: a comment always, any other if it has words, a label, pictures or a fate. */
export function isNoted(item: MarginItem): boolean {
  if (item.is === "draft" || item.carried) return true;
  const { kind, words, label, images, fate, author } = item.mark;
  return author !== null || kind === "comment" || isOnWhole(item.mark) || words !== "" || label !== null || images.length > 0 || fate === "changed";
}

/** Done as asked: it stands in the one line of these. */
export const isFolded = (item: MarginItem) => item.is === "mark" && isDone(item.mark);

export const isNote = (item: MarginItem) => (item.is === "mark" ? isOnWhole(item.mark) : item.draft.mark.kind === "note");

/** Where a lost mark may be. */
export const hintOf = (item: MarginItem) => (item.is === "mark" && item.mark.place === null ? item.mark.hint : null);

/** Marks in the order of the text; drafts of new ones behind them, to be sorted in by where they stand. */
export function itemsOf(marks: readonly Annotation[], drafts: readonly MarkWords[], revision: number, open: string | null): MarginItem[] {
  const known = new Set(marks.map(({ id }) => id));
  const items: MarginItem[] = marks.map((mark) => ({ id: mark.id, is: "mark", mark, carried: isCarried(mark, revision) }));
  for (const draft of drafts) {
    const begun = draft.slot === open || !isEmptyDraft(draft);
    if (draft.revision === revision && begun && !known.has(draft.slot)) items.push({ id: draft.slot, is: "draft", draft });
  }
  return items;
}
