/* Written by `make generate` from the hub's own types. Do not edit. */
/* eslint-disable */

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Actor
         * @description Who did it.
         */
        readonly Actor: {
            /** Id */
            readonly id: string;
            readonly kind: components["schemas"]["ActorKind"];
        };
        /**
         * ActorKind
         * @description The kinds of actor an entry can name.
         * @enum {string}
         */
        readonly ActorKind: "person" | "page_visitor" | "agent" | "rule" | "timeout" | "policy" | "hand";
        /**
         * Annotation
         * @description A mark as it stands on one revision.
         */
        readonly Annotation: {
            /** Changed At */
            readonly changed_at: string;
            /** Created At */
            readonly created_at: string;
            /** @description None on the revision it was made on. */
            readonly fate: components["schemas"]["Fate"] | null;
            readonly hint: components["schemas"]["Hint"] | null;
            /** Id */
            readonly id: string;
            /** Images */
            readonly images: readonly components["schemas"]["Image"][];
            readonly kind: components["schemas"]["AnnotationKind"];
            /** Label */
            readonly label: string | null;
            /** Lines */
            readonly lines: readonly [
                number,
                number
            ] | null;
            /**
             * Live On
             * @description The one with whose answer it goes, or went.
             */
            readonly live_on: number;
            /** Occurrence */
            readonly occurrence: readonly [
                number,
                number
            ];
            readonly place: components["schemas"]["Place"] | null;
            /**
             * Placed On
             * @description The one that place, fate and everything about its place speak of.
             */
            readonly placed_on: number;
            /** Position */
            readonly position: number;
            /** Quote */
            readonly quote: string;
            /**
             * Reads Now
             * @description The words there now, where they have changed.
             */
            readonly reads_now: string | null;
            /** Removed */
            readonly removed: boolean;
            /** Review */
            readonly review: string;
            /**
             * Revision
             * @description The one it was made on.
             */
            readonly revision: number;
            /** Sent */
            readonly sent: boolean;
            readonly status: components["schemas"]["AnnotationStatus"];
            /** Text */
            readonly text: string;
            /** Tip */
            readonly tip: string | null;
            /** Version */
            readonly version: number;
            /** Words */
            readonly words: string;
        };
        /**
         * AnnotationChange
         * @description What to change of a mark; a place comes with its quote and the revision it is on.
         */
        readonly AnnotationChange: {
            /** Images */
            readonly images?: readonly components["schemas"]["Image"][] | null;
            readonly kind?: components["schemas"]["AnnotationKind"] | null;
            /** Label */
            readonly label?: string | null;
            readonly place?: components["schemas"]["Place"] | null;
            /** Quote */
            readonly quote?: string | null;
            /** Revision */
            readonly revision?: number | null;
            /** Text */
            readonly text?: string | null;
            /** Tip */
            readonly tip?: string | null;
            /** Version */
            readonly version: number;
            /** Words */
            readonly words?: string | null;
        };
        /**
         * AnnotationGiven
         * @description A new mark; the quote is what the person sees at the place.
         */
        readonly AnnotationGiven: {
            /**
             * Images
             * @default []
             */
            readonly images: readonly components["schemas"]["Image"][];
            readonly kind: components["schemas"]["AnnotationKind"];
            /** Label */
            readonly label?: string | null;
            readonly place?: components["schemas"]["Place"] | null;
            /**
             * Quote
             * @default
             */
            readonly quote: string;
            /** Revision */
            readonly revision: number;
            /**
             * Text
             * @default
             */
            readonly text: string;
            /** Tip */
            readonly tip?: string | null;
            /**
             * Words
             * @default
             */
            readonly words: string;
        };
        /**
         * AnnotationKeep
         * @description How an earlier mark is kept for the newest revision: where it stands, or as a note on the whole.
         */
        readonly AnnotationKeep: {
            /**
             * As
             * @enum {string}
             */
            readonly as: "mark" | "note";
            /** Revision */
            readonly revision: number;
        };
        /**
         * AnnotationKind
         * @description What a mark asks for.
         * @enum {string}
         */
        readonly AnnotationKind: "deletion" | "insertion" | "replacement" | "comment" | "note";
        /**
         * AnnotationList
         * @description Marks, and the sequence number from which the feed goes on.
         */
        readonly AnnotationList: {
            /** Annotations */
            readonly annotations: readonly components["schemas"]["Annotation"][];
            /** Seq */
            readonly seq: number;
        };
        /**
         * AnnotationNow
         * @description A mark after a change.
         */
        readonly AnnotationNow: {
            readonly annotation: components["schemas"]["Annotation"];
            /** Seq */
            readonly seq: number;
        };
        /**
         * AnnotationStatus
         * @description How far a mark has come.
         * @enum {string}
         */
        readonly AnnotationStatus: "open" | "in_progress" | "addressed";
        /**
         * AnnotationUnkeep
         * @description The newest revision, for which the mark was kept.
         */
        readonly AnnotationUnkeep: {
            /** Revision */
            readonly revision: number;
        };
        /**
         * Block
         * @description A block of a document with its stable id and its lines in the source.
         */
        readonly Block: {
            /** End Line */
            readonly end_line: number;
            /** Id */
            readonly id: string;
            /** Kind */
            readonly kind: string;
            /** Start Line */
            readonly start_line: number;
            /** Text */
            readonly text: string;
        };
        /**
         * ComparisonSlice
         * @description A part of a comparison that the page can take in without a pause; the first one brings contents and figures.
         */
        readonly ComparisonSlice: {
            /** Html */
            readonly html: string;
            /** New */
            readonly new: number;
            /** New Sha256 */
            readonly new_sha256: string;
            /** Old */
            readonly old: number;
            /** Old Sha256 */
            readonly old_sha256: string;
            /** Slice */
            readonly slice: number;
            /** Slices */
            readonly slices: number;
            readonly summary: components["schemas"]["ComparisonSummary"] | null;
            /** Toc */
            readonly toc: readonly components["schemas"]["Heading"][] | null;
            /** @description What the source of the new revision says and the text does not, in the first part of texts. */
            readonly unshown: components["schemas"]["UnshownWords"] | null;
            /**
             * View
             * @enum {string}
             */
            readonly view: "inline" | "side" | "source" | "source_whole";
        };
        /**
         * ComparisonSummary
         * @description How much changed. A block counts once.
         */
        readonly ComparisonSummary: {
            /** Blocks Added */
            readonly blocks_added: number;
            /** Blocks Changed */
            readonly blocks_changed: number;
            /** Blocks Moved */
            readonly blocks_moved: number;
            /** Blocks Removed */
            readonly blocks_removed: number;
            /**
             * Blocks Split
             * @description Or joined.
             */
            readonly blocks_split: number;
            /** Words Added */
            readonly words_added: number;
            /** Words Removed */
            readonly words_removed: number;
        };
        /**
         * Delivery
         * @description What the desk shows of an answer's way.
         * @enum {string}
         */
        readonly Delivery: "waiting" | "gone" | "sent" | "kept" | "delivered" | "received";
        /**
         * DeskOpening
         * @description What a fresh page shows; the slices of the document of `first` come behind it.
         */
        readonly DeskOpening: {
            /** @description The newest that nobody has seen. */
            readonly first: components["schemas"]["ItemVersion"] | null;
            /** @description All that waits, oldest first. */
            readonly open: components["schemas"]["ReviewList"];
            readonly start: components["schemas"]["DeskStart"];
        };
        /**
         * DeskStart
         * @description What a page needs to start: its own sign-in's id, and the command that brings another one, among others.
         */
        readonly DeskStart: {
            /** Open Command */
            readonly open_command: string;
            /** Seq */
            readonly seq: number;
            readonly settings: components["schemas"]["Settings"];
            /** Sign In */
            readonly sign_in: string;
            /** Version */
            readonly version: string;
        };
        /**
         * DocumentSlice
         * @description A part of a document, taken in by the page without a pause; the first brings the contents if it is not early.
         *
         *     An early one comes before all is known about the document: the first comes again then.
         */
        readonly DocumentSlice: {
            /** Front Matter */
            readonly front_matter: readonly (readonly [
                string,
                string
            ])[] | null;
            /** Html */
            readonly html: string;
            /**
             * Is Source
             * @description Whether this is the source of a text that takes too much to be rendered.
             */
            readonly is_source: boolean;
            /** Sha256 */
            readonly sha256: string;
            /** Slice */
            readonly slice: number;
            /**
             * Slices
             * @description How many there are; null in one that comes early.
             */
            readonly slices: number | null;
            /** Title */
            readonly title: string | null;
            /** Toc */
            readonly toc: readonly components["schemas"]["Heading"][] | null;
            /** @description What the source says and the page does not; in the first part. */
            readonly unshown: components["schemas"]["UnshownWords"] | null;
        };
        /**
         * Draft
         * @description Unsent words about a revision.
         */
        readonly Draft: {
            readonly kind: components["schemas"]["Verdict"] | null;
            /** Revision */
            readonly revision: number;
            /** Saved At */
            readonly saved_at: string;
            /** Text */
            readonly text: string;
            /** Version */
            readonly version: number;
        };
        /**
         * DraftKept
         * @description Words to keep; `version` is the newest one the page knows, 0 for none.
         */
        readonly DraftKept: {
            /** Kind */
            readonly kind?: ("approved" | "changes_requested") | null;
            readonly mark?: components["schemas"]["MarkDraft"] | null;
            /** Revision */
            readonly revision: number;
            /**
             * Slot
             * @default answer
             */
            readonly slot: "answer" | string;
            /** Text */
            readonly text: string;
            /**
             * Version
             * @default 0
             */
            readonly version: number;
        };
        /**
         * DraftSaved
         * @description The kept draft's version.
         */
        readonly DraftSaved: {
            /** Saved At */
            readonly saved_at: string;
            /** Version */
            readonly version: number;
        };
        /**
         * Entry
         * @description A line of the journal; a text of it that was forgotten is missing in the body.
         */
        readonly Entry: {
            readonly actor: components["schemas"]["Actor"];
            /** At */
            readonly at: string;
            /** Body */
            readonly body: {
                readonly [key: string]: string | number | boolean | null;
            };
            /** Hash */
            readonly hash: string;
            readonly item: components["schemas"]["ItemVersion"] | null;
            /** Kind */
            readonly kind: string;
            /** Prev */
            readonly prev: string;
            /** Seq */
            readonly seq: number;
            /** Shown Sha256 */
            readonly shown_sha256: string | null;
            /**
             * Title
             * @description What the version that it is about is called.
             */
            readonly title?: string | null;
        };
        /**
         * Fate
         * @description What a later revision has made of the place a mark stood on.
         * @enum {string}
         */
        readonly Fate: "there" | "changed" | "gone" | "done";
        /**
         * Fault
         * @description What went wrong, and what to do.
         */
        readonly Fault: {
            /** Code */
            readonly code: string;
            /**
             * Command
             * @description What to type in a terminal, where that helps.
             */
            readonly command?: string | null;
            /** @description The newer draft, where an older one was refused. */
            readonly draft?: components["schemas"]["Draft"] | null;
            /** Hint */
            readonly hint: string;
            /** Message */
            readonly message: string;
        };
        /**
         * Feedback
         * @description The words the agent gets, and their digest.
         */
        readonly Feedback: {
            /** Markdown */
            readonly markdown: string;
            /** Sha256 */
            readonly sha256: string;
        };
        /**
         * FeedbackAsked
         * @description What is to go with a verdict: words, and the ids of marks.
         */
        readonly FeedbackAsked: {
            /**
             * Annotations
             * @default []
             */
            readonly annotations: readonly string[];
            /** Notes */
            readonly notes?: string | null;
            /**
             * Verdict
             * @enum {string}
             */
            readonly verdict: "approved" | "changes_requested";
        };
        /**
         * FeedEntry
         * @description An entry as the feed brings it, with the item and the mark as they are now.
         */
        readonly FeedEntry: {
            readonly actor: components["schemas"]["Actor"];
            /** @description The mark it is about, on the newest revision it was looked for in; none if removed. */
            readonly annotation_now?: components["schemas"]["Annotation"] | null;
            /** At */
            readonly at: string;
            /** Body */
            readonly body: {
                readonly [key: string]: string | number | boolean | null;
            };
            /** Hash */
            readonly hash: string;
            readonly item: components["schemas"]["ItemVersion"] | null;
            readonly item_now?: components["schemas"]["Review"] | null;
            /** Kind */
            readonly kind: string;
            /** Prev */
            readonly prev: string;
            /** Seq */
            readonly seq: number;
            /** Shown Sha256 */
            readonly shown_sha256: string | null;
            /**
             * Title
             * @description What the version that it is about is called.
             */
            readonly title?: string | null;
        };
        /**
         * Heading
         * @description A line of the table of contents.
         */
        readonly Heading: {
            /** Id */
            readonly id: string;
            /** Level */
            readonly level: number;
            /** Text */
            readonly text: string;
        };
        /**
         * Hello
         * @description The first event of every feed, sent again when the problems have changed.
         */
        readonly Hello: {
            /**
             * Problems
             * @description What is wrong with the hub's files, in sentences.
             */
            readonly problems: readonly string[];
            /**
             * Seq
             * @description The number of the newest entry.
             */
            readonly seq: number;
            /** Version */
            readonly version: string;
        };
        /**
         * Hint
         * @description A doubtful candidate for a mark whose words are gone.
         */
        readonly Hint: {
            readonly place: components["schemas"]["Place"];
            /** Quote */
            readonly quote: string;
        };
        /**
         * HubStatus
         * @description How the hub does.
         */
        readonly HubStatus: {
            /**
             * Desks
             * @description Desk pages that are open.
             */
            readonly desks: number;
            /**
             * Mcp Clients
             * @description MCP clients over HTTP: with a request open, or one in the last five minutes.
             */
            readonly mcp_clients: number;
            /**
             * Open
             * @description Reviews without an answer.
             */
            readonly open: number;
            /** Pid */
            readonly pid: number;
            /** Port */
            readonly port: number;
            /**
             * Problems
             * @description What is wrong with the files of the data folder, in words.
             */
            readonly problems: readonly string[];
            /** Started At */
            readonly started_at: string;
            /** Version */
            readonly version: string;
            /**
             * Waiting
             * @description Agents that wait right now.
             */
            readonly waiting: number;
        };
        /**
         * Image
         * @description A picture that goes with a mark.
         */
        readonly Image: {
            /**
             * Media Type
             * @default
             */
            readonly media_type: string;
            /** Name */
            readonly name: string;
            /** Sha256 */
            readonly sha256: string;
        };
        /**
         * ImageGiven
         * @description An image's bytes in base 64.
         */
        readonly ImageGiven: {
            /**
             * Data
             * Format: base64
             */
            readonly data: string;
            /** Name */
            readonly name: string;
        };
        /**
         * ItemKind
         * @description The kinds of items; `any_item.py` has the values of each.
         * @enum {string}
         */
        readonly ItemKind: "review";
        /**
         * ItemVersion
         * @description One version of an item; an item is what waits for a person, of whatever kind.
         */
        readonly ItemVersion: {
            /** Id */
            readonly id: string;
            readonly kind: components["schemas"]["ItemKind"];
            /** Number */
            readonly number: number;
        };
        /**
         * JournalPage
         * @description Entries, newest first.
         */
        readonly JournalPage: {
            /** Entries */
            readonly entries: readonly components["schemas"]["Entry"][];
            /** Seq */
            readonly seq: number;
        };
        /**
         * Label
         * @description A quick label of the person's own, and what it tells the agent.
         */
        readonly Label: {
            /** Label */
            readonly label: string;
            /**
             * Tip
             * @default
             */
            readonly tip: string;
        };
        /**
         * LaunchCode
         * @description A one-time launch code.
         */
        readonly LaunchCode: {
            /** Code */
            readonly code: string;
        };
        /**
         * MarkDraft
         * @description A mark that is being written, but for the words of its comment.
         */
        readonly MarkDraft: {
            /**
             * Images
             * @default []
             */
            readonly images: readonly components["schemas"]["Image"][];
            readonly kind: components["schemas"]["AnnotationKind"];
            /** Label */
            readonly label?: string | null;
            readonly place?: components["schemas"]["Place"] | null;
            /**
             * Quote
             * @default
             */
            readonly quote: string;
            /**
             * Text
             * @default
             */
            readonly text: string;
            /** Tip */
            readonly tip?: string | null;
        };
        /**
         * MarkDraftKept
         * @description A mark that is being written, as it is kept; the slot is the mark's id.
         */
        readonly MarkDraftKept: {
            readonly mark: components["schemas"]["MarkDraft"] | null;
            /** Revision */
            readonly revision: number;
            /** Saved At */
            readonly saved_at: string;
            /** Slot */
            readonly slot: string;
            /** Text */
            readonly text: string;
            /** Version */
            readonly version: number;
        };
        /**
         * Mode
         * @description A way in which an agent goes on after an approval, as its own prompt offers it.
         */
        readonly Mode: {
            /** Id */
            readonly id: string;
            /** Name */
            readonly name: string;
            /**
             * What
             * @description What it means, in the person's words.
             */
            readonly what: string;
        };
        /**
         * NotesDelivery
         * @description How far the notes of an approval have come.
         * @enum {string}
         */
        readonly NotesDelivery: "pending" | "delivered";
        /**
         * PageAnnotation
         * @description An annotation as it stands in the file; `status` is the one that counts.
         */
        readonly PageAnnotation: {
            /** Addressedat */
            readonly addressedAt?: string | null;
            /** Also */
            readonly also?: readonly components["schemas"]["PageElement"][] | null;
            /** Createdat */
            readonly createdAt: string;
            readonly elementSelector?: components["schemas"]["PageElement"] | null;
            /** Id */
            readonly id: string;
            /** Inprogressat */
            readonly inProgressAt?: string | null;
            /** Note */
            readonly note: string;
            /** Pagetitle */
            readonly pageTitle: string;
            /** Pageurl */
            readonly pageUrl: string;
            /** Picture */
            readonly picture?: string | null;
            /** Replacedtext */
            readonly replacedText?: string | null;
            /** Replies */
            readonly replies?: readonly components["schemas"]["PageReply"][] | null;
            /** Selectedtext */
            readonly selectedText?: string | null;
            readonly source?: components["schemas"]["PageSource"] | null;
            /**
             * Status
             * @enum {string}
             */
            readonly status: "open" | "in_progress" | "addressed";
            /**
             * Type
             * @enum {string}
             */
            readonly type: "text" | "element";
            /** Updatedat */
            readonly updatedAt: string;
        } & {
            readonly [key: string]: unknown;
        };
        /**
         * PageAnnotationChange
         * @description What to change of an annotation.
         */
        readonly PageAnnotationChange: {
            /** Note */
            readonly note?: string | null;
            readonly reply?: components["schemas"]["PageReplyGiven"] | null;
            /** Status */
            readonly status?: ("open" | "in_progress" | "addressed") | null;
        } & {
            readonly [key: string]: unknown;
        };
        /**
         * PageAnnotationNow
         * @description An annotation as it is now.
         */
        readonly PageAnnotationNow: {
            readonly annotation: components["schemas"]["PageAnnotation"];
            /** Seq */
            readonly seq: number;
        };
        /**
         * PageDone
         * @description It is done.
         */
        readonly PageDone: {
            /**
             * Ok
             * @default true
             * @constant
             */
            readonly ok: true;
            /** Seq */
            readonly seq: number;
        };
        /**
         * PageElement
         * @description Which element is meant.
         */
        readonly PageElement: {
            /**
             * Attributes
             * @default {}
             */
            readonly attributes: {
                readonly [key: string]: string;
            };
            /**
             * Cssselector
             * @default
             */
            readonly cssSelector: string;
            /**
             * Description
             * @default
             */
            readonly description: string;
            /**
             * Outerhtmlpreview
             * @default
             */
            readonly outerHtmlPreview: string;
            /**
             * Tagname
             * @default
             */
            readonly tagName: string;
            /**
             * Xpath
             * @default
             */
            readonly xpath: string;
        } & {
            readonly [key: string]: unknown;
        };
        /**
         * PageKeptAs
         * @description Where the file is now that was set aside.
         */
        readonly PageKeptAs: {
            /** Kept As */
            readonly kept_as: string;
        };
        /**
         * PageMarkdown
         * @description The export.
         */
        readonly PageMarkdown: {
            /** Markdown */
            readonly markdown: string;
        };
        /**
         * PageNote
         * @description A note on a whole page as it stands in the file.
         */
        readonly PageNote: {
            /** Createdat */
            readonly createdAt: string;
            /** Id */
            readonly id: string;
            /** Note */
            readonly note: string;
            /** Pagetitle */
            readonly pageTitle: string;
            /** Pageurl */
            readonly pageUrl: string;
            /** Updatedat */
            readonly updatedAt: string;
        } & {
            readonly [key: string]: unknown;
        };
        /**
         * PageNoteChange
         * @description What to change of a note.
         */
        readonly PageNoteChange: {
            /** Note */
            readonly note: string;
        };
        /**
         * PageNoteGiven
         * @description A note on a whole page.
         */
        readonly PageNoteGiven: {
            /** Note */
            readonly note: string;
            /**
             * Pagetitle
             * @default
             */
            readonly pageTitle: string;
            /** Pageurl */
            readonly pageUrl: string;
        };
        /**
         * PageNoteNow
         * @description A note as it is now.
         */
        readonly PageNoteNow: {
            readonly page_note: components["schemas"]["PageNote"];
            /** Seq */
            readonly seq: number;
        };
        /**
         * PageProblem
         * @description An entry of the file that cannot be shown; it stays where it is.
         */
        readonly PageProblem: {
            /** Index */
            readonly index: number;
            /** Where */
            readonly where: string;
            /** Why */
            readonly why: string;
        };
        /**
         * PageReply
         * @description A word to an annotation; without a role it is the agent's.
         */
        readonly PageReply: {
            /**
             * Createdat
             * @default
             */
            readonly createdAt: string;
            /** Message */
            readonly message: string;
            /** Role */
            readonly role?: ("agent" | "reviewer") | null;
        };
        /**
         * PageReplyGiven
         * @description A word to an annotation.
         */
        readonly PageReplyGiven: {
            /** Message */
            readonly message: string;
        };
        /**
         * PageSite
         * @description A site whose pages are reviewed.
         */
        readonly PageSite: {
            /** Address */
            readonly address: string | null;
            /** Addressed */
            readonly addressed: number;
            /**
             * Changed At
             * @description When an entry of the file was changed last.
             */
            readonly changed_at: string | null;
            /** Id */
            readonly id: string;
            /** In Progress */
            readonly in_progress: number;
            /** Name */
            readonly name: string;
            /** Notes */
            readonly notes: number;
            /** Open */
            readonly open: number;
            /**
             * Problem
             * @description Why the file cannot be read, if so.
             */
            readonly problem: string | null;
            /** Root */
            readonly root: string;
            /** Storage */
            readonly storage: string;
        };
        /**
         * PageSiteDetail
         * @description A site and all that its file holds.
         */
        readonly PageSiteDetail: {
            /** Annotations */
            readonly annotations: readonly components["schemas"]["PageAnnotation"][];
            /**
             * Broken
             * @description Why the file cannot be read, if so; then the lists are empty.
             */
            readonly broken: string | null;
            /** Fingerprint */
            readonly fingerprint: string;
            /** Page Notes */
            readonly page_notes: readonly components["schemas"]["PageNote"][];
            /** Problems */
            readonly problems: readonly components["schemas"]["PageProblem"][];
            /** Seq */
            readonly seq: number;
            readonly site: components["schemas"]["PageSite"];
        };
        /**
         * PageSiteList
         * @description All sites.
         */
        readonly PageSiteList: {
            /** Seq */
            readonly seq: number;
            /** Sites */
            readonly sites: readonly components["schemas"]["PageSite"][];
        };
        /**
         * PageSource
         * @description Where a piece of a page comes from, as its dev server says.
         */
        readonly PageSource: {
            /** Column */
            readonly column?: number | null;
            /** Component */
            readonly component?: string | null;
            /** File */
            readonly file: string;
            /** Line */
            readonly line?: number | null;
        };
        /**
         * Place
         * @description A piece of a document, from a character of a block up to before one of the same or a later block.
         */
        readonly Place: {
            /** End */
            readonly end: number;
            /** End Block */
            readonly end_block: string;
            /**
             * Start
             * @description In UTF-16 units of the block's own text.
             */
            readonly start: number;
            /** Start Block */
            readonly start_block: string;
        };
        /**
         * Problem
         * @description Every answer that is an error.
         */
        readonly Problem: {
            readonly error: components["schemas"]["Fault"];
        };
        /**
         * Reason
         * @description Why a revision was withdrawn.
         * @enum {string}
         */
        readonly Reason: "asked_again" | "answered_in_terminal";
        /**
         * Review
         * @description A review as lists show it: the state of its latest revision.
         */
        readonly Review: {
            /** Agent */
            readonly agent: string;
            /** Agent Name */
            readonly agent_name: string;
            /** Branch */
            readonly branch: string | null;
            /** Decided At */
            readonly decided_at: string | null;
            /** Delivered Ms */
            readonly delivered_ms: number | null;
            readonly delivery: components["schemas"]["Delivery"];
            /** Expires At */
            readonly expires_at: string | null;
            /**
             * File
             * @description The file the document lives in, below the workspace where it is there.
             */
            readonly file: string | null;
            /** Id */
            readonly id: string;
            /**
             * Item Kind
             * @default review
             * @constant
             */
            readonly item_kind: "review";
            readonly kind: components["schemas"]["ReviewKind"];
            /**
             * Marks
             * @description How many marks went with the verdict.
             */
            readonly marks: number;
            /**
             * Mode
             * @description The one that was chosen with an approval.
             */
            readonly mode: string | null;
            /**
             * Modes
             * @description In which the agent can go on after an approval; the usual one first.
             */
            readonly modes: readonly components["schemas"]["Mode"][];
            /** Notes */
            readonly notes: string | null;
            readonly notes_delivery: components["schemas"]["NotesDelivery"] | null;
            /** Notes Reason */
            readonly notes_reason: string | null;
            /** Opened At */
            readonly opened_at: string;
            readonly reason: components["schemas"]["Reason"] | null;
            /** Revision */
            readonly revision: number;
            /** Revisions */
            readonly revisions: number;
            /** Seen */
            readonly seen: boolean;
            /** Sha256 */
            readonly sha256: string;
            /**
             * Status
             * @enum {string}
             */
            readonly status: "open" | "decided";
            /** Takes Notes */
            readonly takes_notes: boolean;
            /** Title */
            readonly title: string;
            readonly verdict: components["schemas"]["Verdict"] | null;
            /** Workspace */
            readonly workspace: string;
            /** Workspace Name */
            readonly workspace_name: string;
        };
        /**
         * ReviewKind
         * @description What is reviewed: a fact of what was submitted, not of who submitted it.
         * @enum {string}
         */
        readonly ReviewKind: "plan" | "document";
        /**
         * ReviewList
         * @description Reviews, and the sequence number from which the feed goes on.
         */
        readonly ReviewList: {
            /** Reviews */
            readonly reviews: readonly components["schemas"]["Review"][];
            /** Seq */
            readonly seq: number;
        };
        /**
         * ReviewNow
         * @description A review after a change.
         */
        readonly ReviewNow: {
            readonly review: components["schemas"]["Review"];
            /** Seq */
            readonly seq: number;
        };
        /**
         * ReviewState
         * @description Everything about one review but its document.
         */
        readonly ReviewState: {
            readonly draft: components["schemas"]["Draft"] | null;
            /** Mark Drafts */
            readonly mark_drafts: readonly components["schemas"]["MarkDraftKept"][];
            readonly review: components["schemas"]["Review"];
            /** Revisions */
            readonly revisions: readonly components["schemas"]["Revision"][];
            /** Seq */
            readonly seq: number;
        };
        /**
         * ReviewWhole
         * @description Everything about one review.
         */
        readonly ReviewWhole: {
            /**
             * Annotations
             * @description The marks as they stand on the newest revision.
             */
            readonly annotations: readonly components["schemas"]["Annotation"][];
            readonly document: components["schemas"]["WholeDocument"];
            readonly draft: components["schemas"]["Draft"] | null;
            /** Mark Drafts */
            readonly mark_drafts: readonly components["schemas"]["MarkDraftKept"][];
            readonly review: components["schemas"]["Review"];
            /** Revisions */
            readonly revisions: readonly components["schemas"]["Revision"][];
            /** Seq */
            readonly seq: number;
        };
        /**
         * Revision
         * @description One revision of a review and what became of it.
         */
        readonly Revision: {
            /** Decided At */
            readonly decided_at: string | null;
            /** Delivered Ms */
            readonly delivered_ms: number | null;
            readonly delivery: components["schemas"]["Delivery"];
            /** Expires At */
            readonly expires_at: string | null;
            /** Marks */
            readonly marks: number;
            /** Notes */
            readonly notes: string | null;
            /** Number */
            readonly number: number;
            /** Opened At */
            readonly opened_at: string;
            readonly reason: components["schemas"]["Reason"] | null;
            /** Sha256 */
            readonly sha256: string;
            /**
             * Status
             * @enum {string}
             */
            readonly status: "open" | "decided";
            /** Title */
            readonly title: string;
            readonly verdict: components["schemas"]["Verdict"] | null;
        };
        /**
         * RevisionSeen
         * @description Which revision was before the person's eyes.
         */
        readonly RevisionSeen: {
            /** Revision */
            readonly revision: number;
        };
        /**
         * Settings
         * @description The desk's settings.
         */
        readonly Settings: {
            /** Labels */
            readonly labels: readonly components["schemas"]["Label"][];
            /** Single Keys */
            readonly single_keys: boolean;
            readonly theme: components["schemas"]["Theme"];
        };
        /**
         * SettingsChange
         * @description The settings to change.
         */
        readonly SettingsChange: {
            /** Labels */
            readonly labels?: readonly components["schemas"]["Label"][] | null;
            /** Single Keys */
            readonly single_keys?: boolean | null;
            readonly theme?: components["schemas"]["Theme"] | null;
        };
        /**
         * SignInToken
         * @description The browser's token, for the header `Authorization: Bearer`.
         */
        readonly SignInToken: {
            /** Token */
            readonly token: string;
        };
        /**
         * Theme
         * @description Light, dark, or as the system has it.
         * @enum {string}
         */
        readonly Theme: "system" | "light" | "dark";
        /**
         * UnshownCount
         * @description How many such pieces of one kind there are.
         */
        readonly UnshownCount: {
            /** Count */
            readonly count: number;
            /**
             * Kind
             * @enum {string}
             */
            readonly kind: "link_address" | "link_title" | "link_label" | "definition" | "footnote" | "picture" | "picture_data" | "code_label" | "attribute" | "cell" | "comment" | "words";
        };
        /**
         * UnshownItem
         * @description A piece of the source with words that the page does not show, as it is written there.
         */
        readonly UnshownItem: {
            /**
             * Kind
             * @enum {string}
             */
            readonly kind: "link_address" | "link_title" | "link_label" | "definition" | "footnote" | "picture" | "picture_data" | "code_label" | "attribute" | "cell" | "comment" | "words";
            /** Line */
            readonly line: number;
            /** Text */
            readonly text: string;
        };
        /**
         * UnshownWords
         * @description What the source says and the page does not: all of it counted, the first 500 pieces told.
         */
        readonly UnshownWords: {
            /** Counts */
            readonly counts: readonly components["schemas"]["UnshownCount"][];
            /** Items */
            readonly items: readonly components["schemas"]["UnshownItem"][];
        };
        /**
         * Verdict
         * @description How a revision can end.
         * @enum {string}
         */
        readonly Verdict: "approved" | "changes_requested" | "expired" | "withdrawn";
        /**
         * VerdictGiven
         * @description What a person decides; the digests say which text they have read, and which words for the agent.
         */
        readonly VerdictGiven: {
            /**
             * Annotations
             * @default []
             */
            readonly annotations: readonly string[];
            /** Feedback Sha256 */
            readonly feedback_sha256?: string | null;
            /**
             * Mode
             * @description The id of the mode in which the agent goes on after an approval.
             */
            readonly mode?: string | null;
            /** Notes */
            readonly notes?: string | null;
            /** Revision */
            readonly revision?: number | null;
            /** Shown Sha256 */
            readonly shown_sha256?: string | null;
            /**
             * Verdict
             * @enum {string}
             */
            readonly verdict: "approved" | "changes_requested";
        };
        /**
         * WholeDocument
         * @description A document as it is shown, whole.
         */
        readonly WholeDocument: {
            /** Blocks */
            readonly blocks: readonly components["schemas"]["Block"][];
            /** Html */
            readonly html: string;
            /** Sha256 */
            readonly sha256: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Actor = components['schemas']['Actor'];
export type ActorKind = components['schemas']['ActorKind'];
export type Annotation = components['schemas']['Annotation'];
export type AnnotationChange = components['schemas']['AnnotationChange'];
export type AnnotationGiven = components['schemas']['AnnotationGiven'];
export type AnnotationKeep = components['schemas']['AnnotationKeep'];
export type AnnotationKind = components['schemas']['AnnotationKind'];
export type AnnotationList = components['schemas']['AnnotationList'];
export type AnnotationNow = components['schemas']['AnnotationNow'];
export type AnnotationStatus = components['schemas']['AnnotationStatus'];
export type AnnotationUnkeep = components['schemas']['AnnotationUnkeep'];
export type Block = components['schemas']['Block'];
export type ComparisonSlice = components['schemas']['ComparisonSlice'];
export type ComparisonSummary = components['schemas']['ComparisonSummary'];
export type Delivery = components['schemas']['Delivery'];
export type DeskOpening = components['schemas']['DeskOpening'];
export type DeskStart = components['schemas']['DeskStart'];
export type DocumentSlice = components['schemas']['DocumentSlice'];
export type Draft = components['schemas']['Draft'];
export type DraftKept = components['schemas']['DraftKept'];
export type DraftSaved = components['schemas']['DraftSaved'];
export type Entry = components['schemas']['Entry'];
export type Fate = components['schemas']['Fate'];
export type Fault = components['schemas']['Fault'];
export type Feedback = components['schemas']['Feedback'];
export type FeedbackAsked = components['schemas']['FeedbackAsked'];
export type FeedEntry = components['schemas']['FeedEntry'];
export type Heading = components['schemas']['Heading'];
export type Hello = components['schemas']['Hello'];
export type Hint = components['schemas']['Hint'];
export type HubStatus = components['schemas']['HubStatus'];
export type Image = components['schemas']['Image'];
export type ImageGiven = components['schemas']['ImageGiven'];
export type ItemKind = components['schemas']['ItemKind'];
export type ItemVersion = components['schemas']['ItemVersion'];
export type JournalPage = components['schemas']['JournalPage'];
export type Label = components['schemas']['Label'];
export type LaunchCode = components['schemas']['LaunchCode'];
export type MarkDraft = components['schemas']['MarkDraft'];
export type MarkDraftKept = components['schemas']['MarkDraftKept'];
export type Mode = components['schemas']['Mode'];
export type NotesDelivery = components['schemas']['NotesDelivery'];
export type PageAnnotation = components['schemas']['PageAnnotation'];
export type PageAnnotationChange = components['schemas']['PageAnnotationChange'];
export type PageAnnotationNow = components['schemas']['PageAnnotationNow'];
export type PageDone = components['schemas']['PageDone'];
export type PageElement = components['schemas']['PageElement'];
export type PageKeptAs = components['schemas']['PageKeptAs'];
export type PageMarkdown = components['schemas']['PageMarkdown'];
export type PageNote = components['schemas']['PageNote'];
export type PageNoteChange = components['schemas']['PageNoteChange'];
export type PageNoteGiven = components['schemas']['PageNoteGiven'];
export type PageNoteNow = components['schemas']['PageNoteNow'];
export type PageProblem = components['schemas']['PageProblem'];
export type PageReply = components['schemas']['PageReply'];
export type PageReplyGiven = components['schemas']['PageReplyGiven'];
export type PageSite = components['schemas']['PageSite'];
export type PageSiteDetail = components['schemas']['PageSiteDetail'];
export type PageSiteList = components['schemas']['PageSiteList'];
export type PageSource = components['schemas']['PageSource'];
export type Place = components['schemas']['Place'];
export type Problem = components['schemas']['Problem'];
export type Reason = components['schemas']['Reason'];
export type Review = components['schemas']['Review'];
export type ReviewKind = components['schemas']['ReviewKind'];
export type ReviewList = components['schemas']['ReviewList'];
export type ReviewNow = components['schemas']['ReviewNow'];
export type ReviewState = components['schemas']['ReviewState'];
export type ReviewWhole = components['schemas']['ReviewWhole'];
export type Revision = components['schemas']['Revision'];
export type RevisionSeen = components['schemas']['RevisionSeen'];
export type Settings = components['schemas']['Settings'];
export type SettingsChange = components['schemas']['SettingsChange'];
export type SignInToken = components['schemas']['SignInToken'];
export type Theme = components['schemas']['Theme'];
export type UnshownCount = components['schemas']['UnshownCount'];
export type UnshownItem = components['schemas']['UnshownItem'];
export type UnshownWords = components['schemas']['UnshownWords'];
export type Verdict = components['schemas']['Verdict'];
export type VerdictGiven = components['schemas']['VerdictGiven'];
export type WholeDocument = components['schemas']['WholeDocument'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
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
  "other_text_approved",
  "agent_left",
  "agent_returned",
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
  "plan_missing",
  "settings_changed",
  "signed_in",
  "signed_out",
  "hub_started",
  "hub_stopped",
  "journal_cut",
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
  "entry_unreadable",
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];
/** An entry of a kind that this page knows. */
export type KnownEntry = FeedEntry & { kind: EntryKind };
