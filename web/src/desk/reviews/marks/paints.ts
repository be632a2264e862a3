/** What is to be drawn in the text for each mark: a pure reading of what is known. */
import { isCarried, numbersOf } from "../../../state/annotations";
import { MARK_KINDS } from "../../../state/mark_kinds";
import type { MarkWords } from "../../../state/drafts/marks";
import type { Annotation, AnnotationKind, Place } from "../../../wire/types.gen";

export interface Paint {
  id: string;
  kind: AnnotationKind;
  /** own: this round's; last: of an earlier round; draft: being written. */
  look: "own" | "last" | "draft";
  /** Whose it is, if it is another's: drawn in another ink. */
  author: string | null;
  place: Place;
  /** The new words of an insertion or a replacement. */
  text: string;
  /** How many letters the old words have. */
  length: number;
  number: number | null;
}

/** New words that are longer than the old ones by more than this stand behind them, in line. */
const LONGER_BY = 12;

export const standsAbove = ({ kind, text, length }: Pick<Paint, "kind" | "text" | "length">) =>
  kind === "replacement" && text !== "" && text.length <= length + LONGER_BY && !text.includes("\n");

/** "Mark 3, to be deleted: " for those who listen. */
export const spoken = ({ number, kind, look, author }: Paint) =>
  `${number === null ? "" : `Mark ${number}, `}${author === null ? "" : `of ${author}, `}${look === "last" ? "of an earlier round" : MARK_KINDS[kind].spoken}: `;

function paintOf(mark: Annotation, revision: number, number: number | null): Paint | null {
  const { id, kind, place, text, quote, author } = mark;
  if (place === null || kind === "note") return null;
  return { id, kind, place, text, length: quote.length, number, look: isCarried(mark, revision) ? "last" : "own", author };
}

function draftPaint({ slot, mark }: MarkWords): Paint | null {
  if (mark.place === null || mark.kind === "note") return null;
  return { id: slot, kind: mark.kind, place: mark.place, text: "", length: mark.quote.length, number: null, look: "draft", author: null };
}

/** The marks that stand in the text, and those of them that are only being written. */
export function paintsOf(marks: readonly Annotation[], drafts: readonly MarkWords[], revision: number): Paint[] {
  const numbers = numbersOf(marks);
  const paints = marks.map((mark) => paintOf(mark, revision, numbers.get(mark.id) ?? null));
  return [...paints, ...drafts.map(draftPaint)].filter((paint) => paint !== null);
}
