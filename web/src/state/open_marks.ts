/** Marks whose words were typed and not kept: no answer takes them along, so a person is asked before one goes. */
import type { Image } from "../wire/types.gen";
import { unsentMarks, markOn } from "./annotations";
import { MARK_KINDS } from "./mark_kinds";
import { pendingOf } from "./annotations_pending";
import { isAwaiting } from "./images_pending";
import { isEmptyDraft, markDraftsOf, type MarkWords } from "./drafts/marks";

/** Why these words are no mark yet; null when they are. */
export function lacking({ slot, mark, words }: MarkWords): string | null {
  if (MARK_KINDS[mark.kind].hasText && mark.text.trim() === "") return "Write the new words first";
  const says = words.trim() !== "" || mark.images.length > 0 || isAwaiting(slot) || mark.label !== null;
  return !says && MARK_KINDS[mark.kind].needsWords ? "Write some words first" : null;
}

const shown = (images: readonly Image[]) => images.map(({ sha256, name }) => `${sha256} ${name}`).join("\n");

/** Opened and left as it was. */
export function isUnchanged(review: string, { slot, revision, mark, words }: MarkWords): boolean {
  const known = markOn(review, revision, slot);
  if (known === null || isAwaiting(slot)) return false;
  return known.words === words && known.text === mark.text && shown(known.images) === shown(mark.images);
}

/** The marks of a revision that are still being written, those of which nothing is left to lose aside. */
export const openMarks = (review: string, revision: number): readonly MarkWords[] =>
  markDraftsOf(review).value.filter((draft) => draft.revision === revision && !isEmptyDraft(draft) && !isUnchanged(review, draft));

/** Resolves when the hub has everything that can go along; false: there is one that it would not have. */
function untilKept(review: string, slots: ReadonlySet<string>): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = pendingOf(review).subscribe((writes) => {
      const refused = writes.some((write) => write.refused !== null && slots.has(write.mark));
      if (!refused && writes.some((write) => write.refused === null)) return;
      resolve(!refused);
      // The first call comes before there is anything to stop.
      window.setTimeout(() => stop());
    });
  });
}

/** The words become marks; resolves when the hub has them. None becomes one while it would lose a picture. */
export async function keepOpenMarks(review: string, revision: number): Promise<boolean> {
  const { finishDraft } = await import("./marking");
  const drafts = openMarks(review, revision);
  if (drafts.some(({ slot }) => isAwaiting(slot))) return false;
  const last = Math.max(0, ...unsentMarks(review, revision).map(({ position }) => position));
  for (const draft of drafts) finishDraft(review, draft, draft.mark.place === null ? 0 : last);
  return untilKept(review, new Set(drafts.map(({ slot }) => slot)));
}
