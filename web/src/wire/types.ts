/** The hub's words on the wire, in its own spelling; to be replaced by types generated from OpenAPI. */
import type { Annotation, MarkDraft, MarkDraftKept, QuickLabel } from "./annotation_types";

export type * from "./annotation_types";

export type Verdict = "approved" | "changes_requested" | "expired" | "withdrawn";
export type PersonVerdict = "approved" | "changes_requested";
export type Delivery = "waiting" | "sent" | "delivered" | "received" | "gone" | "kept";
export type Theme = "system" | "light" | "dark";

/** A way in which an agent goes on after an approval. */
export interface Mode {
  id: string;
  name: string;
  /** What it means, in the person's words. */
  what: string;
}

export interface Review {
  id: string;
  title: string;
  agent: string;
  agent_name: string;
  /** What the agent submits: plan, document. */
  what: string;
  workspace: string;
  workspace_name: string;
  /** The file the document lives in, below the workspace where it is there. */
  file: string | null;
  branch: string | null;
  status: "open" | "decided";
  verdict: Verdict | null;
  reason: string | null;
  revision: number;
  revisions: number;
  opened_at: string;
  expires_at: string | null;
  decided_at: string | null;
  delivery: Delivery;
  delivered_ms: number | null;
  notes: string | null;
  takes_notes: boolean;
  notes_reason: string | null;
  notes_delivery: "pending" | "delivered" | null;
  sha256: string;
  seen: boolean;
  /** How many marks went with the verdict. */
  marks: number;
  /** In which the agent can go on after an approval; the usual one first. */
  modes: Mode[];
  /** The one that was chosen with an approval. */
  mode: string | null;
}

export interface Revision {
  number: number;
  sha256: string;
  title: string;
  opened_at: string;
  expires_at: string | null;
  status: "open" | "decided";
  verdict: Verdict | null;
  reason: string | null;
  notes: string | null;
  decided_at: string | null;
  delivery: Delivery;
  delivered_ms: number | null;
  marks: number;
}

export interface Draft {
  revision: number;
  text: string;
  kind: PersonVerdict | null;
  version: number;
  saved_at: string;
}

export interface ReviewDetail {
  review: Review;
  revisions: Revision[];
  draft: Draft | null;
  /** Marks that are being written. */
  mark_drafts: MarkDraftKept[];
  seq: number;
}

export interface ReviewList {
  reviews: Review[];
  seq: number;
}

export interface Heading {
  id: string;
  level: number;
  text: string;
}

export type UnshownKind =
  | "link_address"
  | "link_title"
  | "link_label"
  | "definition"
  | "footnote"
  | "picture"
  | "picture_data"
  | "code_label"
  | "attribute"
  | "cell"
  | "comment"
  | "words";

/** What the source says and the page does not: all of it counted, the first 500 pieces told. */
export interface UnshownWords {
  counts: { kind: UnshownKind; count: number }[];
  items: { kind: UnshownKind; line: number; text: string }[];
}

export interface DocumentSlice {
  html: string;
  slice: number;
  /** Null in a first one that came early, before the rest was rendered: it brings nothing but its HTML. */
  slices: number | null;
  sha256: string;
  title: string | null;
  toc?: Heading[] | null;
  front_matter?: [string, string][] | null;
  unshown?: UnshownWords | null;
  /** The source of a text that takes too much to be rendered. */
  is_source?: boolean;
}

export type ComparisonView = "inline" | "side" | "source" | "source_whole";

export interface ComparisonSummary {
  words_added: number;
  words_removed: number;
  blocks_changed: number;
  blocks_added: number;
  blocks_removed: number;
  blocks_moved: number;
  blocks_split: number;
}

/** A part of two revisions, compared: the whole new text, with what the old one had instead. */
export interface ComparisonSlice {
  html: string;
  slice: number;
  slices: number;
  old: number;
  new: number;
  old_sha256: string;
  new_sha256: string;
  view: ComparisonView;
  toc?: Heading[] | null;
  summary?: ComparisonSummary | null;
  /** What the source of the new revision says and the text does not; null where the source is shown. */
  unshown?: UnshownWords | null;
}

/** What is to go with a verdict. */
export interface FeedbackWords {
  verdict: PersonVerdict;
  notes: string | null;
  /** The ids of the marks that go along; the others stay unsent. */
  annotations: readonly string[];
}

/** The very words that the agent would get. */
export interface Feedback {
  markdown: string;
  sha256: string;
}

export interface VerdictWords extends FeedbackWords {
  shown_sha256: string;
  revision: number;
  /** The digest of the preview that the person read; the hub refuses when the words have become others. */
  feedback_sha256?: string;
  /** In which the agent goes on after an approval. */
  mode?: string;
}

export interface DraftWords {
  revision: number;
  text: string;
  kind: PersonVerdict | null;
  version: number;
  /** What the words are for: the answer, or the mark of this id. */
  slot?: string;
  mark?: MarkDraft | null;
}

export interface Settings {
  single_keys: boolean;
  theme: Theme;
  labels: QuickLabel[];
}

export interface Session {
  /** The id of this browser's sign-in. */
  sign_in: string;
  /** What a person types to sign a browser in at this very hub. */
  open_command: string;
  version: string;
  seq: number;
  settings: Partial<Settings>;
}

export const ENTRY_KINDS = [
  "review_opened",
  "revision_added",
  "review_seen",
  "review_decided",
  "review_expired",
  "review_withdrawn",
  "answer_delivered",
  "answer_received",
  "notes_delivered",
  "annotation_added",
  "annotation_changed",
  "annotation_removed",
  "annotation_restored",
  "annotation_kept",
  "annotation_unkept",
  "annotation_addressed",
  "annotation_reopened",
  "marks_carried",
  "image_added",
  "other_text_approved",
  "agent_left",
  "agent_returned",
  "plan_missing",
  "settings_changed",
  "signed_in",
  "signed_out",
  "hub_started",
  "hub_stopped",
  "journal_cut",
  "entry_unreadable",
  "page_site_added",
  "page_site_returned",
  "page_site_forgotten",
  "page_change_intended",
  "page_change_dropped",
  "page_annotation_added",
  "page_annotation_changed",
  "page_annotation_replied",
  "page_annotation_removed",
  "page_note_added",
  "page_note_changed",
  "page_note_removed",
  "page_file_changed",
  "page_file_broken",
  "page_file_set_aside",
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export interface Entry {
  seq: number;
  at: string;
  kind: EntryKind;
  actor: { kind: string; id: string | null };
  review: string | null;
  revision: number | null;
  shown_sha256: string | null;
  body: Record<string, unknown>;
  hash: string;
  prev: string;
  /** The title of the revision it is about. */
  title?: string | null;
  review_now?: Review | null;
  /** The mark it is about, as it stands on the review's newest revision. */
  annotation_now?: Annotation | null;
}

export interface JournalPage {
  entries: Entry[];
  seq: number;
}

export interface Hello {
  seq: number;
  version: string;
  /** What is wrong with the hub's files, in words. */
  problems: string[];
}

export interface ErrorBody {
  error: { code: string; message: string; hint: string | null; draft?: Draft; command?: string };
}
