/** Holds the hand-written wire types to the generated ones: tsc refuses this file when the hub says something else. */
import type { PageAnnotationChange, PageNoteWords, PageProblem, PageSite, PageSiteDetail, PageSiteList } from "../src/wire/page_types";
import type { components } from "../src/wire/types.gen";
import type {
  Annotation,
  AnnotationChange,
  AnnotationImage,
  AnnotationList,
  AnnotationNow,
  AnnotationWords,
  DocumentSlice,
  Draft,
  DraftWords,
  Entry,
  Feedback,
  FeedbackWords,
  JournalPage,
  MarkDraftKept,
  QuickLabel,
  Review,
  ReviewDetail,
  ReviewList,
  Revision,
  Session,
  Settings,
  VerdictWords,
} from "../src/wire/types";

type Hub = components["schemas"];
/** What the hub tells is what the page knows. */
type Reads<Told, Known> = Told extends Known ? true : never;
/** What the page says is what the hub takes; what has a default may be left out, and lists are copied. */
type Copied<Said> = { [Field in keyof Said]: Said[Field] extends readonly (infer One)[] ? One[] : Said[Field] };
type Takes<Said, Taken> = Copied<Said> extends Partial<Taken> ? (keyof Said extends keyof Taken ? true : never) : never;

/** `kind` is an open set on the wire, a closed one here. */
type EntryAsTold = Omit<Hub["FeedEntry"], "kind"> & Pick<Entry, "kind">;
type DraftAsTold = Omit<Hub["Draft"], "kind"> & Pick<Draft, "kind">;
/** What the hub fills in when it is left out, it always tells. */
type Told<Shape> = Shape extends object ? { [Field in keyof Shape]-?: Exclude<Told<Shape[Field]>, undefined> } : Shape;

export const read: [
  Reads<Hub["Review"], Review>,
  Reads<Hub["Revision"], Revision>,
  Reads<Hub["ReviewList"], ReviewList>,
  Reads<Omit<Hub["ReviewState"], "draft" | "mark_drafts">, Omit<ReviewDetail, "draft" | "mark_drafts">>,
  Reads<Told<Hub["MarkDraftKept"]>, MarkDraftKept>,
  Reads<Hub["DocumentSlice"], DocumentSlice>,
  Reads<Told<Hub["Session"]>, Session>,
  Reads<Told<Hub["Settings"]>, Settings>,
  Reads<Told<Hub["Label"]>, QuickLabel>,
  Reads<DraftAsTold, Draft>,
  Reads<Omit<EntryAsTold, "actor" | "annotation_now">, Omit<Entry, "actor" | "annotation_now">>,
  Reads<Omit<Hub["JournalPage"], "entries">, Omit<JournalPage, "entries">>,
  Reads<Hub["Feedback"], Feedback>,
  Reads<Told<Hub["Annotation"]>, Annotation>,
  Reads<Told<Hub["AnnotationList"]>, AnnotationList>,
  Reads<Told<Hub["AnnotationNow"]>, AnnotationNow>,
  Reads<Told<Hub["Image"]>, AnnotationImage>,
  Reads<Hub["PageSite"], PageSite>,
  Reads<Hub["PageSiteList"], PageSiteList>,
  Reads<Hub["PageProblem"], PageProblem>,
  Reads<Hub["PageSiteDetail"], PageSiteDetail>,
] = [true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true];

export const taken: [
  Takes<AnnotationWords, Hub["AnnotationGiven"]>,
  Takes<AnnotationChange, Hub["AnnotationChange"]>,
  Takes<FeedbackWords, Hub["FeedbackAsked"]>,
  Takes<VerdictWords, Hub["VerdictGiven"]>,
  Takes<DraftWords, Hub["DraftKept"]>,
  Takes<Settings, Hub["SettingsChange"]>,
  Takes<PageAnnotationChange, Hub["PageAnnotationChange"]>,
  Takes<PageNoteWords, Hub["PageNoteGiven"]>,
] = [true, true, true, true, true, true, true, true];
