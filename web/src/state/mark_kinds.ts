/** What the desk says and draws for each kind of mark: a new kind is a row here, and the compiler asks for all of it. */
import type { AnnotationKind } from "../wire/types.gen";

interface MarkKind {
  /** "Deletion made" */
  name: string;
  /** Over its note and its form. */
  title: string;
  /** In the empty field of its form. */
  prompt: string;
  /** For those who listen: "Mark 3, to be deleted". */
  spoken: string;
  /** In the journal, before the words it stands on. */
  verb: string;
  /** The element that it is in the text. */
  tag: "del" | "mark";
  /** It brings words for the text, beside those about it. */
  hasText: boolean;
  /** Without words, a label or a picture it says nothing. */
  needsWords: boolean;
}

const REASON = "Why, if it needs saying";

export const MARK_KINDS: Readonly<Record<AnnotationKind, MarkKind>> = {
  deletion: { name: "Deletion", title: "Delete", prompt: REASON, spoken: "to be deleted", verb: "Marked for removal", tag: "del", hasText: false, needsWords: false },
  insertion: { name: "Insertion", title: "Insert", prompt: REASON, spoken: "to be inserted", verb: "Added words", tag: "mark", hasText: true, needsWords: false },
  replacement: { name: "Replacement", title: "Replace", prompt: REASON, spoken: "to be replaced", verb: "Changed words", tag: "del", hasText: true, needsWords: false },
  comment: { name: "Comment", title: "Comment", prompt: "Your comment", spoken: "commented", verb: "Commented", tag: "mark", hasText: false, needsWords: true },
  note: { name: "Note", title: "On the whole", prompt: "Your note on the whole", spoken: "note", verb: "Noted on the whole", tag: "mark", hasText: false, needsWords: true },
};
