/** Marks as the hub's wire has them: in its own spelling. */
export type AnnotationKind = "deletion" | "insertion" | "replacement" | "comment" | "note";
export type AnnotationStatus = "open" | "in_progress" | "addressed";
export type Fate = "there" | "changed" | "gone" | "done";

/** Offsets count UTF-16 units in the block's own text; `end` is exclusive. */
export interface Place {
  start_block: string;
  start: number;
  end_block: string;
  end: number;
}

export interface AnnotationImage {
  name: string;
  sha256: string;
  media_type: string;
}

/** A mark as it stands on one revision. */
export interface Annotation {
  id: string;
  review: string;
  /** The revision it was made on. */
  revision: number;
  /** The revision with whose answer it goes, or went. */
  live_on: number;
  kind: AnnotationKind;
  words: string;
  text: string;
  label: string | null;
  tip: string | null;
  images: AnnotationImage[];
  quote: string;
  status: AnnotationStatus;
  sent: boolean;
  version: number;
  created_at: string;
  changed_at: string;
  place: Place | null;
  position: number;
  lines: [number, number] | null;
  occurrence: [number, number];
  fate: Fate | null;
  reads_now: string | null;
  hint: { place: Place; quote: string } | null;
}

/** What a mark is made of; the words of a new one come from the page. */
export interface AnnotationWords {
  revision: number;
  kind: AnnotationKind;
  words: string;
  text: string;
  label: string | null;
  tip: string | null;
  images: AnnotationImage[];
  place: Place | null;
  quote: string;
}

export interface AnnotationChange {
  version: number;
  kind?: AnnotationKind;
  words?: string;
  text?: string;
  label?: string | null;
  tip?: string | null;
  images?: AnnotationImage[];
  revision?: number;
  place?: Place;
  quote?: string;
}

export interface AnnotationNow {
  annotation: Annotation;
  seq: number;
}

export interface AnnotationList {
  annotations: Annotation[];
  seq: number;
}

/** A mark that is being written. */
export interface MarkDraft {
  kind: AnnotationKind;
  place: Place | null;
  quote: string;
  text: string;
  label: string | null;
  tip: string | null;
  images: AnnotationImage[];
}

export interface MarkDraftKept {
  slot: string;
  revision: number;
  /** The words of the comment as typed. */
  text: string;
  mark: MarkDraft | null;
  version: number;
  saved_at: string;
}

export interface QuickLabel {
  label: string;
  tip: string;
}
