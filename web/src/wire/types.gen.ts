/* Written by `make generate` from the hub's own types. Do not edit. */
/* eslint-disable */

export interface paths {
    "/api/feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow
         * @description Every entry after a sequence number; `Last-Event-ID` wins over `since`, which wins over "from now on".
         */
        get: operations["follow_api_feed_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add
         * @description Keep a PNG, JPEG, GIF or WebP image of at most 5 MB; the same bytes are the same image.
         */
        post: operations["add_api_images_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/images/{sha256}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read
         * @description An image's bytes; they never change.
         */
        get: operations["read_api_images__sha256__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/journal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Journal
         * @description Entries below `before`, newest first; fewer than `limit` where they are very long, none at the end.
         */
        get: operations["read_journal_api_journal_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pages/sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Sites
         * @description All sites whose pages were reviewed, with how much is open on each.
         */
        get: operations["list_sites_api_pages_sites_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pages/sites/{site}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Site
         * @description A site with everything its file holds; a file that cannot be read says why.
         */
        get: operations["read_site_api_pages_sites__site__get"];
        put?: never;
        post?: never;
        /**
         * Forget
         * @description Take a site off the desk; its file stays.
         */
        delete: operations["forget_api_pages_sites__site__delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pages/sites/{site}/annotations/{annotation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove Annotation
         * @description Remove an annotation; an addressed one is accepted by this.
         */
        delete: operations["remove_annotation_api_pages_sites__site__annotations__annotation_id__delete"];
        options?: never;
        head?: never;
        /**
         * Change Annotation
         * @description Other words, another status, a reply: what the page itself may send.
         */
        patch: operations["change_annotation_api_pages_sites__site__annotations__annotation_id__patch"];
        trace?: never;
    };
    "/api/pages/sites/{site}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Export
         * @description The annotations as Markdown for an agent; `status` names those that are wanted, with commas between them.
         */
        get: operations["read_export_api_pages_sites__site__export_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pages/sites/{site}/page-notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add Note
         * @description A note on a whole page.
         */
        post: operations["add_note_api_pages_sites__site__page_notes_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pages/sites/{site}/page-notes/{note_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove Note
         * @description Remove a note on a whole page.
         */
        delete: operations["remove_note_api_pages_sites__site__page_notes__note_id__delete"];
        options?: never;
        head?: never;
        /**
         * Change Note
         * @description Other words for a note on a whole page.
         */
        patch: operations["change_note_api_pages_sites__site__page_notes__note_id__patch"];
        trace?: never;
    };
    "/api/pages/sites/{site}/set-aside": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set Aside
         * @description Put a file that cannot be read out of the way, so that an empty one begins; 409 for one that can be read.
         */
        post: operations["set_aside_api_pages_sites__site__set_aside_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Reviews
         * @description Open reviews, all of them, oldest first; decided ones newest first.
         *
         *     `limit` and `before` (the id of the last one already known) page through the decided ones.
         */
        get: operations["list_reviews_api_reviews_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reviews/{review_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Review
         * @description Everything about a review, its document included.
         */
        get: operations["read_review_api_reviews__review_id__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reviews/{review_id}/annotations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Annotations
         * @description The marks that were made on a revision or looked for in it, as they stand there; the newest if none is named.
         */
        get: operations["list_annotations_api_reviews__review_id__annotations_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reviews/{review_id}/annotations/{annotation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Add
         * @description A new mark; the same one again changes nothing. 422 `bad_place` if the quote is not what stands at the place.
         */
        put: operations["add_api_reviews__review_id__annotations__annotation_id__put"];
        post?: never;
        /**
         * Remove
         * @description Take a mark back; 409 `already_decided` once it has gone to the agent.
         */
        delete: operations["remove_api_reviews__review_id__annotations__annotation_id__delete"];
        options?: never;
        head?: never;
        /**
         * Change
         * @description Other words, or another place on the newest revision. 409 `annotation_newer` brings the mark as it is now.
         */
        patch: operations["change_api_reviews__review_id__annotations__annotation_id__patch"];
        trace?: never;
    };
    "/api/reviews/{review_id}/annotations/{annotation_id}/address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Address
         * @description What the mark asks for is done.
         */
        post: operations["address_api_reviews__review_id__annotations__annotation_id__address_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reviews/{review_id}/annotations/{annotation_id}/keep": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep
         * @description Keep an earlier mark for the newest revision: as it stands there, or as a note on the whole.
         */
        post: operations["keep_api_reviews__review_id__annotations__annotation_id__keep_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reviews/{review_id}/annotations/{annotation_id}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reopen
         * @description What the mark asks for is not done after all.
         */
        post: operations["reopen_api_reviews__review_id__annotations__annotation_id__reopen_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reviews/{review_id}/annotations/{annotation_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore
         * @description Bring a removed mark back.
         */
        post: operations["restore_api_reviews__review_id__annotations__annotation_id__restore_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reviews/{review_id}/annotations/{annotation_id}/unkeep": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unkeep
         * @description Take back that it was kept: it is a mark of its earlier round again, and stands as it was found.
         */
        post: operations["unkeep_api_reviews__review_id__annotations__annotation_id__unkeep_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reviews/{review_id}/comparison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Comparison
         * @description A slice of what changed between two revisions: inline, side by side, or the source, with or without folds.
         */
        get: operations["read_comparison_api_reviews__review_id__comparison_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reviews/{review_id}/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Keep Draft
         * @description Keep words as they are typed; 409 `draft_newer` brings the newer ones along.
         */
        put: operations["keep_draft_api_reviews__review_id__draft_put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reviews/{review_id}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Feedback
         * @description The words that the agent got, or would get.
         */
        get: operations["read_feedback_api_reviews__review_id__feedback_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reviews/{review_id}/feedback-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview Feedback
         * @description The very words that the agent would get with this verdict; nothing is changed.
         */
        post: operations["preview_feedback_api_reviews__review_id__feedback_preview_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reviews/{review_id}/revisions/{number}/document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Document
         * @description A slice of a revision's document.
         */
        get: operations["read_document_api_reviews__review_id__revisions__number__document_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reviews/{review_id}/revisions/{number}/slices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Slices
         * @description All slices of a revision's document, each a line of JSON, the first one before the rest is rendered.
         *
         *     Where it comes early it comes twice: the second time with how many there are. An error after that is a line, too.
         */
        get: operations["read_slices_api_reviews__review_id__revisions__number__slices_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reviews/{review_id}/seen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * See
         * @description The person has had a revision before their eyes.
         */
        post: operations["see_api_reviews__review_id__seen_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reviews/{review_id}/source": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Source
         * @description A revision's text as the agent submitted it.
         */
        get: operations["read_source_api_reviews__review_id__source_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reviews/{review_id}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read State
         * @description Everything about a review but its document.
         */
        get: operations["read_state_api_reviews__review_id__state_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reviews/{review_id}/verdict": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide
         * @description A person's verdict: 409 `already_decided` or `stale`, 422 without the digest of what was shown.
         */
        post: operations["decide_api_reviews__review_id__verdict_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Session
         * @description What a page needs after a reload.
         */
        get: operations["session_api_session_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read Settings
         * @description The desk's settings.
         */
        get: operations["read_settings_api_settings_get"];
        /**
         * Change Settings
         * @description Change the settings that are given.
         */
        put: operations["change_settings_api_settings_put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign In
         * @description Exchange a one-time launch code for the token; every request for data brings it as `Authorization: Bearer`.
         */
        post: operations["sign_in_api_sign_in_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign Out
         * @description Forget this browser.
         */
        post: operations["sign_out_api_sign_out_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Status
         * @description Who the hub is and what waits.
         */
        get: operations["status_api_status_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Actor
         * @description Who did it.
         */
        Actor: {
            /** Id */
            id: string;
            kind: components["schemas"]["ActorKind"];
        };
        /**
         * ActorKind
         * @description The kinds of actor an entry can name.
         * @enum {string}
         */
        ActorKind: "person" | "page_visitor" | "agent" | "rule" | "timeout" | "policy" | "hand";
        /**
         * Annotation
         * @description A mark as it stands on one revision.
         */
        Annotation: {
            /** Changed At */
            changed_at: string;
            /** Created At */
            created_at: string;
            /** @description None on the revision it was made on. */
            fate: components["schemas"]["Fate"] | null;
            hint: components["schemas"]["Hint"] | null;
            /** Id */
            id: string;
            /** Images */
            images: components["schemas"]["Image"][];
            kind: components["schemas"]["AnnotationKind"];
            /** Label */
            label: string | null;
            /** Lines */
            lines: [
                number,
                number
            ] | null;
            /**
             * Live On
             * @description The one with whose answer it goes, or went.
             */
            live_on: number;
            /** Occurrence */
            occurrence: [
                number,
                number
            ];
            place: components["schemas"]["Place"] | null;
            /**
             * Placed On
             * @description The one that place, fate and everything about its place speak of.
             */
            placed_on: number;
            /** Position */
            position: number;
            /** Quote */
            quote: string;
            /**
             * Reads Now
             * @description The words there now, where they have changed.
             */
            reads_now: string | null;
            /** Removed */
            removed: boolean;
            /** Review */
            review: string;
            /**
             * Revision
             * @description The one it was made on.
             */
            revision: number;
            /** Sent */
            sent: boolean;
            status: components["schemas"]["AnnotationStatus"];
            /** Text */
            text: string;
            /** Tip */
            tip: string | null;
            /** Version */
            version: number;
            /** Words */
            words: string;
        };
        /**
         * AnnotationChange
         * @description What to change of a mark; a place comes with its quote and the revision it is on.
         */
        AnnotationChange: {
            /** Images */
            images?: components["schemas"]["Image"][] | null;
            kind?: components["schemas"]["AnnotationKind"] | null;
            /** Label */
            label?: string | null;
            place?: components["schemas"]["Place"] | null;
            /** Quote */
            quote?: string | null;
            /** Revision */
            revision?: number | null;
            /** Text */
            text?: string | null;
            /** Tip */
            tip?: string | null;
            /** Version */
            version: number;
            /** Words */
            words?: string | null;
        };
        /**
         * AnnotationGiven
         * @description A new mark; the quote is what the person sees at the place.
         */
        AnnotationGiven: {
            /**
             * Images
             * @default []
             */
            images: components["schemas"]["Image"][];
            kind: components["schemas"]["AnnotationKind"];
            /** Label */
            label?: string | null;
            place?: components["schemas"]["Place"] | null;
            /**
             * Quote
             * @default
             */
            quote: string;
            /** Revision */
            revision: number;
            /**
             * Text
             * @default
             */
            text: string;
            /** Tip */
            tip?: string | null;
            /**
             * Words
             * @default
             */
            words: string;
        };
        /**
         * AnnotationKeep
         * @description How an earlier mark is kept for the newest revision: where it stands, or as a note on the whole.
         */
        AnnotationKeep: {
            /**
             * As
             * @enum {string}
             */
            as: "mark" | "note";
            /** Revision */
            revision: number;
        };
        /**
         * AnnotationKind
         * @description What a mark asks for.
         * @enum {string}
         */
        AnnotationKind: "deletion" | "insertion" | "replacement" | "comment" | "note";
        /**
         * AnnotationList
         * @description Marks, and the sequence number from which the feed goes on.
         */
        AnnotationList: {
            /** Annotations */
            annotations: components["schemas"]["Annotation"][];
            /** Seq */
            seq: number;
        };
        /**
         * AnnotationNow
         * @description A mark after a change.
         */
        AnnotationNow: {
            annotation: components["schemas"]["Annotation"];
            /** Seq */
            seq: number;
        };
        /**
         * AnnotationStatus
         * @description How far a mark has come.
         * @enum {string}
         */
        AnnotationStatus: "open" | "in_progress" | "addressed";
        /**
         * AnnotationUnkeep
         * @description The newest revision, for which the mark was kept.
         */
        AnnotationUnkeep: {
            /** Revision */
            revision: number;
        };
        /**
         * Block
         * @description A block of a document with its stable id and its lines in the source.
         */
        Block: {
            /** End Line */
            end_line: number;
            /** Id */
            id: string;
            /** Kind */
            kind: string;
            /** Start Line */
            start_line: number;
            /** Text */
            text: string;
        };
        /**
         * ComparisonSlice
         * @description A part of a comparison that the page can take in without a pause; the first one brings contents and figures.
         */
        ComparisonSlice: {
            /** Html */
            html: string;
            /** New */
            new: number;
            /** New Sha256 */
            new_sha256: string;
            /** Old */
            old: number;
            /** Old Sha256 */
            old_sha256: string;
            /** Slice */
            slice: number;
            /** Slices */
            slices: number;
            summary: components["schemas"]["ComparisonSummary"] | null;
            /** Toc */
            toc: components["schemas"]["Heading"][] | null;
            /** @description What the source of the new revision says and the text does not, in the first part of texts. */
            unshown: components["schemas"]["UnshownWords"] | null;
            /**
             * View
             * @enum {string}
             */
            view: "inline" | "side" | "source" | "source_whole";
        };
        /**
         * ComparisonSummary
         * @description How much changed. A block counts once.
         */
        ComparisonSummary: {
            /** Blocks Added */
            blocks_added: number;
            /** Blocks Changed */
            blocks_changed: number;
            /** Blocks Moved */
            blocks_moved: number;
            /** Blocks Removed */
            blocks_removed: number;
            /**
             * Blocks Split
             * @description Or joined.
             */
            blocks_split: number;
            /** Words Added */
            words_added: number;
            /** Words Removed */
            words_removed: number;
        };
        /**
         * Delivery
         * @description What the desk shows of an answer's way.
         * @enum {string}
         */
        Delivery: "waiting" | "gone" | "sent" | "kept" | "delivered" | "received";
        /**
         * DocumentSlice
         * @description A part of a document that the page can take in without a pause; the first one brings the contents.
         *
         *     The first one may come early, before the rest is rendered: then it brings nothing but its HTML.
         */
        DocumentSlice: {
            /** Front Matter */
            front_matter: [
                string,
                string
            ][] | null;
            /** Html */
            html: string;
            /**
             * Is Source
             * @description Whether this is the source of a text that takes too much to be rendered.
             */
            is_source: boolean;
            /** Sha256 */
            sha256: string;
            /** Slice */
            slice: number;
            /**
             * Slices
             * @description How many there are; null in a first one that comes early.
             */
            slices: number | null;
            /** Title */
            title: string | null;
            /** Toc */
            toc: components["schemas"]["Heading"][] | null;
            /** @description What the source says and the page does not; in the first part. */
            unshown: components["schemas"]["UnshownWords"] | null;
        };
        /**
         * Draft
         * @description Unsent words about a revision.
         */
        Draft: {
            kind: components["schemas"]["Verdict"] | null;
            /** Revision */
            revision: number;
            /** Saved At */
            saved_at: string;
            /** Text */
            text: string;
            /** Version */
            version: number;
        };
        /**
         * DraftKept
         * @description Words to keep; `version` is the newest one the page knows, 0 for none.
         */
        DraftKept: {
            /** Kind */
            kind?: ("approved" | "changes_requested") | null;
            mark?: components["schemas"]["MarkDraft"] | null;
            /** Revision */
            revision: number;
            /**
             * Slot
             * @default answer
             */
            slot: "answer" | string;
            /** Text */
            text: string;
            /**
             * Version
             * @default 0
             */
            version: number;
        };
        /**
         * DraftSaved
         * @description The kept draft's version.
         */
        DraftSaved: {
            /** Saved At */
            saved_at: string;
            /** Version */
            version: number;
        };
        /**
         * Entry
         * @description A line of the journal.
         */
        Entry: {
            actor: components["schemas"]["Actor"];
            /** At */
            at: string;
            /** Body */
            body: {
                [key: string]: string | number | boolean | null;
            };
            /** Hash */
            hash: string;
            /** Kind */
            kind: string;
            /** Prev */
            prev: string;
            /** Review */
            review: string | null;
            /** Revision */
            revision: number | null;
            /** Seq */
            seq: number;
            /** Shown Sha256 */
            shown_sha256: string | null;
            /**
             * Title
             * @description The title of the revision it is about.
             */
            title?: string | null;
        };
        /**
         * Fate
         * @description What a later revision has made of the place a mark stood on.
         * @enum {string}
         */
        Fate: "there" | "changed" | "gone" | "done";
        /**
         * Fault
         * @description What went wrong, and what to do.
         */
        Fault: {
            /** Code */
            code: string;
            /** Hint */
            hint: string;
            /** Message */
            message: string;
        };
        /**
         * Feedback
         * @description The words the agent gets, and their digest.
         */
        Feedback: {
            /** Markdown */
            markdown: string;
            /** Sha256 */
            sha256: string;
        };
        /**
         * FeedbackAsked
         * @description What is to go with a verdict: words, and the ids of marks.
         */
        FeedbackAsked: {
            /**
             * Annotations
             * @default []
             */
            annotations: string[];
            /** Notes */
            notes?: string | null;
            /**
             * Verdict
             * @enum {string}
             */
            verdict: "approved" | "changes_requested";
        };
        /**
         * FeedEntry
         * @description An entry as the feed brings it, with the review and the mark as they are now.
         */
        FeedEntry: {
            actor: components["schemas"]["Actor"];
            /** @description The mark it is about, on the newest revision it was looked for in; none if removed. */
            annotation_now?: components["schemas"]["Annotation"] | null;
            /** At */
            at: string;
            /** Body */
            body: {
                [key: string]: string | number | boolean | null;
            };
            /** Hash */
            hash: string;
            /** Kind */
            kind: string;
            /** Prev */
            prev: string;
            /** Review */
            review: string | null;
            review_now?: components["schemas"]["Review"] | null;
            /** Revision */
            revision: number | null;
            /** Seq */
            seq: number;
            /** Shown Sha256 */
            shown_sha256: string | null;
            /**
             * Title
             * @description The title of the revision it is about.
             */
            title?: string | null;
        };
        /**
         * Heading
         * @description A line of the table of contents.
         */
        Heading: {
            /** Id */
            id: string;
            /** Level */
            level: number;
            /** Text */
            text: string;
        };
        /**
         * Hint
         * @description A doubtful candidate for a mark whose words are gone.
         */
        Hint: {
            place: components["schemas"]["Place"];
            /** Quote */
            quote: string;
        };
        /**
         * HubStatus
         * @description How the hub does.
         */
        HubStatus: {
            /**
             * Desks
             * @description Desk pages that are open.
             */
            desks: number;
            /**
             * Mcp Clients
             * @description MCP clients over HTTP: with a request open, or one in the last five minutes.
             */
            mcp_clients: number;
            /**
             * Open
             * @description Reviews without an answer.
             */
            open: number;
            /** Pid */
            pid: number;
            /** Port */
            port: number;
            /**
             * Problems
             * @description What is wrong with the files of the data folder, in words.
             */
            problems: string[];
            /** Started At */
            started_at: string;
            /** Version */
            version: string;
            /**
             * Waiting
             * @description Agents that wait right now.
             */
            waiting: number;
        };
        /**
         * Image
         * @description A picture that goes with a mark.
         */
        Image: {
            /**
             * Media Type
             * @default
             */
            media_type: string;
            /** Name */
            name: string;
            /** Sha256 */
            sha256: string;
        };
        /**
         * ImageGiven
         * @description An image's bytes in base 64.
         */
        ImageGiven: {
            /**
             * Data
             * Format: base64
             */
            data: string;
            /** Name */
            name: string;
        };
        /**
         * JournalPage
         * @description Entries, newest first.
         */
        JournalPage: {
            /** Entries */
            entries: components["schemas"]["Entry"][];
            /** Seq */
            seq: number;
        };
        /**
         * Label
         * @description A quick label of the person's own, and what it tells the agent.
         */
        Label: {
            /** Label */
            label: string;
            /**
             * Tip
             * @default
             */
            tip: string;
        };
        /**
         * LaunchCode
         * @description A one-time launch code.
         */
        LaunchCode: {
            /** Code */
            code: string;
        };
        /**
         * MarkDraft
         * @description A mark that is being written, but for the words of its comment.
         */
        MarkDraft: {
            /**
             * Images
             * @default []
             */
            images: components["schemas"]["Image"][];
            kind: components["schemas"]["AnnotationKind"];
            /** Label */
            label?: string | null;
            place?: components["schemas"]["Place"] | null;
            /**
             * Quote
             * @default
             */
            quote: string;
            /**
             * Text
             * @default
             */
            text: string;
            /** Tip */
            tip?: string | null;
        };
        /**
         * MarkDraftKept
         * @description A mark that is being written, as it is kept; the slot is the mark's id.
         */
        MarkDraftKept: {
            mark: components["schemas"]["MarkDraft"] | null;
            /** Revision */
            revision: number;
            /** Saved At */
            saved_at: string;
            /** Slot */
            slot: string;
            /** Text */
            text: string;
            /** Version */
            version: number;
        };
        /**
         * Mode
         * @description A way in which an agent goes on after an approval, as its own prompt offers it.
         */
        Mode: {
            /** Id */
            id: string;
            /** Name */
            name: string;
            /**
             * What
             * @description What it means, in the person's words.
             */
            what: string;
        };
        /**
         * NotesDelivery
         * @description How far the notes of an approval have come.
         * @enum {string}
         */
        NotesDelivery: "pending" | "delivered";
        /**
         * PageAnnotation
         * @description An annotation as it stands in the file; `status` is the one that counts.
         */
        PageAnnotation: {
            /** Addressedat */
            addressedAt?: string | null;
            /** Also */
            also?: components["schemas"]["PageElement"][] | null;
            /** Createdat */
            createdAt: string;
            elementSelector?: components["schemas"]["PageElement"] | null;
            /** Id */
            id: string;
            /** Inprogressat */
            inProgressAt?: string | null;
            /** Note */
            note: string;
            /** Pagetitle */
            pageTitle: string;
            /** Pageurl */
            pageUrl: string;
            /** Picture */
            picture?: string | null;
            /** Replacedtext */
            replacedText?: string | null;
            /** Replies */
            replies?: components["schemas"]["PageReply"][] | null;
            /** Selectedtext */
            selectedText?: string | null;
            source?: components["schemas"]["PageSource"] | null;
            /**
             * Status
             * @enum {string}
             */
            status: "open" | "in_progress" | "addressed";
            /**
             * Type
             * @enum {string}
             */
            type: "text" | "element";
            /** Updatedat */
            updatedAt: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * PageAnnotationChange
         * @description What to change of an annotation.
         */
        PageAnnotationChange: {
            /** Note */
            note?: string | null;
            reply?: components["schemas"]["PageReplyGiven"] | null;
            /** Status */
            status?: ("open" | "in_progress" | "addressed") | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * PageAnnotationNow
         * @description An annotation as it is now.
         */
        PageAnnotationNow: {
            annotation: components["schemas"]["PageAnnotation"];
            /** Seq */
            seq: number;
        };
        /**
         * PageDone
         * @description It is done.
         */
        PageDone: {
            /**
             * Ok
             * @default true
             * @constant
             */
            ok: true;
            /** Seq */
            seq: number;
        };
        /**
         * PageElement
         * @description Which element is meant.
         */
        PageElement: {
            /**
             * Attributes
             * @default {}
             */
            attributes: {
                [key: string]: string;
            };
            /**
             * Cssselector
             * @default
             */
            cssSelector: string;
            /**
             * Description
             * @default
             */
            description: string;
            /**
             * Outerhtmlpreview
             * @default
             */
            outerHtmlPreview: string;
            /**
             * Tagname
             * @default
             */
            tagName: string;
            /**
             * Xpath
             * @default
             */
            xpath: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * PageKeptAs
         * @description Where the file is now that was set aside.
         */
        PageKeptAs: {
            /** Kept As */
            kept_as: string;
        };
        /**
         * PageMarkdown
         * @description The export.
         */
        PageMarkdown: {
            /** Markdown */
            markdown: string;
        };
        /**
         * PageNote
         * @description A note on a whole page as it stands in the file.
         */
        PageNote: {
            /** Createdat */
            createdAt: string;
            /** Id */
            id: string;
            /** Note */
            note: string;
            /** Pagetitle */
            pageTitle: string;
            /** Pageurl */
            pageUrl: string;
            /** Updatedat */
            updatedAt: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * PageNoteChange
         * @description What to change of a note.
         */
        PageNoteChange: {
            /** Note */
            note: string;
        };
        /**
         * PageNoteGiven
         * @description A note on a whole page.
         */
        PageNoteGiven: {
            /** Note */
            note: string;
            /**
             * Pagetitle
             * @default
             */
            pageTitle: string;
            /** Pageurl */
            pageUrl: string;
        };
        /**
         * PageNoteNow
         * @description A note as it is now.
         */
        PageNoteNow: {
            page_note: components["schemas"]["PageNote"];
            /** Seq */
            seq: number;
        };
        /**
         * PageProblem
         * @description An entry of the file that cannot be shown; it stays where it is.
         */
        PageProblem: {
            /** Index */
            index: number;
            /** Where */
            where: string;
            /** Why */
            why: string;
        };
        /**
         * PageReply
         * @description A word to an annotation; without a role it is the agent's.
         */
        PageReply: {
            /**
             * Createdat
             * @default
             */
            createdAt: string;
            /** Message */
            message: string;
            /** Role */
            role?: ("agent" | "reviewer") | null;
        };
        /**
         * PageReplyGiven
         * @description A word to an annotation.
         */
        PageReplyGiven: {
            /** Message */
            message: string;
        };
        /**
         * PageSite
         * @description A site whose pages are reviewed.
         */
        PageSite: {
            /** Address */
            address: string | null;
            /** Addressed */
            addressed: number;
            /**
             * Changed At
             * @description When an entry of the file was changed last.
             */
            changed_at: string | null;
            /** Id */
            id: string;
            /** In Progress */
            in_progress: number;
            /** Name */
            name: string;
            /** Notes */
            notes: number;
            /** Open */
            open: number;
            /**
             * Problem
             * @description Why the file cannot be read, if so.
             */
            problem: string | null;
            /** Root */
            root: string;
            /** Storage */
            storage: string;
        };
        /**
         * PageSiteDetail
         * @description A site and all that its file holds.
         */
        PageSiteDetail: {
            /** Annotations */
            annotations: components["schemas"]["PageAnnotation"][];
            /**
             * Broken
             * @description Why the file cannot be read, if so; then the lists are empty.
             */
            broken: string | null;
            /** Fingerprint */
            fingerprint: string;
            /** Page Notes */
            page_notes: components["schemas"]["PageNote"][];
            /** Problems */
            problems: components["schemas"]["PageProblem"][];
            /** Seq */
            seq: number;
            site: components["schemas"]["PageSite"];
        };
        /**
         * PageSiteList
         * @description All sites.
         */
        PageSiteList: {
            /** Seq */
            seq: number;
            /** Sites */
            sites: components["schemas"]["PageSite"][];
        };
        /**
         * PageSource
         * @description Where a piece of a page comes from, as its dev server says.
         */
        PageSource: {
            /** Column */
            column?: number | null;
            /** Component */
            component?: string | null;
            /** File */
            file: string;
            /** Line */
            line?: number | null;
        };
        /**
         * Place
         * @description A piece of a document, from a character of a block up to before one of the same or a later block.
         */
        Place: {
            /** End */
            end: number;
            /** End Block */
            end_block: string;
            /**
             * Start
             * @description In UTF-16 units of the block's own text.
             */
            start: number;
            /** Start Block */
            start_block: string;
        };
        /**
         * Problem
         * @description Every answer that is an error.
         */
        Problem: {
            error: components["schemas"]["Fault"];
        };
        /**
         * Reason
         * @description Why a revision was withdrawn.
         * @enum {string}
         */
        Reason: "asked_again" | "answered_in_terminal";
        /**
         * Review
         * @description A review as lists show it: the state of its latest revision.
         */
        Review: {
            /** Agent */
            agent: string;
            /** Agent Name */
            agent_name: string;
            /** Branch */
            branch: string | null;
            /** Decided At */
            decided_at: string | null;
            /** Delivered Ms */
            delivered_ms: number | null;
            delivery: components["schemas"]["Delivery"];
            /** Expires At */
            expires_at: string | null;
            /**
             * File
             * @description The file the document lives in, below the workspace where it is there.
             */
            file: string | null;
            /** Id */
            id: string;
            /**
             * Marks
             * @description How many marks went with the verdict.
             */
            marks: number;
            /**
             * Mode
             * @description The one that was chosen with an approval.
             */
            mode: string | null;
            /**
             * Modes
             * @description In which the agent can go on after an approval; the usual one first.
             */
            modes: components["schemas"]["Mode"][];
            /** Notes */
            notes: string | null;
            notes_delivery: components["schemas"]["NotesDelivery"] | null;
            /** Notes Reason */
            notes_reason: string | null;
            /** Opened At */
            opened_at: string;
            reason: components["schemas"]["Reason"] | null;
            /** Revision */
            revision: number;
            /** Revisions */
            revisions: number;
            /** Seen */
            seen: boolean;
            /** Sha256 */
            sha256: string;
            /**
             * Status
             * @enum {string}
             */
            status: "open" | "decided";
            /** Takes Notes */
            takes_notes: boolean;
            /** Title */
            title: string;
            verdict: components["schemas"]["Verdict"] | null;
            /**
             * What
             * @description What the agent submits: plan, document.
             */
            what: string;
            /** Workspace */
            workspace: string;
            /** Workspace Name */
            workspace_name: string;
        };
        /**
         * ReviewList
         * @description Reviews, and the sequence number from which the feed goes on.
         */
        ReviewList: {
            /** Reviews */
            reviews: components["schemas"]["Review"][];
            /** Seq */
            seq: number;
        };
        /**
         * ReviewNow
         * @description A review after a change.
         */
        ReviewNow: {
            review: components["schemas"]["Review"];
            /** Seq */
            seq: number;
        };
        /**
         * ReviewState
         * @description Everything about one review but its document.
         */
        ReviewState: {
            draft: components["schemas"]["Draft"] | null;
            /** Mark Drafts */
            mark_drafts: components["schemas"]["MarkDraftKept"][];
            review: components["schemas"]["Review"];
            /** Revisions */
            revisions: components["schemas"]["Revision"][];
            /** Seq */
            seq: number;
        };
        /**
         * ReviewWhole
         * @description Everything about one review.
         */
        ReviewWhole: {
            /**
             * Annotations
             * @description The marks as they stand on the newest revision.
             */
            annotations: components["schemas"]["Annotation"][];
            document: components["schemas"]["WholeDocument"];
            draft: components["schemas"]["Draft"] | null;
            /** Mark Drafts */
            mark_drafts: components["schemas"]["MarkDraftKept"][];
            review: components["schemas"]["Review"];
            /** Revisions */
            revisions: components["schemas"]["Revision"][];
            /** Seq */
            seq: number;
        };
        /**
         * Revision
         * @description One revision of a review and what became of it.
         */
        Revision: {
            /** Decided At */
            decided_at: string | null;
            /** Delivered Ms */
            delivered_ms: number | null;
            delivery: components["schemas"]["Delivery"];
            /** Expires At */
            expires_at: string | null;
            /** Marks */
            marks: number;
            /** Notes */
            notes: string | null;
            /** Number */
            number: number;
            /** Opened At */
            opened_at: string;
            reason: components["schemas"]["Reason"] | null;
            /** Sha256 */
            sha256: string;
            /**
             * Status
             * @enum {string}
             */
            status: "open" | "decided";
            /** Title */
            title: string;
            verdict: components["schemas"]["Verdict"] | null;
        };
        /**
         * RevisionSeen
         * @description Which revision was before the person's eyes.
         */
        RevisionSeen: {
            /** Revision */
            revision: number;
        };
        /**
         * Session
         * @description What a page needs to start: its own sign-in's id, and the command that brings another one, among others.
         */
        Session: {
            /** Open Command */
            open_command: string;
            /** Seq */
            seq: number;
            settings: components["schemas"]["Settings"];
            /** Sign In */
            sign_in: string;
            /** Version */
            version: string;
        };
        /**
         * Settings
         * @description The desk's settings.
         */
        Settings: {
            /** Labels */
            labels: components["schemas"]["Label"][];
            /** Single Keys */
            single_keys: boolean;
            theme: components["schemas"]["Theme"];
        };
        /**
         * SettingsChange
         * @description The settings to change.
         */
        SettingsChange: {
            /** Labels */
            labels?: components["schemas"]["Label"][] | null;
            /** Single Keys */
            single_keys?: boolean | null;
            theme?: components["schemas"]["Theme"] | null;
        };
        /**
         * SignedIn
         * @description The browser's token, for the header `Authorization: Bearer`.
         */
        SignedIn: {
            /** Token */
            token: string;
        };
        /**
         * Theme
         * @description Light, dark, or as the system has it.
         * @enum {string}
         */
        Theme: "system" | "light" | "dark";
        /**
         * UnshownCount
         * @description How many such pieces of one kind there are.
         */
        UnshownCount: {
            /** Count */
            count: number;
            /**
             * Kind
             * @enum {string}
             */
            kind: "link_address" | "link_title" | "link_label" | "definition" | "footnote" | "picture" | "picture_data" | "code_label" | "attribute" | "cell" | "comment" | "words";
        };
        /**
         * UnshownItem
         * @description A piece of the source with words that the page does not show, as it is written there.
         */
        UnshownItem: {
            /**
             * Kind
             * @enum {string}
             */
            kind: "link_address" | "link_title" | "link_label" | "definition" | "footnote" | "picture" | "picture_data" | "code_label" | "attribute" | "cell" | "comment" | "words";
            /** Line */
            line: number;
            /** Text */
            text: string;
        };
        /**
         * UnshownWords
         * @description What the source says and the page does not: all of it counted, the first 500 pieces told.
         */
        UnshownWords: {
            /** Counts */
            counts: components["schemas"]["UnshownCount"][];
            /** Items */
            items: components["schemas"]["UnshownItem"][];
        };
        /**
         * Verdict
         * @description How a revision can end.
         * @enum {string}
         */
        Verdict: "approved" | "changes_requested" | "expired" | "withdrawn";
        /**
         * VerdictGiven
         * @description What a person decides; the digests say which text they have read, and which words for the agent.
         */
        VerdictGiven: {
            /**
             * Annotations
             * @default []
             */
            annotations: string[];
            /** Feedback Sha256 */
            feedback_sha256?: string | null;
            /**
             * Mode
             * @description The id of the mode in which the agent goes on after an approval.
             */
            mode?: string | null;
            /** Notes */
            notes?: string | null;
            /** Revision */
            revision?: number | null;
            /** Shown Sha256 */
            shown_sha256?: string | null;
            /**
             * Verdict
             * @enum {string}
             */
            verdict: "approved" | "changes_requested";
        };
        /**
         * WholeDocument
         * @description A document as it is shown, whole.
         */
        WholeDocument: {
            /** Blocks */
            blocks: components["schemas"]["Block"][];
            /** Html */
            html: string;
            /** Sha256 */
            sha256: string;
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
export type Hint = components['schemas']['Hint'];
export type HubStatus = components['schemas']['HubStatus'];
export type Image = components['schemas']['Image'];
export type ImageGiven = components['schemas']['ImageGiven'];
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
export type ReviewList = components['schemas']['ReviewList'];
export type ReviewNow = components['schemas']['ReviewNow'];
export type ReviewState = components['schemas']['ReviewState'];
export type ReviewWhole = components['schemas']['ReviewWhole'];
export type Revision = components['schemas']['Revision'];
export type RevisionSeen = components['schemas']['RevisionSeen'];
export type Session = components['schemas']['Session'];
export type Settings = components['schemas']['Settings'];
export type SettingsChange = components['schemas']['SettingsChange'];
export type SignedIn = components['schemas']['SignedIn'];
export type Theme = components['schemas']['Theme'];
export type UnshownCount = components['schemas']['UnshownCount'];
export type UnshownItem = components['schemas']['UnshownItem'];
export type UnshownWords = components['schemas']['UnshownWords'];
export type Verdict = components['schemas']['Verdict'];
export type VerdictGiven = components['schemas']['VerdictGiven'];
export type WholeDocument = components['schemas']['WholeDocument'];
export type $defs = Record<string, never>;
export interface operations {
    follow_api_feed_get: {
        parameters: {
            query?: {
                since?: number | null;
            };
            header?: {
                "last-event-id"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedEntry"];
                    "text/event-stream": unknown;
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    add_api_images_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImageGiven"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Image"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    read_api_images__sha256__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sha256: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/gif": string;
                    "image/jpeg": string;
                    "image/png": string;
                    "image/webp": string;
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    read_journal_api_journal_get: {
        parameters: {
            query?: {
                before?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JournalPage"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_sites_api_pages_sites_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageSiteList"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    read_site_api_pages_sites__site__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageSiteDetail"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    forget_api_pages_sites__site__delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageDone"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    remove_annotation_api_pages_sites__site__annotations__annotation_id__delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                annotation_id: string;
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageDone"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    change_annotation_api_pages_sites__site__annotations__annotation_id__patch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                annotation_id: string;
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PageAnnotationChange"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageAnnotationNow"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    read_export_api_pages_sites__site__export_get: {
        parameters: {
            query?: {
                status?: string;
            };
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageMarkdown"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    add_note_api_pages_sites__site__page_notes_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PageNoteGiven"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageNoteNow"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    remove_note_api_pages_sites__site__page_notes__note_id__delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                note_id: string;
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageDone"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    change_note_api_pages_sites__site__page_notes__note_id__patch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                note_id: string;
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PageNoteChange"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageNoteNow"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    set_aside_api_pages_sites__site__set_aside_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageKeptAs"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Internal Server Error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_reviews_api_reviews_get: {
        parameters: {
            query?: {
                before?: string | null;
                limit?: number;
                q?: string;
                status?: ("open" | "decided") | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewList"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    read_review_api_reviews__review_id__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                review_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewWhole"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list_annotations_api_reviews__review_id__annotations_get: {
        parameters: {
            query?: {
                revision?: number | null;
            };
            header?: never;
            path: {
                review_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnotationList"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    add_api_reviews__review_id__annotations__annotation_id__put: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                annotation_id: string;
                review_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnnotationGiven"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnotationNow"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    remove_api_reviews__review_id__annotations__annotation_id__delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                annotation_id: string;
                review_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnotationNow"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    change_api_reviews__review_id__annotations__annotation_id__patch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                annotation_id: string;
                review_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnnotationChange"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnotationNow"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    address_api_reviews__review_id__annotations__annotation_id__address_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                annotation_id: string;
                review_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnotationNow"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    keep_api_reviews__review_id__annotations__annotation_id__keep_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                annotation_id: string;
                review_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnnotationKeep"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnotationNow"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reopen_api_reviews__review_id__annotations__annotation_id__reopen_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                annotation_id: string;
                review_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnotationNow"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    restore_api_reviews__review_id__annotations__annotation_id__restore_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                annotation_id: string;
                review_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnotationNow"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unkeep_api_reviews__review_id__annotations__annotation_id__unkeep_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                annotation_id: string;
                review_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnnotationUnkeep"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnotationNow"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    read_comparison_api_reviews__review_id__comparison_get: {
        parameters: {
            query: {
                new: number;
                old: number;
                slice?: number;
                view?: "inline" | "side" | "source" | "source_whole";
            };
            header?: never;
            path: {
                review_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComparisonSlice"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    keep_draft_api_reviews__review_id__draft_put: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                review_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DraftKept"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftSaved"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    read_feedback_api_reviews__review_id__feedback_get: {
        parameters: {
            query?: {
                revision?: number | null;
            };
            header?: never;
            path: {
                review_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Feedback"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    preview_feedback_api_reviews__review_id__feedback_preview_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                review_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeedbackAsked"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Feedback"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    read_document_api_reviews__review_id__revisions__number__document_get: {
        parameters: {
            query?: {
                slice?: number;
            };
            header?: never;
            path: {
                number: number;
                review_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentSlice"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    read_slices_api_reviews__review_id__revisions__number__slices_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                number: number;
                review_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentSlice"];
                    "application/x-ndjson": unknown;
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    see_api_reviews__review_id__seen_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                review_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevisionSeen"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewNow"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    read_source_api_reviews__review_id__source_get: {
        parameters: {
            query?: {
                revision?: number | null;
            };
            header?: never;
            path: {
                review_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    read_state_api_reviews__review_id__state_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                review_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewState"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    decide_api_reviews__review_id__verdict_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                review_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerdictGiven"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewNow"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    session_api_session_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    read_settings_api_settings_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    change_settings_api_settings_put: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettingsChange"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sign_in_api_sign_in_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LaunchCode"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sign_out_api_sign_out_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    status_api_status_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HubStatus"];
                };
            };
            /** @description Bad Request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Request Entity Too Large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
