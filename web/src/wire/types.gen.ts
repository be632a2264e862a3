/* Written by `make generate` from the hub's own types. Do not edit. */
/* eslint-disable */

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description What the agent does just now. */
        readonly ActivityOp: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly kind: "activity";
            readonly words: string;
        };
        /** @description Who did it. */
        readonly Actor: {
            readonly id: string;
            readonly kind: components["schemas"]["ActorKind"];
        };
        /**
         * @description The kinds of actor an entry can name.
         * @enum {string}
         */
        readonly ActorKind: "person" | "page_visitor" | "agent" | "rule" | "timeout" | "policy" | "hand";
        /** @description An agent that was started once, and has said what it can do. */
        readonly AgentChecked: {
            /** @description What it says that it can do, in words. */
            readonly abilities: readonly string[];
            /** @description As it calls itself. */
            readonly agent_name: string | null;
            /** @description Whether it asks before it acts, in sentences. */
            readonly asks: readonly string[];
            /** @description What was started, with the whole path of the program. */
            readonly command_line: string;
            readonly name: string;
            /** @description The version of the Agent Client Protocol. */
            readonly protocol: number;
            readonly sign_ins: readonly components["schemas"]["WayToSignIn"][];
            /** @description From its start to its answer. */
            readonly startup_ms: number;
            readonly title: string;
            readonly version: string | null;
        };
        /** @description A conversation that an agent knows. */
        readonly AgentConversation: {
            readonly folder: string | null;
            readonly folder_name: string | null;
            /** @description The agent's own. */
            readonly id: string;
            readonly title: string | null;
            /** @description Milliseconds since 1970. */
            readonly updated_at: number | null;
        };
        /** @description The conversations that an agent knows in a folder, the newest first. */
        readonly AgentConversations: {
            readonly conversations: readonly components["schemas"]["AgentConversation"][];
            readonly startup_ms: number;
            /** @description How it says that it can go on with one. */
            readonly ways: readonly ("load" | "resume" | "fork")[];
            /** @description False: the agent has more, or did not come to an end. */
            readonly whole: boolean;
        };
        /** @description What an agent says of itself; a capability that it leaves out is one that it does not have. */
        readonly AgentFacts: {
            /** @default [] */
            readonly auth: readonly components["schemas"]["AuthMethod"][];
            /** @default false */
            readonly closes: boolean;
            /** @default false */
            readonly deletes: boolean;
            /** @default false */
            readonly forks: boolean;
            /** @default false */
            readonly lists: boolean;
            /** @default false */
            readonly loads: boolean;
            /** @default false */
            readonly mcp_http: boolean;
            /** @default false */
            readonly mcp_sse: boolean;
            /** @default true */
            readonly mcp_stdio: boolean;
            readonly name: string | null;
            readonly protocol: number;
            /** @default false */
            readonly resumes: boolean;
            /** @default false */
            readonly signs_out: boolean;
            /** @default false */
            readonly steers: boolean;
            /** @default false */
            readonly takes_audio: boolean;
            /** @default false */
            readonly takes_files: boolean;
            /** @default false */
            readonly takes_folders: boolean;
            /** @default false */
            readonly takes_images: boolean;
            readonly version: string | null;
        };
        /** @description An attached server, and how the line to it is. */
        readonly AgentServer: {
            readonly address: string;
            readonly agent: string;
            readonly agent_name: string;
            readonly attached_at: string;
            readonly connected_since: string | null;
            readonly folders: readonly string[];
            readonly id: string;
            /** @description Why there is no line. */
            readonly problem: string | null;
            readonly saved: readonly components["schemas"]["SavedGrant"][];
            /** @description Its protocol was seen at work; else it was only read about. */
            readonly seen_live: boolean;
            readonly user: string | null;
            readonly version: string | null;
            /** @description Requests that nobody has answered. */
            readonly waiting: number;
        };
        /** @description All of them, the oldest first. */
        readonly AgentServers: {
            readonly seq: number;
            readonly servers: readonly components["schemas"]["AgentServer"][];
        };
        /** @description A person's own agent: what starts it. */
        readonly AgentToAdd: {
            /** @description The mode into which the desk puts it right after it has begun a conversation. */
            readonly asking_mode?: string | null;
            /** @description The program and its arguments. */
            readonly command: readonly string[];
            readonly env?: {
                readonly [key: string]: string;
            };
            readonly name: string;
            /** @description None: the name. */
            readonly title?: string | null;
        };
        /** @description A mark as it stands on one revision. */
        readonly Annotation: {
            /** @description The name of another person whose mark it is; None for the person's own. */
            readonly author: string | null;
            readonly changed_at: string;
            /** @description Whether it goes with an answer: another's mark once the person has chosen it. */
            readonly chosen: boolean;
            readonly created_at: string;
            /** @description None on the revision it was made on. */
            readonly fate: components["schemas"]["Fate"] | null;
            readonly hint: components["schemas"]["Hint"] | null;
            readonly id: string;
            readonly images: readonly components["schemas"]["Image"][];
            readonly kind: components["schemas"]["AnnotationKind"];
            readonly label: string | null;
            readonly lines: readonly [
                number,
                number
            ] | null;
            /** @description The one with whose answer it goes, or went. */
            readonly live_on: number;
            readonly occurrence: readonly [
                number,
                number
            ];
            readonly place: components["schemas"]["Place"] | null;
            /** @description The one that place, fate and everything about its place speak of. */
            readonly placed_on: number;
            readonly position: number;
            readonly quote: string;
            /** @description The words there now, where they have changed. */
            readonly reads_now: string | null;
            readonly removed: boolean;
            readonly review: string;
            /** @description The one it was made on. */
            readonly revision: number;
            readonly sent: boolean;
            readonly status: components["schemas"]["AnnotationStatus"];
            readonly text: string;
            readonly tip: string | null;
            readonly version: number;
            readonly words: string;
        };
        /** @description What to change of a mark; a place comes with its quote and the revision it is on. */
        readonly AnnotationChange: {
            readonly images?: readonly components["schemas"]["Image"][] | null;
            readonly kind?: components["schemas"]["AnnotationKind"] | null;
            readonly label?: string | null;
            readonly place?: components["schemas"]["Place"] | null;
            readonly quote?: string | null;
            readonly revision?: number | null;
            readonly text?: string | null;
            readonly tip?: string | null;
            readonly version: number;
            readonly words?: string | null;
        };
        /** @description A new mark; the quote is what the person sees at the place. */
        readonly AnnotationGiven: {
            /** @default [] */
            readonly images: readonly components["schemas"]["Image"][];
            readonly kind: components["schemas"]["AnnotationKind"];
            readonly label?: string | null;
            readonly place?: components["schemas"]["Place"] | null;
            /** @default  */
            readonly quote: string;
            readonly revision: number;
            /** @default  */
            readonly text: string;
            readonly tip?: string | null;
            /** @default  */
            readonly words: string;
        };
        /** @description How an earlier mark is kept for the newest revision: where it stands, or as a note on the whole. */
        readonly AnnotationKeep: {
            /** @enum {string} */
            readonly as: "mark" | "note";
            readonly revision: number;
        };
        /**
         * @description What a mark asks for.
         * @enum {string}
         */
        readonly AnnotationKind: "deletion" | "insertion" | "replacement" | "comment" | "note";
        /** @description Marks, and the sequence number from which the feed goes on. */
        readonly AnnotationList: {
            readonly annotations: readonly components["schemas"]["Annotation"][];
            readonly seq: number;
        };
        /** @description A mark after a change. */
        readonly AnnotationNow: {
            readonly annotation: components["schemas"]["Annotation"];
            readonly seq: number;
        };
        /**
         * @description How far a mark has come.
         * @enum {string}
         */
        readonly AnnotationStatus: "open" | "in_progress" | "addressed";
        /** @description The newest revision, for which the mark was kept. */
        readonly AnnotationUnkeep: {
            readonly revision: number;
        };
        /** @description Whether it asks, in words for the head of the pane. */
        readonly Asking: {
            readonly asks: components["schemas"]["Asks"];
            readonly words: string;
        };
        /** @description Whether the agent asks before it acts. */
        readonly AskingChanged: {
            readonly asking: components["schemas"]["Asking"];
            /**
             * @default asking_changed
             * @constant
             */
            readonly type: "asking_changed";
        };
        /**
         * @description Whether an agent asks before it acts, in the mode in which it is.
         * @enum {string}
         */
        readonly Asks: "yes" | "some" | "no" | "unknown";
        /** @description One thing that goes along with words. */
        readonly Attachment: {
            readonly kind: components["schemas"]["AttachmentKind"];
            readonly media_type: string;
            readonly name: string;
            readonly path: string | null;
            readonly sha256: string | null;
            readonly size: number;
        };
        /** @description Something that goes along with words: kept under a digest, or a file by its path. */
        readonly AttachmentGiven: {
            readonly kind: components["schemas"]["AttachmentKind"];
            /** @default text/plain */
            readonly media_type: string;
            readonly name: string;
            readonly path?: string | null;
            readonly sha256?: string | null;
        };
        /**
         * @description What goes along with words.
         * @enum {string}
         */
        readonly AttachmentKind: "image" | "text" | "file";
        /** @description That a person answers something just now; said again every five seconds. */
        readonly Attention: {
            readonly answering: boolean;
        };
        /**
         * @description How a person signs in at an agent.
         * @enum {string}
         */
        readonly AuthKind: "agent" | "terminal";
        /** @description One way to sign in. */
        readonly AuthMethod: {
            readonly command: string | null;
            readonly description: string | null;
            readonly id: string;
            /** @default agent */
            readonly kind: components["schemas"]["AuthKind"];
            readonly name: string;
        };
        /** @description A person allows what the agent asks in this session, until a moment; None ends that. */
        readonly AutoAllowed: {
            /**
             * @default auto_allowed
             * @constant
             */
            readonly type: "auto_allowed";
            readonly until: number | null;
        };
        /** @description Until when what the agent asks is allowed; null ends that. */
        readonly AutoAllowGiven: {
            readonly until: number | null;
        };
        /** @description A block of a document with its stable id and its lines in the source. */
        readonly Block: {
            readonly end_line: number;
            readonly id: string;
            readonly kind: string;
            readonly start_line: number;
            readonly text: string;
        };
        /** @description A block of Markdown of a part has closed: what follows cannot change how it is shown. */
        readonly BlockOp: {
            /** @description Sanitised. Null for a long one: its text stays as it is until the message ends. */
            readonly html: string | null;
            /** @description Its place among the blocks of the part, from 0. */
            readonly index: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly kind: "block";
            /** @description Where the block ends in the whole text of the part, in UTF-16 units: what follows is plain text. */
            readonly tail_at: number;
        };
        /** @description A person's file that cannot be used. */
        readonly BrokenAgent: {
            readonly name: string;
            readonly why: string;
        };
        /** @description One answer to several, each shown whole: always for this once. */
        readonly BulkAnswer: {
            /** @enum {string} */
            readonly answer: "once" | "no";
            readonly permissions: readonly components["schemas"]["ShownPermission"][];
        };
        /** @description What became of each; those that could not be answered, and why. */
        readonly BulkAnswered: {
            readonly answered: readonly components["schemas"]["Permission"][];
            readonly refused: {
                readonly [key: string]: string;
            };
            readonly seq: number;
        };
        /** @description A tool call has begun, has come further, or has ended: it is told whole. */
        readonly CallChanged: {
            readonly part: components["schemas"]["CallPart"];
            /**
             * @default call_changed
             * @constant
             */
            readonly type: "call_changed";
        };
        /** @description What becomes of one file; `place` is its place among the differences of the call. */
        readonly CallDifference: {
            readonly is_deleted: boolean;
            readonly is_new: boolean;
            readonly path: string;
            readonly place: number;
            readonly rows: components["schemas"]["CodeRows"];
        };
        /** @description A call was done without asking, and this is what the rules say of it. */
        readonly CallJudged: {
            readonly call: string;
            readonly judgement: components["schemas"]["Judgement"];
            /**
             * @default call_judged
             * @constant
             */
            readonly type: "call_judged";
        };
        /** @description A tool call that runs has come further: what is null is as before. */
        readonly CallOp: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly kind: "call";
            /** @description The end of what it has printed until now. */
            readonly output: string | null;
            /** @description In the words of a tool call's part. */
            readonly status: string | null;
            readonly title: string | null;
        };
        /** @description A tool call as it is now. */
        readonly CallPart: {
            readonly at: number;
            readonly ended_at: number | null;
            readonly id: string;
            readonly judgement: components["schemas"]["Judgement"] | null;
            readonly kind: string;
            /** @default [] */
            readonly locations: readonly components["schemas"]["Location"][];
            readonly name: string | null;
            /** @default [] */
            readonly outputs: readonly (components["schemas"]["TextOutput"] | components["schemas"]["DiffOutput"] | components["schemas"]["TerminalOutput"] | components["schemas"]["MediaOutput"] | components["schemas"]["UnknownOutput"])[];
            readonly raw_input: string | null;
            readonly raw_output: string | null;
            /** @default false */
            readonly replayed: boolean;
            readonly status: components["schemas"]["CallStatus"];
            readonly title: string;
            /**
             * @default call
             * @constant
             */
            readonly type: "call";
        };
        /**
         * @description At which point of a call the agent asks.
         * @enum {string}
         */
        readonly CallPoint: "before_use" | "dialog" | "after_dialog" | "alone";
        /**
         * @description How far a tool call has come.
         * @enum {string}
         */
        readonly CallStatus: "pending" | "in_progress" | "completed" | "failed" | "cancelled" | "refused" | "no_further_word";
        /** @description Stop the turn. */
        readonly Cancel: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "cancel";
        };
        /** @description A person has told the agent to stop: calls that have not ended are cancelled at once. */
        readonly CancelAsked: {
            /**
             * @default cancel_asked
             * @constant
             */
            readonly type: "cancel_asked";
        };
        /** @description A part that deserves the reader's eye. */
        readonly CardRisk: {
            readonly heading: string;
            readonly number: number;
            readonly text: string;
        };
        /** @description The newest checkpoint, as it stands in its file. */
        readonly CheckpointNow: {
            readonly note: string;
            /** @description The number of the entry that it is of. */
            readonly size: number;
        };
        /** @description One of the answers that are offered. */
        readonly Choice: {
            readonly description: string;
            readonly label: string;
            /** @description Rendered and sanitised by the hub; empty without a preview. */
            readonly preview_html: string;
            readonly value: string;
        };
        /** @description Which marks of other people go with the next answer, or stay out of it. */
        readonly ChoiceAsked: {
            readonly annotations: readonly string[];
            readonly chosen: boolean;
            readonly review: string;
        };
        /** @description The journal's number after the choice. */
        readonly Chosen: {
            readonly seq: number;
        };
        /** @description A person has closed the session; it can be connected again unless the agent has deleted it. */
        readonly Closed: {
            /** @default false */
            readonly deleted: boolean;
            /**
             * @default closed
             * @constant
             */
            readonly type: "closed";
        };
        /**
         * @description One line of the old text, of the new one, or of both; a fold stands for `lines` equal ones.
         *
         *     The numbers count from 1 and are None where there is no such line; `was` and `now` are harmless HTML.
         */
        readonly CodeRow: {
            /** @enum {string} */
            readonly kind: "same" | "removed" | "added" | "changed" | "fold";
            /** @default 1 */
            readonly lines: number;
            readonly new: number | null;
            /** @default  */
            readonly now: string;
            readonly old: number | null;
            /** @default  */
            readonly was: string;
        };
        /** @description The rows of a difference; `left_out` of them are not among them. */
        readonly CodeRows: {
            readonly added: number;
            /** @default 0 */
            readonly left_out: number;
            readonly removed: number;
            readonly rows: readonly components["schemas"]["CodeRow"][];
        };
        /** @description All slash commands of the agent. */
        readonly CommandsChanged: {
            readonly commands: readonly components["schemas"]["SlashCommand"][];
            /**
             * @default commands_changed
             * @constant
             */
            readonly type: "commands_changed";
        };
        /** @description The agent shortens what it remembers. */
        readonly Compacted: {
            readonly part: components["schemas"]["CompactionPart"];
            /**
             * @default compacted
             * @constant
             */
            readonly type: "compacted";
        };
        /** @description The agent has shortened what it remembers. */
        readonly CompactionPart: {
            readonly at: number;
            readonly error: string | null;
            readonly id: string;
            readonly status: string;
            /** @default  */
            readonly summary: string;
            /**
             * @default compaction
             * @constant
             */
            readonly type: "compaction";
        };
        /** @description A part of a comparison that the page can take in without a pause; the first one brings contents and figures. */
        readonly ComparisonSlice: {
            readonly html: string;
            readonly new: number;
            readonly new_sha256: string;
            readonly old: number;
            readonly old_sha256: string;
            readonly slice: number;
            readonly slices: number;
            readonly summary: components["schemas"]["ComparisonSummary"] | null;
            readonly toc: readonly components["schemas"]["Heading"][] | null;
            /** @description What the source of the new revision says and the text does not, in the first part of texts. */
            readonly unshown: components["schemas"]["UnshownWords"] | null;
            /** @enum {string} */
            readonly view: "inline" | "side" | "source" | "source_whole";
        };
        /** @description How much changed. A block counts once. */
        readonly ComparisonSummary: {
            readonly blocks_added: number;
            readonly blocks_changed: number;
            readonly blocks_moved: number;
            readonly blocks_removed: number;
            /** @description Or joined. */
            readonly blocks_split: number;
            readonly words_added: number;
            readonly words_removed: number;
        };
        /** @description Start the agent's program, unless it runs. */
        readonly Connect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "connect";
        };
        /**
         * @description How the desk is connected with the agent's program.
         * @enum {string}
         */
        readonly Connection: "disconnected" | "starting" | "initialised" | "failed";
        /** @description A rule about the call's tool, and what it had to say. */
        readonly ConsideredRule: {
            readonly decision: components["schemas"]["Decision"];
            readonly id: string;
            readonly is_match: boolean;
            readonly line: number;
            readonly source: string;
            /** @description The end of a sentence that begins with the rule. */
            readonly why: string;
        };
        /** @description The agent has a conversation now: its own id for it, and whether it is a new one. */
        readonly ConversationBegun: {
            readonly conversation: string;
            /** @enum {string} */
            readonly how: "new" | "load" | "resume" | "fork";
            /**
             * @default conversation_begun
             * @constant
             */
            readonly type: "conversation_begun";
        };
        /** @description Where an agent is to be asked for its conversations. */
        readonly ConversationsWanted: {
            /**
             * @description None: as the brand says.
             * @default []
             */
            readonly command: readonly string[];
            readonly folder: string;
        };
        /** @description Whether countdowns stand still. */
        readonly CountdownsNow: {
            readonly held: boolean;
            readonly seq: number;
        };
        /** @description How often somebody or something has decided about one tool of one agent. */
        readonly Decided: {
            readonly agent: string;
            readonly agent_name: string;
            readonly count: number;
            readonly decider: string;
            /** @description Which rule, grant or mode; empty for the person, who has many browsers. */
            readonly decider_id: string;
            /** @description `allowed`, `denied`, `answered` …; null where there is no choice of them. */
            readonly outcome: string | null;
            /** @description The agent's own name of the tool; null for what is no call of a tool. */
            readonly tool: string | null;
        };
        /** @description Who or what decided. */
        readonly Decider: {
            readonly file_sha256: string | null;
            readonly id: string;
            readonly kind: components["schemas"]["DeciderKind"];
            readonly line: number | null;
        };
        /**
         * @description Who or what decided.
         * @enum {string}
         */
        readonly DeciderKind: "person" | "rule" | "grant" | "session" | "mode" | "timeout" | "agent" | "policy";
        /**
         * @description What a rule says, or all rules together: deny comes before ask, ask before allow.
         * @enum {string}
         */
        readonly Decision: "allow" | "ask" | "deny";
        /** @description Have the agent delete its own record of the conversation; the session is closed and shows what it has. */
        readonly DeleteConversation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "delete_conversation";
        };
        /**
         * @description What the desk shows of an answer's way.
         * @enum {string}
         */
        readonly Delivery: "waiting" | "gone" | "sent" | "kept" | "delivered" | "received";
        /** @description What a fresh page shows; the slices of the document of `first` come behind it. */
        readonly DeskOpening: {
            /** @description The newest that nobody has seen. */
            readonly first: components["schemas"]["ItemVersion"] | null;
            /** @description Since when countdowns stand still; null where they run. */
            readonly held_since: string | null;
            /** @description All that waits, the oldest of each kind first. */
            readonly open: components["schemas"]["ItemList"];
            readonly start: components["schemas"]["DeskStart"];
        };
        /** @description The desk's settings. */
        readonly DeskSettings: {
            readonly labels: readonly components["schemas"]["Label"][];
            readonly single_keys: boolean;
            readonly theme: components["schemas"]["Theme"];
        };
        /** @description The settings to change. */
        readonly DeskSettingsChange: {
            readonly labels?: readonly components["schemas"]["Label"][] | null;
            readonly single_keys?: boolean | null;
            readonly theme?: components["schemas"]["Theme"] | null;
        };
        /** @description What a page needs to start: its own sign-in's id, and the command that brings another one, among others. */
        readonly DeskStart: {
            readonly open_command: string;
            readonly seq: number;
            readonly settings: components["schemas"]["DeskSettings"];
            readonly sign_in: string;
            readonly version: string;
        };
        /** @description A person's mark on lines of a difference: it goes with the next words. */
        readonly DiffMark: {
            readonly call: string;
            readonly first_line: number;
            readonly id: string;
            readonly last_line: number;
            readonly path: string;
            readonly quote: string;
            readonly sent_with: string | null;
            readonly side: components["schemas"]["Side"];
            readonly words: string;
        };
        /** @description Lines of a difference, as they read, and what is said of them. */
        readonly DiffMarkGiven: {
            readonly call: string;
            readonly first_line: number;
            readonly last_line: number;
            readonly path: string;
            readonly quote: string;
            readonly side: components["schemas"]["Side"];
            readonly words: string;
        };
        /** @description A change to a file; `old` is None for a new one, `new` None for one that is deleted. */
        readonly DiffOutput: {
            /** @default 0 */
            readonly left_out: number;
            readonly new: string | null;
            readonly old: string | null;
            readonly path: string;
            /**
             * @default diff
             * @constant
             */
            readonly type: "diff";
        };
        /**
         * @description Where a raw line came from.
         * @enum {string}
         */
        readonly Direction: "to_agent" | "from_agent" | "stderr" | "junk";
        /** @description End the agent's program; the session can be connected again. */
        readonly Disconnect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "disconnect";
        };
        /** @description Its program has ended, or was ended. */
        readonly Disconnected: {
            readonly failed: boolean;
            readonly hint: string | null;
            /**
             * @default disconnected
             * @constant
             */
            readonly type: "disconnected";
            readonly why: string;
        };
        /**
         * @description A part of a document, taken in by the page without a pause; the first brings the contents if it is not early.
         *
         *     An early one comes before all is known about the document: the first comes again then.
         */
        readonly DocumentSlice: {
            readonly front_matter: readonly (readonly [
                string,
                string
            ])[] | null;
            readonly html: string;
            /** @description Whether this is the source of a text that takes too much to be rendered. */
            readonly is_source: boolean;
            readonly sha256: string;
            readonly slice: number;
            /** @description How many there are; null in one that comes early. */
            readonly slices: number | null;
            readonly title: string | null;
            readonly toc: readonly components["schemas"]["Heading"][] | null;
            /** @description What the source says and the page does not; in the first part. */
            readonly unshown: components["schemas"]["UnshownWords"] | null;
        };
        /** @description Unsent words about a revision. */
        readonly Draft: {
            readonly kind: components["schemas"]["Verdict"] | null;
            readonly revision: number;
            readonly saved_at: string;
            readonly text: string;
            readonly version: number;
        };
        /** @description What a draft comes to. */
        readonly DraftChecked: {
            readonly problem: components["schemas"]["DraftProblem"] | null;
            readonly rules: readonly components["schemas"]["DraftRule"][];
            /** @description Empty while it does not load. */
            readonly tries: readonly components["schemas"]["TriedResult"][];
        };
        /** @description What a draft would have done about the calls of the last days. */
        readonly DraftEffect: {
            readonly asked_less: number;
            readonly asked_more: number;
            readonly calls: number;
            readonly days: number;
            /** @description Not allowed then, allowed by the draft; 50 at most. */
            readonly let_through: readonly components["schemas"]["TurnedCall"][];
            /** @description Allowed then, denied by the draft; 50 at most. */
            readonly refused: readonly components["schemas"]["TurnedCall"][];
        };
        /** @description A draft to be held against the calls of the last days. */
        readonly DraftEffectAsked: {
            readonly text: string;
        };
        /** @description A draft of the person's own file, with lines to try. */
        readonly DraftGiven: {
            /** @default  */
            readonly folder: string | "";
            readonly text: string;
            /** @default [] */
            readonly tries: readonly components["schemas"]["TriedLine"][];
        };
        /** @description Words to keep; `version` is the newest one the page knows, 0 for none. */
        readonly DraftKept: {
            readonly kind?: ("approved" | "changes_requested") | null;
            readonly mark?: components["schemas"]["MarkDraft"] | null;
            readonly revision: number;
            /** @default answer */
            readonly slot: "answer" | string;
            readonly text: string;
            /** @default 0 */
            readonly version: number;
        };
        /** @description Why a draft does not load. */
        readonly DraftProblem: {
            readonly line: number | null;
            readonly message: string;
            readonly rule: string;
        };
        /** @description A rule of a draft. */
        readonly DraftRule: {
            readonly decision: components["schemas"]["Decision"];
            readonly examples: readonly components["schemas"]["RuleExample"][];
            readonly id: string;
            readonly line: number;
            readonly sentence: string;
        };
        /** @description The kept draft's version. */
        readonly DraftSaved: {
            readonly saved_at: string;
            readonly version: number;
        };
        /**
         * @description Why something that was asked was withdrawn.
         * @enum {string}
         */
        readonly Ending: "answered_in_terminal" | "conversation_ended" | "turn_ended" | "agent_gone" | "server_restarted" | "page_completed";
        /** @description An entry with all that its hash is made of. */
        readonly ExportedEntry: {
            /** @description What is hashed, as canonical JSON. */
            readonly entry: {
                readonly [key: string]: unknown;
            };
            readonly hash: string;
            readonly salt: string | null;
            /** @description Whose digests are in the entry, without forgotten ones. */
            readonly texts: {
                readonly [key: string]: string | number | boolean | null;
            };
        };
        /**
         * @description In what form an item leaves the desk.
         * @enum {string}
         */
        readonly ExportForm: "markdown" | "html" | "json";
        /** @description Some entries; the next ones come after the last of them, until there are none. */
        readonly ExportPage: {
            readonly entries: readonly components["schemas"]["ExportedEntry"][];
        };
        /** @description One value that can be chosen, and how many decided items have it. */
        readonly Facet: {
            readonly count: number;
            /** @description As people read it. */
            readonly name: string;
            readonly value: string;
        };
        /** @description A line of what is known about the call. */
        readonly Fact: {
            /** @default false */
            readonly heed: boolean;
            /** @default  */
            readonly more: string;
            /** @description Directory, File, Really, Address, Server, Rule, Nearly, Before … */
            readonly name: string;
            readonly text: string;
        };
        /**
         * @description What a later revision has made of the place a mark stood on.
         * @enum {string}
         */
        readonly Fate: "there" | "changed" | "gone" | "done";
        /** @description What went wrong, and what to do. */
        readonly Fault: {
            readonly code: string;
            /** @description What to type in a terminal, where that helps. */
            readonly command?: string | null;
            /** @description The newer draft, where an older one was refused. */
            readonly draft?: components["schemas"]["Draft"] | null;
            readonly hint: string;
            readonly message: string;
        };
        /**
         * @description What can be wrong, the gravest first.
         * @enum {string}
         */
        readonly FaultKind: "entry" | "rewritten" | "cut_off" | "checkpoint_missing" | "checkpoint_bad";
        /** @description The words the agent gets, and their digest. */
        readonly Feedback: {
            readonly markdown: string;
            readonly sha256: string;
        };
        /** @description What is to go with a verdict: words, and the ids of marks. */
        readonly FeedbackAsked: {
            /** @default [] */
            readonly annotations: readonly string[];
            readonly notes?: string | null;
            /** @enum {string} */
            readonly verdict: "approved" | "changes_requested";
        };
        /** @description An entry as the feed brings it, with the item and the mark as they are now. */
        readonly FeedEntry: {
            readonly actor: components["schemas"]["Actor"];
            /** @description The mark it is about, on the newest revision it was looked for in; none if removed. */
            readonly annotation_now?: components["schemas"]["Annotation"] | null;
            readonly at: string;
            readonly body: {
                readonly [key: string]: string | number | boolean | null;
            };
            readonly hash: string;
            readonly item: components["schemas"]["ItemVersion"] | null;
            readonly item_now?: (components["schemas"]["Review"] | components["schemas"]["Permission"] | components["schemas"]["Question"]) | null;
            readonly kind: string;
            readonly prev: string;
            readonly seq: number;
            /** @description The event that it records, for an entry about a session that is still there. */
            readonly session_now?: components["schemas"]["NumberedEvent"] | null;
            readonly shown_sha256: string | null;
            /** @description What the version that it is about is called. */
            readonly title?: string | null;
        };
        /** @description What becomes of a file. */
        readonly FileChange: {
            /** @description The lines of before and after, compared and escaped by the hub. */
            readonly html: string;
            readonly is_new: boolean;
            readonly path: string;
            /** @description Why the file as it is cannot be compared. */
            readonly problem: string | null;
        };
        /** @description An option of the agent that is on or off. */
        readonly FlagOption: {
            readonly category: string | null;
            readonly current: boolean;
            readonly description: string | null;
            readonly id: string;
            readonly name: string;
            /**
             * @default boolean
             * @constant
             */
            readonly type: "boolean";
        };
        /**
         * @description By whose will texts were forgotten.
         * @enum {string}
         */
        readonly ForgottenBy: "person" | "retention";
        /** @description What has become of an item whose texts were removed. */
        readonly ForgottenNow: {
            /** @description What is said of copies of a cut journal, which may still have them. */
            readonly copies: readonly string[];
            /** @description Of the journal, whose texts went now; 0 for what was forgotten before. */
            readonly entries: number;
            readonly forgotten_at: string;
            readonly forgotten_by: components["schemas"]["ForgottenBy"];
            readonly id: string;
            /** @description That nothing else names. */
            readonly images: number;
            /** @description Whether no file has a byte of them any more; else the hub goes on trying. */
            readonly is_clean: boolean;
            readonly kind: components["schemas"]["ItemKind"];
            readonly marks: number;
            readonly seq: number;
        };
        /**
         * @description How much is decided without a person.
         * @enum {string}
         */
        readonly GateMode: "ask" | "edits" | "read-only" | "unattended";
        /** @description What is allowed for the rest of a conversation. */
        readonly Grant: {
            readonly agent: string;
            readonly agent_name: string;
            readonly conversation: string;
            readonly given_at: string;
            readonly id: string;
            readonly title: string;
            readonly used: number;
            readonly workspace: string;
            readonly workspace_name: string;
        };
        /** @description The grants that hold now. */
        readonly GrantList: {
            readonly grants: readonly components["schemas"]["Grant"][];
            readonly seq: number;
        };
        /** @description A line of the table of contents. */
        readonly Heading: {
            readonly id: string;
            readonly level: number;
            readonly text: string;
        };
        /** @description The first event of every feed, sent again when the problems have changed. */
        readonly Hello: {
            /** @description The last entry that retention has dropped: who knows fewer begins anew. */
            readonly dropped: number;
            /** @description What is wrong with the hub's files, in sentences. */
            readonly problems: readonly string[];
            /** @description The number of the newest entry. */
            readonly seq: number;
            readonly version: string;
        };
        /** @description A doubtful candidate for a mark whose words are gone. */
        readonly Hint: {
            readonly place: components["schemas"]["Place"];
            readonly quote: string;
        };
        /** @description What can be chosen from, most first. */
        readonly HistoryFacets: {
            readonly agents: readonly components["schemas"]["Facet"][];
            readonly deciders: readonly components["schemas"]["Facet"][];
            readonly kinds: readonly components["schemas"]["Facet"][];
            readonly outcomes: readonly components["schemas"]["Facet"][];
            readonly workspaces: readonly components["schemas"]["Facet"][];
        };
        /** @description A decided item. */
        readonly HistoryLine: {
            readonly agent: string;
            readonly agent_name: string;
            readonly decided_at: string;
            readonly decider: components["schemas"]["DeciderKind"];
            /** @description Whether its texts are gone. */
            readonly forgotten: boolean;
            readonly id: string;
            readonly kind: components["schemas"]["ItemKind"];
            readonly marks: number;
            readonly outcome: components["schemas"]["HistoryOutcome"];
            /** @description In the order of history; a number of up to 19 digits. */
            readonly place: string;
            readonly snippet: readonly components["schemas"]["SnippetPart"][];
            readonly title: string;
            readonly version: number;
            readonly workspace: string;
            readonly workspace_name: string;
        };
        /**
         * @description How an item of any kind can end: the endings of all kinds together.
         * @enum {string}
         */
        readonly HistoryOutcome: "approved" | "changes_requested" | "allowed" | "denied" | "answered" | "declined" | "cancelled" | "expired" | "withdrawn";
        /** @description Decided items, newest first. */
        readonly HistoryPage: {
            /** @description The entry of the journal up to which they were looked for. */
            readonly indexed: number;
            readonly lines: readonly components["schemas"]["HistoryLine"][];
            /** @description What `before` takes for the next page; null at the end. */
            readonly next: string | null;
            /** @description The newest entry: where it is above `indexed`, something decided just now may lack. */
            readonly seq: number;
        };
        /** @description How the hub does. */
        readonly HubStatus: {
            /** @description Desk pages that are open. */
            readonly desks: number;
            /** @description Whether a person looks at one of them. */
            readonly looked_at: boolean;
            /** @description MCP clients over HTTP: with a request open, or one in the last five minutes. */
            readonly mcp_clients: number;
            /** @description When the oldest of them was asked. */
            readonly oldest_since: string | null;
            /** @description Items without an answer. */
            readonly open: number;
            readonly open_by_kind: components["schemas"]["OpenByKind"];
            readonly pid: number;
            readonly port: number;
            /** @description What is wrong with the files of the data folder, in words. */
            readonly problems: readonly string[];
            readonly started_at: string;
            readonly version: string;
            /** @description Agents that wait right now. */
            readonly waiting: number;
        };
        /** @description A picture that goes with a mark. */
        readonly Image: {
            /** @default  */
            readonly media_type: string;
            readonly name: string;
            readonly sha256: string;
        };
        /** @description An image's bytes in base 64. */
        readonly ImageGiven: {
            /** Format: base64 */
            readonly data: string;
            readonly name: string;
        };
        /** @description The agent has said what it can do. */
        readonly Initialised: {
            readonly facts: components["schemas"]["AgentFacts"];
            readonly startup_ms: number;
            /**
             * @default initialised
             * @constant
             */
            readonly type: "initialised";
        };
        /** @description Something waits for the person. */
        readonly ItemAsked: {
            readonly call: string | null;
            readonly item: string;
            readonly kind: components["schemas"]["ItemKind"];
            readonly title: string;
            /**
             * @default item_asked
             * @constant
             */
            readonly type: "item_asked";
        };
        /** @description It waits no longer. */
        readonly ItemEnded: {
            readonly item: string;
            readonly outcome: string;
            readonly state: components["schemas"]["ItemState"];
            /**
             * @default item_ended
             * @constant
             */
            readonly type: "item_ended";
        };
        /**
         * @description The kinds of items; `any_item.py` has the values of each.
         * @enum {string}
         */
        readonly ItemKind: "review" | "permission" | "question";
        /** @description Items of every kind, and the sequence number from which the feed goes on. */
        readonly ItemList: {
            readonly items: readonly (components["schemas"]["Review"] | components["schemas"]["Permission"] | components["schemas"]["Question"])[];
            readonly seq: number;
        };
        /** @description Something that waits for the person, or waited. */
        readonly ItemPart: {
            readonly at: number;
            readonly call: string | null;
            readonly id: string;
            readonly kind: components["schemas"]["ItemKind"];
            readonly outcome: string | null;
            /** @default waiting */
            readonly state: components["schemas"]["ItemState"];
            readonly title: string;
            /**
             * @default item
             * @constant
             */
            readonly type: "item";
        };
        /**
         * @description Whether an answer is wanted, and if not, why.
         * @enum {string}
         */
        readonly ItemState: "waiting" | "answered" | "expired" | "withdrawn";
        /** @description One version of an item; an item is what waits for a person, of whatever kind. */
        readonly ItemVersion: {
            readonly id: string;
            readonly kind: components["schemas"]["ItemKind"];
            readonly number: number;
        };
        /** @description A line of the journal with what belongs to the item that it is about. */
        readonly JournalEntry: {
            readonly actor: components["schemas"]["Actor"];
            /** @description The name in the catalog of the agent that has asked. */
            readonly agent: string | null;
            readonly agent_name: string | null;
            /** @description When that was asked which this entry ends. */
            readonly asked_at: string | null;
            readonly at: string;
            readonly body: {
                readonly [key: string]: string | number | boolean | null;
            };
            /** @description Who or what has decided; see `by`. */
            readonly decider: string | null;
            readonly decider_id: string | null;
            readonly hash: string;
            readonly item: components["schemas"]["ItemVersion"] | null;
            readonly kind: string;
            readonly prev: string;
            readonly seq: number;
            readonly shown_sha256: string | null;
            /** @description What the version that it is about is called. */
            readonly title?: string | null;
            /** @description `bash`, `read`, `edit` …: what the tool does that was asked for. */
            readonly tool_kind: string | null;
            readonly workspace: string | null;
            readonly workspace_name: string | null;
        };
        /** @description One thing that is wrong with the journal. */
        readonly JournalFault: {
            /** @description The first of the entries that it is about. */
            readonly first: number | null;
            readonly kind: components["schemas"]["FaultKind"];
            readonly last: number | null;
            readonly words: string;
        };
        /** @description What the newest decisions of some days come to; 5,000 of them at most. */
        readonly JournalFigures: {
            readonly decided: readonly components["schemas"]["Decided"][];
            /** @description In the whole journal. */
            readonly entries: number;
            readonly folders: readonly components["schemas"]["JournalFolder"][];
            /** @description When its first entry was written. */
            readonly since: string | null;
            readonly waits: readonly components["schemas"]["Waited"][];
        };
        /** @description A workspace that something was asked from. */
        readonly JournalFolder: {
            readonly name: string;
            readonly path: string;
        };
        /** @description Entries, newest first, and the newest number of all. */
        readonly JournalPage: {
            readonly entries: readonly components["schemas"]["JournalEntry"][];
            readonly seq: number;
        };
        /** @description What the rules say of a call that was done without asking. */
        readonly Judgement: {
            /** @enum {string} */
            readonly decision: "allow" | "ask" | "deny";
            readonly words: string;
        };
        /** @description A quick label of the person's own, and what it tells the agent. */
        readonly Label: {
            readonly label: string;
            /** @default  */
            readonly tip: string;
        };
        /** @description A one-time launch code. */
        readonly LaunchCode: {
            readonly code: string;
        };
        /** @description A session as lists show it; times are milliseconds since 1970. */
        readonly ListedSession: {
            readonly agent: string;
            readonly agent_name: string;
            readonly changed_at: number;
            readonly closed: boolean;
            readonly connection: components["schemas"]["Connection"];
            readonly conversation: string | null;
            readonly deleted: boolean;
            readonly folder: string;
            readonly folder_name: string;
            readonly id: string;
            /** @description Of its newest event. */
            readonly number: number;
            readonly opened_at: number;
            readonly title: string;
            /** @description Items of it that wait for the person. */
            readonly waiting: number;
            /** @description A turn is under way. */
            readonly working: boolean;
        };
        /** @description A place in a file that a call is about. */
        readonly Location: {
            readonly line: number | null;
            readonly path: string;
        };
        /**
         * @description How a run of characters looks.
         * @enum {string}
         */
        readonly Look: "plain" | "keyword" | "string" | "comment" | "option" | "escape";
        /** @description Whether a page of the desk is looked at just now. */
        readonly Looking: {
            readonly looking: boolean;
            /** @description A random name that the page has given itself. */
            readonly page: string;
        };
        /** @description A mark that is being written, but for the words of its comment. */
        readonly MarkDraft: {
            /** @default [] */
            readonly images: readonly components["schemas"]["Image"][];
            readonly kind: components["schemas"]["AnnotationKind"];
            readonly label?: string | null;
            readonly place?: components["schemas"]["Place"] | null;
            /** @default  */
            readonly quote: string;
            /** @default  */
            readonly text: string;
            readonly tip?: string | null;
        };
        /** @description A mark that is being written, as it is kept; the slot is the mark's id. */
        readonly MarkDraftKept: {
            readonly mark: components["schemas"]["MarkDraft"] | null;
            readonly revision: number;
            readonly saved_at: string;
            readonly slot: string;
            readonly text: string;
            readonly version: number;
        };
        /** @description A person has taken a mark back. */
        readonly MarkRemoved: {
            readonly id: string;
            /**
             * @default mark_removed
             * @constant
             */
            readonly type: "mark_removed";
        };
        /** @description A person has marked lines of a difference, or changed what the mark says. */
        readonly MarkSet: {
            readonly mark: components["schemas"]["DiffMark"];
            /**
             * @default mark_set
             * @constant
             */
            readonly type: "mark_set";
        };
        /** @description An image, a sound or a link. */
        readonly MediaOutput: {
            readonly media_type: string;
            readonly name: string | null;
            readonly sha256: string | null;
            /**
             * @default media
             * @constant
             */
            readonly type: "media";
            readonly uri: string | null;
        };
        /** @description A message is finished, or cut off. */
        readonly MessageFinished: {
            readonly part: components["schemas"]["MessagePart"];
            /**
             * @default message_finished
             * @constant
             */
            readonly type: "message_finished";
        };
        /** @description A message that is finished, or was cut off. */
        readonly MessagePart: {
            readonly at: number;
            readonly id: string;
            /** @default [] */
            readonly outputs: readonly (components["schemas"]["TextOutput"] | components["schemas"]["DiffOutput"] | components["schemas"]["TerminalOutput"] | components["schemas"]["MediaOutput"] | components["schemas"]["UnknownOutput"])[];
            /** @default false */
            readonly replayed: boolean;
            readonly text: string;
            /**
             * @default message
             * @constant
             */
            readonly type: "message";
            readonly voice: components["schemas"]["Voice"];
            /** @default true */
            readonly whole: boolean;
        };
        /**
         * @description Why a line stands in a receipt.
         * @enum {string}
         */
        readonly Missed: "prompt" | "message" | "call" | "failure" | "notice" | "item" | "change" | "judged";
        /** @description A way in which an agent goes on after an approval, as its own prompt offers it. */
        readonly Mode: {
            readonly id: string;
            readonly name: string;
            /** @description What it means, in the person's words. */
            readonly what: string;
        };
        /** @description How much is allowed in a project without asking. */
        readonly ModeChosen: {
            readonly folder: string;
            readonly mode: components["schemas"]["GateMode"];
            readonly until?: string | null;
        };
        /** @description A mode of the agent. */
        readonly ModeOffer: {
            readonly description: string | null;
            readonly id: string;
            readonly name: string;
        };
        /** @description The agent is in another mode, or has other ones. */
        readonly ModesChanged: {
            readonly current: string | null;
            readonly modes: readonly components["schemas"]["ModeOffer"][];
            /**
             * @default modes_changed
             * @constant
             */
            readonly type: "modes_changed";
        };
        /**
         * @description How far the notes of an approval have come.
         * @enum {string}
         */
        readonly NotesDelivery: "pending" | "delivered";
        /** @description The agent or the desk says something about the session itself. */
        readonly Noticed: {
            readonly part: components["schemas"]["NoticePart"];
            /**
             * @default noticed
             * @constant
             */
            readonly type: "noticed";
        };
        /** @description What became of the last message to a service, or of a test. */
        readonly NoticeOutcome: {
            readonly at: string;
            readonly attempts: number;
            readonly sent: boolean;
            /** @description Why it was not sent, in words; empty if it was. */
            readonly why: string;
        };
        /** @description Something that the agent or the desk says about the session itself. */
        readonly NoticePart: {
            readonly at: number;
            /** @default false */
            readonly by_desk: boolean;
            readonly description: string | null;
            readonly id: string;
            readonly severity: string;
            readonly title: string;
            /**
             * @default notice
             * @constant
             */
            readonly type: "notice";
        };
        /** @description A service of the settings. */
        readonly NoticeService: {
            readonly last: components["schemas"]["NoticeOutcome"] | null;
            /** @description Scheme and host, or the scheme alone; never a key. */
            readonly service: string;
        };
        /** @description What the hub tells elsewhere, as its settings say. */
        readonly NoticeState: {
            /** @description Seconds without an answer. */
            readonly after: number;
            /** @description Other seconds, by agent; null: never. */
            readonly agents: {
                readonly [key: string]: number | null;
            };
            /** @description Whether the extra `notify` is installed. */
            readonly installed: boolean;
            readonly kinds: readonly components["schemas"]["ItemKind"][];
            readonly name_workspace: boolean;
            /** @description Such as 22:00-07:00, by the clock of the hub's machine. */
            readonly quiet: string | null;
            /** @description None: nothing leaves the machine. */
            readonly services: readonly components["schemas"]["NoticeService"][];
        };
        /** @description One event of a session with its place in it. */
        readonly NumberedEvent: {
            readonly at: number;
            readonly event: components["schemas"]["Opened"] | components["schemas"]["Starting"] | components["schemas"]["Initialised"] | components["schemas"]["ConversationBegun"] | components["schemas"]["SignInNeeded"] | components["schemas"]["Disconnected"] | components["schemas"]["Closed"] | components["schemas"]["ModesChanged"] | components["schemas"]["OptionsChanged"] | components["schemas"]["CommandsChanged"] | components["schemas"]["AskingChanged"] | components["schemas"]["TitleChanged"] | components["schemas"]["UsageChanged"] | components["schemas"]["PlanChanged"] | components["schemas"]["AutoAllowed"] | components["schemas"]["PromptQueued"] | components["schemas"]["PromptChanged"] | components["schemas"]["PromptsReordered"] | components["schemas"]["PromptRemoved"] | components["schemas"]["PromptTaken"] | components["schemas"]["PromptAnswered"] | components["schemas"]["PromptInterrupted"] | components["schemas"]["CancelAsked"] | components["schemas"]["MessageFinished"] | components["schemas"]["CallChanged"] | components["schemas"]["CallJudged"] | components["schemas"]["Noticed"] | components["schemas"]["Compacted"] | components["schemas"]["UnknownCame"] | components["schemas"]["ItemAsked"] | components["schemas"]["ItemEnded"] | components["schemas"]["MarkSet"] | components["schemas"]["MarkRemoved"];
            readonly line: number;
            readonly number: number;
            readonly place: number | null;
            readonly session: string;
        };
        /** @description A choice that the agent itself offers, in its own words. */
        readonly OfferedOption: {
            /**
             * @description What it stands for: an answer of the same sense, a rule kept here, or nobody knows.
             * @enum {string}
             */
            readonly becomes: "yes" | "no" | "rule" | "unknown";
            readonly id: string;
            readonly name: string;
            /** @description Whether it is the one that is sent for a plain yes, or for a plain no. */
            readonly usual: boolean;
        };
        /** @description A link, or the text of a file. */
        readonly OpenAsked: {
            /** @description Of the file; absolute. None for a link. */
            readonly path?: string | null;
            readonly text: string;
        };
        /** @description How many items of each kind have no answer. */
        readonly OpenByKind: {
            readonly permission: number;
            readonly question: number;
            readonly review: number;
        };
        /** @description What a running call has printed since it was last recorded. */
        readonly OpenCall: {
            readonly id: string;
            readonly output: string;
            readonly terminal: string | null;
        };
        /** @description A person has opened the session. */
        readonly Opened: {
            readonly agent: string;
            readonly folder: string;
            readonly title: string;
            /**
             * @default opened
             * @constant
             */
            readonly type: "opened";
        };
        /** @description A message that is being written: its closed blocks as sanitised HTML, and the text that is still open. */
        readonly OpenMessage: {
            readonly at: number;
            readonly blocks: readonly string[];
            readonly id: string;
            readonly tail: string;
            readonly tail_at: number;
            readonly voice: string;
        };
        /** @description What a session shows beyond its events; `whisper` is the number of the newest whisper that is in it. */
        readonly OpenParts: {
            readonly activity: string | null;
            /** @default [] */
            readonly calls: readonly components["schemas"]["OpenCall"][];
            readonly message: components["schemas"]["OpenMessage"] | null;
            /** @default 0 */
            readonly whisper: number;
        };
        /** @description One value that an option can have. */
        readonly OptionChoice: {
            readonly description: string | null;
            readonly group: string | null;
            readonly name: string;
            readonly value: string;
        };
        /** @description All options of the agent, as they are now. */
        readonly OptionsChanged: {
            readonly options: readonly (components["schemas"]["SelectOption"] | components["schemas"]["FlagOption"])[];
            /**
             * @default options_changed
             * @constant
             */
            readonly type: "options_changed";
        };
        /** @description What is wanted of the session at once. */
        readonly OrderGiven: {
            readonly order: components["schemas"]["Connect"] | components["schemas"]["Disconnect"] | components["schemas"]["SetMode"] | components["schemas"]["SetOption"] | components["schemas"]["SignIn"] | components["schemas"]["SignOut"] | components["schemas"]["Cancel"] | components["schemas"]["DeleteConversation"];
        };
        /**
         * @description How a permission can end.
         * @enum {string}
         */
        readonly Outcome: "allowed" | "denied" | "expired" | "withdrawn";
        /** @description An annotation as it stands in the file; `status` is the one that counts. */
        readonly PageAnnotation: {
            readonly addressedAt?: string | null;
            readonly also?: readonly components["schemas"]["PageElement"][] | null;
            readonly createdAt: string;
            readonly elementSelector?: components["schemas"]["PageElement"] | null;
            readonly id: string;
            readonly inProgressAt?: string | null;
            readonly note: string;
            readonly pageTitle: string;
            readonly pageUrl: string;
            readonly picture?: string | null;
            readonly replacedText?: string | null;
            readonly replies?: readonly components["schemas"]["PageReply"][] | null;
            readonly selectedText?: string | null;
            readonly source?: components["schemas"]["PageSource"] | null;
            /** @enum {string} */
            readonly status: "open" | "in_progress" | "addressed";
            /** @enum {string} */
            readonly type: "text" | "element";
            readonly updatedAt: string;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description What to change of an annotation. */
        readonly PageAnnotationChange: {
            readonly note?: string | null;
            readonly reply?: components["schemas"]["PageReplyGiven"] | null;
            readonly status?: ("open" | "in_progress" | "addressed") | null;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description An annotation as it is now. */
        readonly PageAnnotationNow: {
            readonly annotation: components["schemas"]["PageAnnotation"];
            readonly seq: number;
        };
        /** @description It is done. */
        readonly PageDone: {
            /**
             * @default true
             * @constant
             */
            readonly ok: true;
            readonly seq: number;
        };
        /** @description Which element is meant. */
        readonly PageElement: {
            /** @default {} */
            readonly attributes: {
                readonly [key: string]: string;
            };
            /** @default  */
            readonly cssSelector: string;
            /** @default  */
            readonly description: string;
            /** @default  */
            readonly outerHtmlPreview: string;
            /** @default  */
            readonly tagName: string;
            /** @default  */
            readonly xpath: string;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description Where the file is now that was set aside. */
        readonly PageKeptAs: {
            readonly kept_as: string;
        };
        /** @description The export. */
        readonly PageMarkdown: {
            readonly markdown: string;
        };
        /** @description A note on a whole page as it stands in the file. */
        readonly PageNote: {
            readonly createdAt: string;
            readonly id: string;
            readonly note: string;
            readonly pageTitle: string;
            readonly pageUrl: string;
            readonly updatedAt: string;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description What to change of a note. */
        readonly PageNoteChange: {
            readonly note: string;
        };
        /** @description A note on a whole page. */
        readonly PageNoteGiven: {
            readonly note: string;
            /** @default  */
            readonly pageTitle: string;
            readonly pageUrl: string;
        };
        /** @description A note as it is now. */
        readonly PageNoteNow: {
            readonly page_note: components["schemas"]["PageNote"];
            readonly seq: number;
        };
        /** @description An entry of the file that cannot be shown; it stays where it is. */
        readonly PageProblem: {
            readonly index: number;
            readonly where: string;
            readonly why: string;
        };
        /** @description A word to an annotation; without a role it is the agent's. */
        readonly PageReply: {
            /** @default  */
            readonly createdAt: string;
            readonly message: string;
            readonly role?: ("agent" | "reviewer") | null;
        };
        /** @description A word to an annotation. */
        readonly PageReplyGiven: {
            readonly message: string;
        };
        /** @description A site whose pages are reviewed. */
        readonly PageSite: {
            readonly address: string | null;
            readonly addressed: number;
            /** @description When an entry of the file was changed last. */
            readonly changed_at: string | null;
            readonly id: string;
            readonly in_progress: number;
            readonly name: string;
            readonly notes: number;
            readonly open: number;
            /** @description Why the file cannot be read, if so. */
            readonly problem: string | null;
            readonly root: string;
            readonly storage: string;
        };
        /** @description A site and all that its file holds. */
        readonly PageSiteDetail: {
            readonly annotations: readonly components["schemas"]["PageAnnotation"][];
            /** @description Why the file cannot be read, if so; then the lists are empty. */
            readonly broken: string | null;
            readonly fingerprint: string;
            readonly page_notes: readonly components["schemas"]["PageNote"][];
            readonly problems: readonly components["schemas"]["PageProblem"][];
            readonly seq: number;
            readonly site: components["schemas"]["PageSite"];
        };
        /** @description All sites. */
        readonly PageSiteList: {
            readonly seq: number;
            readonly sites: readonly components["schemas"]["PageSite"][];
        };
        /** @description Where a piece of a page comes from, as its dev server says. */
        readonly PageSource: {
            readonly column?: number | null;
            readonly component?: string | null;
            readonly file: string;
            readonly line?: number | null;
        };
        /** @description A permission as lists show it. */
        readonly Permission: {
            readonly agent: string;
            readonly agent_name: string;
            /** @description An attached server asks: it may be away, and come back for the answer. */
            readonly by_server: boolean;
            readonly conversation: string | null;
            readonly countdown_stopped: boolean;
            readonly decider: components["schemas"]["Decider"] | null;
            readonly delivered_ms: number | null;
            readonly delivery: components["schemas"]["Delivery"];
            readonly delivery_failed: boolean;
            /** @description The agent's own dialog opens only once nobody has answered here. */
            readonly dialog_follows: boolean;
            /** @description Whether it was allowed with other arguments. */
            readonly edited: boolean;
            readonly ended_at: string | null;
            readonly ending: components["schemas"]["Ending"] | null;
            readonly expires_at: string | null;
            /** @description When its texts were removed. */
            readonly forgotten_at: string | null;
            readonly forgotten_by: components["schemas"]["ForgottenBy"] | null;
            readonly id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly item_kind: "permission";
            readonly opened_at: string;
            readonly outcome: components["schemas"]["Outcome"] | null;
            readonly point: components["schemas"]["CallPoint"];
            readonly scope: components["schemas"]["Scope"] | null;
            readonly seen: boolean;
            /** @description Of what is asked; an answer names it. */
            readonly sha256: string;
            /** @enum {string} */
            readonly status: "open" | "decided";
            readonly stops_turn: boolean;
            readonly sub_agent: string | null;
            readonly title: string;
            readonly tool: string;
            readonly tool_kind: components["schemas"]["ToolKind"];
            /** @description The agent's side waits no longer than this. */
            readonly waits_until: string | null;
            readonly words: string | null;
            readonly workspace: string;
            readonly workspace_name: string;
        };
        /** @description What a person decides; the digest says what they have been shown. */
        readonly PermissionAnswered: {
            /** @enum {string} */
            readonly answer: "once" | "conversation" | "always" | "no" | "no_with_words" | "no_and_stop";
            /** @description The command, as it is to be run. */
            readonly edited?: string | null;
            /** @description One of the agent's own choices, if it is not the usual one. */
            readonly option?: string | null;
            /** @description With always: of the rules that were shown. */
            readonly rules_sha256?: string | null;
            /**
             * @description The other requests that were listed as settled by this answer.
             * @default []
             */
            readonly settles: readonly string[];
            readonly shown_sha256?: string | null;
            /** @description With always: the day on which it ends. */
            readonly until?: string | null;
            readonly words?: string | null;
        };
        /** @description Everything about one permission. */
        readonly PermissionCard: {
            readonly changes: readonly components["schemas"]["FileChange"][];
            /** @description The command as it can be edited; None where the agent takes no other. */
            readonly editable: string | null;
            readonly facts: readonly components["schemas"]["Fact"][];
            /** @description What an allow for this conversation would cover; None where it cannot be. */
            readonly grant: string | null;
            /** @description Such as: Run this command? */
            readonly headline: string;
            readonly is_command: boolean;
            /** @description Empty where the agent takes a plain yes or no. */
            readonly offered: readonly components["schemas"]["OfferedOption"][];
            readonly permission: components["schemas"]["Permission"];
            readonly proposal: components["schemas"]["RuleProposal"];
            /** @description In the agent's words. */
            readonly reason: string | null;
            readonly risks: readonly components["schemas"]["CardRisk"][];
            readonly seq: number;
            /** @description The whole command, or all arguments; empty where a difference says it all. */
            readonly shown: readonly components["schemas"]["ShownPiece"][];
        };
        /** @description Which rule decided, on which line, and why the others did not; by the rules as they were. */
        readonly PermissionExplanation: {
            readonly considered: readonly components["schemas"]["ConsideredRule"][];
            /** @description What all rules together said. */
            readonly decision: components["schemas"]["Decision"];
            readonly file_sha256: string | null;
            readonly left_out: number;
            readonly line: number | null;
            readonly mode: string;
            readonly permission: components["schemas"]["Permission"];
            readonly rule: string | null;
            readonly source: string | null;
            /** @description The rule as it stood in its file. */
            readonly text: string | null;
            readonly why: string;
        };
        /** @description A permission after a change. */
        readonly PermissionNow: {
            readonly permission: components["schemas"]["Permission"];
            readonly seq: number;
        };
        /** @description A piece of a document, from a character of a block up to before one of the same or a later block. */
        readonly Place: {
            readonly end: number;
            readonly end_block: string;
            /** @description In UTF-16 units of the block's own text. */
            readonly start: number;
            readonly start_block: string;
        };
        /** @description The agent's plan, whole: it replaces the one before. */
        readonly PlanChanged: {
            readonly entries: readonly components["schemas"]["PlanEntry"][];
            /**
             * @default plan_changed
             * @constant
             */
            readonly type: "plan_changed";
        };
        /** @description One step of the agent's plan. */
        readonly PlanEntry: {
            readonly content: string;
            readonly priority: string;
            readonly status: string;
        };
        /** @description Every answer that is an error. */
        readonly Problem: {
            readonly error: components["schemas"]["Fault"];
        };
        /** @description Words of a person to the agent, and how far they have come. */
        readonly Prompt: {
            readonly again_of: string | null;
            /** @default [] */
            readonly attachments: readonly components["schemas"]["Attachment"][];
            readonly id: string;
            /** @default [] */
            readonly marks: readonly string[];
            readonly sent: string | null;
            /** @default queued */
            readonly state: components["schemas"]["PromptState"];
            readonly stop_reason: string | null;
            readonly text: string;
            readonly why: string | null;
        };
        /** @description The answer to one of them. */
        readonly PromptAnswer: {
            readonly name: string;
            readonly values: readonly string[];
        };
        /** @description The agent's turn has ended. */
        readonly PromptAnswered: {
            readonly id: string;
            readonly stop_reason: string;
            /**
             * @default prompt_answered
             * @constant
             */
            readonly type: "prompt_answered";
        };
        /** @description A person has changed words that still wait. */
        readonly PromptChanged: {
            readonly attachments: readonly components["schemas"]["Attachment"][];
            readonly id: string;
            readonly text: string;
            /**
             * @default prompt_changed
             * @constant
             */
            readonly type: "prompt_changed";
        };
        /** @description A prompt for the queue; the same key is the same prompt. */
        readonly PromptGiven: {
            readonly again_of?: string | null;
            /** @default [] */
            readonly attachments: readonly components["schemas"]["AttachmentGiven"][];
            readonly key: string;
            /** @default [] */
            readonly marks: readonly string[];
            readonly text: string;
        };
        /** @description No answer will come to words that were taken. */
        readonly PromptInterrupted: {
            readonly id: string;
            /**
             * @default prompt_interrupted
             * @constant
             */
            readonly type: "prompt_interrupted";
            readonly why: string;
        };
        /**
         * @description What is wanted.
         * @enum {string}
         */
        readonly PromptKind: "choice" | "text" | "number" | "whole_number" | "yes_or_no";
        /** @description All prompts that wait, in the order in which they are to be sent. */
        readonly PromptOrder: {
            readonly ids: readonly string[];
        };
        /** @description Words of the person, from the moment at which they were taken. */
        readonly PromptPart: {
            readonly at: number;
            readonly id: string;
            readonly prompt: components["schemas"]["Prompt"];
            /**
             * @default prompt
             * @constant
             */
            readonly type: "prompt";
        };
        /** @description The id of the prompt that was queued. */
        readonly PromptPlaced: {
            readonly number: number;
            readonly prompt: string;
            readonly seq: number;
        };
        /** @description A person has words for the agent. */
        readonly PromptQueued: {
            readonly prompt: components["schemas"]["Prompt"];
            /**
             * @default prompt_queued
             * @constant
             */
            readonly type: "prompt_queued";
        };
        /** @description A person has taken words back that still waited. */
        readonly PromptRemoved: {
            readonly id: string;
            /**
             * @default prompt_removed
             * @constant
             */
            readonly type: "prompt_removed";
        };
        /** @description A person has changed the order of what waits. */
        readonly PromptsReordered: {
            readonly ids: readonly string[];
            /**
             * @default prompts_reordered
             * @constant
             */
            readonly type: "prompts_reordered";
        };
        /**
         * @description How far words to an agent have come.
         * @enum {string}
         */
        readonly PromptState: "queued" | "taken" | "answered" | "interrupted";
        /** @description Words are about to be written to the agent. */
        readonly PromptTaken: {
            readonly id: string;
            readonly sent: string;
            /**
             * @default prompt_taken
             * @constant
             */
            readonly type: "prompt_taken";
        };
        /** @description Words for the agent, and what goes along. */
        readonly PromptWords: {
            /** @default [] */
            readonly attachments: readonly components["schemas"]["AttachmentGiven"][];
            readonly text: string;
        };
        /** @description A question as lists show it. */
        readonly Question: {
            readonly agent: string;
            readonly agent_name: string;
            /** @description An attached server asks: it may be away, and come back for the answer. */
            readonly by_server: boolean;
            readonly conversation: string | null;
            readonly countdown_stopped: boolean;
            readonly decider: components["schemas"]["Decider"] | null;
            readonly delivered_ms: number | null;
            readonly delivery: components["schemas"]["Delivery"];
            readonly delivery_failed: boolean;
            /** @description The agent's own dialog opens only once nobody has answered here. */
            readonly dialog_follows: boolean;
            readonly ended_at: string | null;
            readonly ending: components["schemas"]["Ending"] | null;
            readonly expires_at: string | null;
            /** @description When its texts were removed. */
            readonly forgotten_at: string | null;
            readonly forgotten_by: components["schemas"]["ForgottenBy"] | null;
            readonly id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly item_kind: "question";
            readonly opened_at: string;
            readonly outcome: components["schemas"]["QuestionOutcome"] | null;
            readonly point: components["schemas"]["CallPoint"];
            readonly seen: boolean;
            readonly server: string | null;
            /** @description Of what is asked; an answer names it. */
            readonly sha256: string;
            readonly source: components["schemas"]["QuestionSource"];
            /** @enum {string} */
            readonly status: "open" | "decided";
            readonly sub_agent: string | null;
            readonly title: string;
            /** @description The agent's side waits no longer than this. */
            readonly waits_until: string | null;
            readonly words: string | null;
            readonly workspace: string;
            readonly workspace_name: string;
        };
        /** @description Everything about one question. */
        readonly QuestionCard: {
            readonly answers: readonly components["schemas"]["PromptAnswer"][] | null;
            readonly headline: string;
            readonly message: string;
            readonly prompts: readonly components["schemas"]["QuestionPrompt"][];
            readonly question: components["schemas"]["Question"];
            readonly seq: number;
            /** @description Shown whole; nothing opens it by itself. */
            readonly url: string | null;
        };
        /** @description A question after a change. */
        readonly QuestionNow: {
            readonly question: components["schemas"]["Question"];
            readonly seq: number;
        };
        /**
         * @description How a question can end.
         * @enum {string}
         */
        readonly QuestionOutcome: "answered" | "declined" | "cancelled" | "expired" | "withdrawn";
        /** @description One question of several that are asked together. */
        readonly QuestionPrompt: {
            readonly choices: readonly components["schemas"]["Choice"][];
            readonly free: boolean;
            readonly header: string;
            readonly kind: components["schemas"]["PromptKind"];
            readonly name: string;
            readonly required: boolean;
            readonly several: boolean;
            readonly text: string;
        };
        /** @description What a person says to a question. */
        readonly QuestionReplied: {
            /** @default [] */
            readonly answers: readonly components["schemas"]["PromptAnswer"][];
            /** @enum {string} */
            readonly outcome: "answered" | "declined" | "cancelled";
            readonly shown_sha256?: string | null;
            readonly words?: string | null;
        };
        /**
         * @description Who wants to know.
         * @enum {string}
         */
        readonly QuestionSource: "agent" | "server" | "server_page";
        /** @description One line of the traffic of a session, as it was written; lines are numbered from 1 for each session. */
        readonly RawLine: {
            readonly at: number;
            readonly direction: components["schemas"]["Direction"];
            readonly number: number;
            readonly session: string;
            readonly text: string;
        };
        /**
         * @description Why a revision was withdrawn.
         * @enum {string}
         */
        readonly Reason: "asked_again" | "answered_in_terminal" | "turn_ended";
        /** @description What has happened after event `since`, up to event `number`. */
        readonly Receipt: {
            readonly calls: number;
            readonly failures: number;
            readonly files: readonly string[];
            readonly happened: readonly components["schemas"]["ReceiptLine"][];
            readonly left_out: number;
            readonly look_again: readonly components["schemas"]["ReceiptLine"][];
            readonly messages: number;
            readonly number: number;
            readonly prompts: number;
            readonly since: number;
            readonly waiting: readonly components["schemas"]["ReceiptLine"][];
        };
        /** @description One thing in a receipt; `part` is where it stands in the ledger. */
        readonly ReceiptLine: {
            readonly at: number;
            readonly part: string | null;
            readonly why: components["schemas"]["Missed"];
            readonly words: string;
        };
        /** @description What has become of what was shared; counts are of marks. */
        readonly Received: {
            readonly added: number;
            readonly changed: number;
            readonly left_out: readonly string[];
            /** @description A review of its own was opened for it. */
            readonly opened: boolean;
            /** @description The person's own, come back: they stay as they are here. */
            readonly own: number;
            readonly review: string;
            readonly same: number;
        };
        /** @description A message of the ledger; `blocks` are harmless HTML, each well-formed by itself. */
        readonly RenderedMessage: {
            readonly blocks: readonly string[];
            readonly id: string;
        };
        /** @description A review as lists show it: the state of its latest revision. */
        readonly Review: {
            readonly agent: string;
            readonly agent_name: string;
            readonly branch: string | null;
            readonly decided_at: string | null;
            readonly delivered_ms: number | null;
            readonly delivery: components["schemas"]["Delivery"];
            readonly expires_at: string | null;
            /** @description The file the document lives in, below the workspace where it is there. */
            readonly file: string | null;
            /** @description When its texts were removed. */
            readonly forgotten_at: string | null;
            readonly forgotten_by: components["schemas"]["ForgottenBy"] | null;
            readonly id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly item_kind: "review";
            readonly kind: components["schemas"]["ReviewKind"];
            /** @description How many marks went with the verdict. */
            readonly marks: number;
            /** @description The one that was chosen with an approval. */
            readonly mode: string | null;
            /** @description In which the agent can go on after an approval; the usual one first. */
            readonly modes: readonly components["schemas"]["Mode"][];
            readonly notes: string | null;
            readonly notes_delivery: components["schemas"]["NotesDelivery"] | null;
            readonly notes_reason: string | null;
            readonly opened_at: string;
            readonly reason: components["schemas"]["Reason"] | null;
            readonly revision: number;
            readonly revisions: number;
            readonly seen: boolean;
            readonly sha256: string;
            /** @enum {string} */
            readonly status: "open" | "decided";
            readonly takes_notes: boolean;
            readonly title: string;
            readonly verdict: components["schemas"]["Verdict"] | null;
            readonly workspace: string;
            readonly workspace_name: string;
        };
        /**
         * @description What is reviewed: a fact of what was submitted, not of who submitted it.
         * @enum {string}
         */
        readonly ReviewKind: "plan" | "document";
        /** @description Reviews, and the sequence number from which the feed goes on. */
        readonly ReviewList: {
            readonly reviews: readonly components["schemas"]["Review"][];
            readonly seq: number;
        };
        /** @description A review after a change. */
        readonly ReviewNow: {
            readonly review: components["schemas"]["Review"];
            readonly seq: number;
        };
        /** @description Everything about one review but its document. */
        readonly ReviewState: {
            readonly draft: components["schemas"]["Draft"] | null;
            readonly mark_drafts: readonly components["schemas"]["MarkDraftKept"][];
            readonly review: components["schemas"]["Review"];
            readonly revisions: readonly components["schemas"]["Revision"][];
            readonly seq: number;
        };
        /** @description Everything about one review. */
        readonly ReviewWhole: {
            /** @description The marks as they stand on the newest revision. */
            readonly annotations: readonly components["schemas"]["Annotation"][];
            readonly document: components["schemas"]["WholeDocument"];
            readonly draft: components["schemas"]["Draft"] | null;
            readonly mark_drafts: readonly components["schemas"]["MarkDraftKept"][];
            readonly review: components["schemas"]["Review"];
            readonly revisions: readonly components["schemas"]["Revision"][];
            readonly seq: number;
        };
        /** @description One revision of a review and what became of it. */
        readonly Revision: {
            readonly decided_at: string | null;
            readonly delivered_ms: number | null;
            readonly delivery: components["schemas"]["Delivery"];
            readonly expires_at: string | null;
            readonly marks: number;
            readonly notes: string | null;
            readonly number: number;
            readonly opened_at: string;
            readonly reason: components["schemas"]["Reason"] | null;
            readonly sha256: string;
            /** @enum {string} */
            readonly status: "open" | "decided";
            readonly title: string;
            readonly verdict: components["schemas"]["Verdict"] | null;
        };
        /** @description Which revision was before the person's eyes. */
        readonly RevisionSeen: {
            readonly revision: number;
        };
        /** @description An example of a rule, and whether it is as it is to be. */
        readonly RuleExample: {
            readonly matches: boolean;
            readonly text: string;
            /** @description Whether the rule is to match it. */
            readonly wanted: boolean;
        };
        /** @description The rules of one file. */
        readonly RuleLayer: {
            /** @description Why the file cannot be used; then only the denies that it had hold. */
            readonly failure: string;
            readonly rules: readonly components["schemas"]["RuleShown"][];
            readonly sha256: string;
            /** @enum {string} */
            readonly source: "built-in" | "user" | "project";
            readonly trusted: boolean;
        };
        /** @description A project that the desk knows. */
        readonly RuleProject: {
            readonly failure: string;
            readonly mode: components["schemas"]["GateMode"];
            readonly name: string;
            readonly path: string;
            /** @description Of its own rules; null where it has none. */
            readonly rules_sha256: string | null;
            readonly trusted: boolean;
            readonly until: string | null;
        };
        /** @description What *always* would write. */
        readonly RuleProposal: {
            /** @description What each rule would allow, in words. */
            readonly sentences: readonly string[];
            readonly sha256: string;
            readonly toml: string;
            /** @description The day on which it ends, unless another one is chosen. */
            readonly until: string;
            /** @description Why no rule can say it; then there is no text. */
            readonly why_not: string;
        };
        /** @description One rule. */
        readonly RuleShown: {
            /** @description False where it has ended, or allows something in a file that nobody trusts. */
            readonly counts: boolean;
            readonly decision: components["schemas"]["Decision"];
            readonly expires: string | null;
            readonly id: string;
            readonly justification: string;
            readonly line: number;
            /** @description What the agent is told. */
            readonly message: string;
            /** @description What it says, in words; names and patterns stand between back-ticks. */
            readonly sentence: string;
            /** @description As it stands in its file. */
            readonly toml: string;
        };
        /** @description A new content of the person's own file. */
        readonly RulesSaved: {
            /** @description The digest of the content that was shown. */
            readonly instead_of: string;
            readonly text: string;
        };
        /** @description All that the rules page shows. */
        readonly RulesState: {
            /** @description Of rules in all layers. */
            readonly count: number;
            readonly failure: string;
            readonly layers: readonly components["schemas"]["RuleLayer"][];
            readonly path: string;
            /** @description The path of the one that the layers are of; empty without one. */
            readonly project: string;
            readonly projects: readonly components["schemas"]["RuleProject"][];
            readonly seq: number;
            /** @description Of the same; a change names it. */
            readonly sha256: string;
            /** @description Of the person's own file. */
            readonly text: string;
        };
        /** @description The person's own file after a change. */
        readonly RulesWritten: {
            readonly seq: number;
            readonly sha256: string;
        };
        /** @description Something that the agent itself allows without asking. */
        readonly SavedGrant: {
            readonly id: string;
            readonly title: string;
        };
        /**
         * @description How long an allow lasts.
         * @enum {string}
         */
        readonly Scope: "once" | "conversation" | "always";
        /** @description An option of the agent that has one of several values. */
        readonly SelectOption: {
            readonly category: string | null;
            readonly choices: readonly components["schemas"]["OptionChoice"][];
            readonly current: string;
            readonly description: string | null;
            readonly id: string;
            readonly name: string;
            /**
             * @default select
             * @constant
             */
            readonly type: "select";
        };
        /** @description An agent that can be started, and whether it asks. */
        readonly SessionAgent: {
            /** @description Whether it asks before it acts, in sentences. */
            readonly asks: readonly string[];
            /** @description Exactly what is started, as a shell would take it. */
            readonly command_line: string;
            /** @description Variables that are set for it, or that it reads for a sign-in. */
            readonly env_names: readonly string[];
            /** @description Nothing is known to be missing for a start. */
            readonly found: boolean;
            readonly name: string;
            /** @description A person has added it. */
            readonly own: boolean;
            /** @description What has to be installed first, such as Node.js 22 or newer. */
            readonly runtime: string | null;
            /** @description The one that is installed. */
            readonly runtime_version: string | null;
            /** @description How a person signs in at it, in words. */
            readonly sign_in: string | null;
            readonly size_mb: number | null;
            readonly title: string;
            /** @description Of the agent, where it is known without starting it. */
            readonly version: string | null;
            readonly why_not_found: string | null;
        };
        /** @description All of them by their titles, and the files that cannot be used. */
        readonly SessionAgents: {
            readonly agents: readonly components["schemas"]["SessionAgent"][];
            readonly broken: readonly components["schemas"]["BrokenAgent"][];
        };
        /** @description The number of a session's newest event after a change; the feed brings the event. */
        readonly SessionChanged: {
            readonly number: number;
            readonly seq: number;
        };
        /** @description What one call has changed in files, in the order in which it tells them. */
        readonly SessionDifferences: {
            readonly differences: readonly components["schemas"]["CallDifference"][];
        };
        /** @description Events after a number; more of them are asked for after the last one until there are none. */
        readonly SessionEvents: {
            readonly events: readonly components["schemas"]["NumberedEvent"][];
            readonly seq: number;
        };
        /** @description Files that can be mentioned, the best first. */
        readonly SessionFiles: {
            readonly files: readonly components["schemas"]["WorkspaceFile"][];
        };
        /** @description Sessions, what changed last first, and the sequence number from which the feed goes on. */
        readonly SessionList: {
            readonly seq: number;
            readonly sessions: readonly components["schemas"]["ListedSession"][];
        };
        /** @description Messages as they are shown, in the order in which they were asked for; what is no message is left out. */
        readonly SessionMessages: {
            readonly messages: readonly components["schemas"]["RenderedMessage"][];
        };
        /** @description Parts of the ledger as they are after event `number`, oldest first; `earlier` ones stand before them. */
        readonly SessionParts: {
            readonly earlier: number;
            readonly number: number;
            readonly parts: readonly (components["schemas"]["PromptPart"] | components["schemas"]["MessagePart"] | components["schemas"]["CallPart"] | components["schemas"]["NoticePart"] | components["schemas"]["CompactionPart"] | components["schemas"]["ItemPart"] | components["schemas"]["UnknownPart"])[];
        };
        /** @description The session that was opened. */
        readonly SessionPlaced: {
            readonly seq: number;
            readonly session: components["schemas"]["ListedSession"];
        };
        /** @description What somebody has missed. */
        readonly SessionReceipt: {
            readonly receipt: components["schemas"]["Receipt"];
            readonly seq: number;
        };
        /** @description What it is called from now on. */
        readonly SessionRenamed: {
            readonly title: string;
        };
        /** @description A session after its event `state.number`, with the newest parts; the events after it come with the feed. */
        readonly SessionSnapshot: {
            /** @description How many parts stand before those of the ledger that is here. */
            readonly earlier: number;
            readonly open: components["schemas"]["OpenParts"];
            readonly seq: number;
            readonly session: components["schemas"]["ListedSession"];
            readonly state: components["schemas"]["SessionState"];
        };
        /** @description A session after the event `number`; a new one has had none. */
        readonly SessionState: {
            /** @default  */
            readonly agent: string;
            readonly asking: components["schemas"]["Asking"] | null;
            readonly auto_allow_until: number | null;
            /** @default false */
            readonly cancelling: boolean;
            /** @default false */
            readonly closed: boolean;
            readonly command: string | null;
            /** @default [] */
            readonly commands: readonly components["schemas"]["SlashCommand"][];
            /** @default disconnected */
            readonly connection: components["schemas"]["Connection"];
            readonly conversation: string | null;
            /** @default false */
            readonly deleted: boolean;
            readonly facts: components["schemas"]["AgentFacts"] | null;
            /** @default  */
            readonly folder: string;
            readonly hint: string | null;
            /** @default [] */
            readonly ledger: readonly (components["schemas"]["PromptPart"] | components["schemas"]["MessagePart"] | components["schemas"]["CallPart"] | components["schemas"]["NoticePart"] | components["schemas"]["CompactionPart"] | components["schemas"]["ItemPart"] | components["schemas"]["UnknownPart"])[];
            /** @default [] */
            readonly marks: readonly components["schemas"]["DiffMark"][];
            readonly mode: string | null;
            /** @default [] */
            readonly modes: readonly components["schemas"]["ModeOffer"][];
            /** @default 0 */
            readonly number: number;
            /** @default [] */
            readonly options: readonly (components["schemas"]["SelectOption"] | components["schemas"]["FlagOption"])[];
            /** @default [] */
            readonly plan: readonly components["schemas"]["PlanEntry"][];
            /** @default [] */
            readonly queue: readonly components["schemas"]["Prompt"][];
            readonly sign_in: string | null;
            readonly startup_ms: number | null;
            readonly taken: string | null;
            /** @default  */
            readonly title: string;
            readonly usage: components["schemas"]["Usage"] | null;
            /** @default [] */
            readonly waiting: readonly string[];
            readonly why: string | null;
        };
        /** @description Raw lines; more of them are asked for after the last one until there are none. */
        readonly SessionTraffic: {
            readonly lines: readonly components["schemas"]["RawLine"][];
        };
        /** @description A session to open. */
        readonly SessionWanted: {
            readonly agent: string;
            /**
             * @description None: as the brand says.
             * @default []
             */
            readonly command: readonly string[];
            /** @description The agent's own, to go on with. */
            readonly conversation?: string | null;
            readonly folder: string;
            /**
             * @description More than the first.
             * @default []
             */
            readonly folders: readonly string[];
            /**
             * @default new
             * @enum {string}
             */
            readonly how: "new" | "load" | "resume" | "fork";
            /**
             * @description As JSON, the way that the protocol has them.
             * @default []
             */
            readonly mcp_servers: string;
            readonly mode?: string | null;
            /** @default  */
            readonly title: string;
        };
        /** @description Put the agent into a mode. */
        readonly SetMode: {
            readonly mode: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "set_mode";
        };
        /** @description Give an option another value. */
        readonly SetOption: {
            readonly option: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "set_option";
            readonly value: string | boolean;
        };
        /** @description The other requests that an answer would settle. */
        readonly Settled: {
            readonly permissions: readonly components["schemas"]["Permission"][];
        };
        /** @description Which review is shared, and the name under which the person's own marks travel. */
        readonly ShareAsked: {
            readonly author: string;
            /**
             * @description Whether the marks of other people go along, under their names.
             * @default true
             */
            readonly others: boolean;
            readonly review: string;
        };
        /** @description What is shared, in the form that travels; the page itself makes a link of it, so that the key stays there. */
        readonly Shared: {
            /** @description What could not come along, as sentences. */
            readonly left_out: readonly string[];
            /** @description Version 1 of the form: docs/reference/sharing.md. */
            readonly shared: {
                readonly [key: string]: unknown;
            };
        };
        /** @description A file that has its marks in a block now. */
        readonly SharedFile: {
            readonly left_out: readonly string[];
            readonly marks: number;
            readonly path: string;
        };
        /** @description The same, into a file; without one into the review's own. */
        readonly ShareIntoAsked: {
            readonly author: string;
            /**
             * @description Whether the marks of other people go along, under their names.
             * @default true
             */
            readonly others: boolean;
            /** @description Absolute. */
            readonly path?: string | null;
            readonly review: string;
        };
        /** @description A permission that was shown whole. */
        readonly ShownPermission: {
            readonly id: string;
            readonly shown_sha256: string;
        };
        /** @description A run of characters of one look; all pieces together are the whole text as it is shown. */
        readonly ShownPiece: {
            /** @description `escape` stands for a character that is not seen: it is spelled out. */
            readonly look: components["schemas"]["Look"];
            /** @description The number of the risk that it belongs to. */
            readonly risk: number | null;
            readonly text: string;
        };
        /**
         * @description Which text of a difference a mark stands on.
         * @enum {string}
         */
        readonly Side: "old" | "new";
        /** @description Sign in by one of the agent's own methods. */
        readonly SignIn: {
            readonly method: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "sign_in";
        };
        /** @description The agent wants the person to sign in first. */
        readonly SignInNeeded: {
            /**
             * @default sign_in_needed
             * @constant
             */
            readonly type: "sign_in_needed";
            readonly words: string;
        };
        /** @description The browser's token, for the header `Authorization: Bearer`. */
        readonly SignInToken: {
            readonly token: string;
        };
        /** @description Sign out at the agent. */
        readonly SignOut: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly type: "sign_out";
        };
        /** @description A command that the agent knows. */
        readonly SlashCommand: {
            readonly description: string;
            readonly hint: string | null;
            readonly name: string;
        };
        /** @description Some of the text around what was found. */
        readonly SnippetPart: {
            /** @description Whether it is a word that was searched for. */
            readonly found: boolean;
            readonly text: string;
        };
        /** @description Its program is being started. */
        readonly Starting: {
            /** @default 1 */
            readonly attempt: number;
            readonly command: string;
            /**
             * @default starting
             * @constant
             */
            readonly type: "starting";
        };
        /** @description What a command printed: the end of it, if it was long. */
        readonly TerminalOutput: {
            readonly exit_code: number | null;
            readonly output: string;
            readonly signal: string | null;
            readonly terminal: string;
            /** @default false */
            readonly truncated: boolean;
            /**
             * @default terminal
             * @constant
             */
            readonly type: "terminal";
        };
        /** @description A text to attach. */
        readonly TextGiven: {
            readonly text: string;
        };
        /** @description The text of a part goes on. */
        readonly TextOp: {
            /** @description Where `text` begins in the whole text of the part, in UTF-16 units. */
            readonly at: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly kind: "text";
            readonly text: string;
            /** @description Whose words the part has: agent, thought or user. */
            readonly voice: string;
        };
        /** @description Words that a call has brought. */
        readonly TextOutput: {
            /** @default 0 */
            readonly left_out: number;
            readonly text: string;
            /**
             * @default text
             * @constant
             */
            readonly type: "text";
        };
        /** @description Its digest, by which it is attached. */
        readonly TextPlaced: {
            readonly sha256: string;
            /** @description Bytes. */
            readonly size: number;
        };
        /**
         * @description Light, dark, or as the system has it.
         * @enum {string}
         */
        readonly Theme: "system" | "light" | "dark";
        /** @description The session is called something else. */
        readonly TitleChanged: {
            readonly title: string;
            /**
             * @default title_changed
             * @constant
             */
            readonly type: "title_changed";
        };
        /**
         * @description What a tool does; the `tool` of a rule names one of these.
         * @enum {string}
         */
        readonly ToolKind: "bash" | "read" | "edit" | "fetch" | "mcp" | "other";
        /** @description A line that a person tries. */
        readonly TriedLine: {
            readonly text: string;
            readonly tool: components["schemas"]["ToolKind"];
        };
        /** @description What would be said about a line. */
        readonly TriedResult: {
            readonly decision: components["schemas"]["Decision"];
            readonly text: string;
            readonly tool: components["schemas"]["ToolKind"];
            readonly why: string;
        };
        /** @description A project's rules that a person trusts as they are. */
        readonly TrustGiven: {
            readonly folder: string;
            readonly sha256: string;
        };
        /** @description A call that the draft would decide otherwise. */
        readonly TurnedCall: {
            readonly agent_name: string;
            readonly at: string;
            readonly id: string;
            /** @description What became of it. */
            readonly outcome: string;
            readonly title: string;
            /** @description What the draft says. */
            readonly why: string;
            readonly workspace_name: string;
        };
        /** @description An update of a kind that nobody knows. */
        readonly UnknownCame: {
            readonly part: components["schemas"]["UnknownPart"];
            /**
             * @default unknown_came
             * @constant
             */
            readonly type: "unknown_came";
        };
        /** @description Content of a kind that nobody knows. */
        readonly UnknownOutput: {
            readonly kind: string;
            readonly raw: string;
            /**
             * @default unknown
             * @constant
             */
            readonly type: "unknown";
        };
        /** @description An update of a kind that nobody knows, as it came. */
        readonly UnknownPart: {
            readonly at: number;
            readonly id: string;
            readonly kind: string;
            readonly raw: string;
            /**
             * @default unknown
             * @constant
             */
            readonly type: "unknown";
        };
        /** @description How many such pieces of one kind there are. */
        readonly UnshownCount: {
            readonly count: number;
            /** @enum {string} */
            readonly kind: "link_address" | "link_title" | "link_label" | "definition" | "footnote" | "picture" | "picture_data" | "code_label" | "attribute" | "cell" | "comment" | "words";
        };
        /** @description A piece of the source with words that the page does not show, as it is written there. */
        readonly UnshownItem: {
            /** @enum {string} */
            readonly kind: "link_address" | "link_title" | "link_label" | "definition" | "footnote" | "picture" | "picture_data" | "code_label" | "attribute" | "cell" | "comment" | "words";
            readonly line: number;
            readonly text: string;
        };
        /** @description What the source says and the page does not: all of it counted, the first 500 pieces told. */
        readonly UnshownWords: {
            readonly counts: readonly components["schemas"]["UnshownCount"][];
            readonly items: readonly components["schemas"]["UnshownItem"][];
        };
        /** @description How much of its context is used, and what it has cost so far. */
        readonly Usage: {
            readonly cost: number | null;
            readonly currency: string | null;
            readonly size: number;
            readonly used: number;
        };
        /** @description How much of the context is used. */
        readonly UsageChanged: {
            /**
             * @default usage_changed
             * @constant
             */
            readonly type: "usage_changed";
            readonly usage: components["schemas"]["Usage"];
        };
        /**
         * @description How a revision can end.
         * @enum {string}
         */
        readonly Verdict: "approved" | "changes_requested" | "expired" | "withdrawn";
        /** @description What a person decides; the digests say which text they have read, and which words for the agent. */
        readonly VerdictGiven: {
            /** @default [] */
            readonly annotations: readonly string[];
            readonly feedback_sha256?: string | null;
            /** @description The id of the mode in which the agent goes on after an approval. */
            readonly mode?: string | null;
            readonly notes?: string | null;
            readonly revision?: number | null;
            readonly shown_sha256?: string | null;
            /** @enum {string} */
            readonly verdict: "approved" | "changes_requested";
        };
        /** @description Whether the journal is the one that was written. */
        readonly Verified: {
            readonly broken_at: number | null;
            /** @description What retention has removed, in sentences. */
            readonly dropped: readonly string[];
            /** @description How many there are, up to the first that is not as it was written. */
            readonly entries: number;
            /** @description The gravest first. */
            readonly faults: readonly components["schemas"]["JournalFault"][];
            /** @description The numbers of the entries with a text that was forgotten. */
            readonly forgotten: readonly number[];
            /** @description The number of the last of them. */
            readonly last: number;
            /** @description Files that others have changed while the hub ran. */
            readonly problems: readonly string[];
            /** @description The last entry that a checkpoint vouches for; 0 for none. */
            readonly signed: number;
            /** @description Checkpoints of entries that were dropped, which nothing can be held against. */
            readonly unseen: readonly number[];
            readonly why: string | null;
        };
        /**
         * @description Whose words a message has.
         * @enum {string}
         */
        readonly Voice: "agent" | "thought" | "user";
        /** @description How long something waited for a person. */
        readonly Waited: {
            /** @description Whether nobody answered. */
            readonly expired: boolean;
            readonly kind: components["schemas"]["ItemKind"];
            readonly ms: number;
        };
        /** @description A way to sign in that an agent offers. */
        readonly WayToSignIn: {
            /** @description What to run in a terminal for it; None: the agent does it itself. */
            readonly command: string | null;
            readonly description: string | null;
            readonly name: string;
        };
        /** @description A passing word about a session: it is never stored, and a stream that is resumed does not repeat it. */
        readonly Whisper: {
            /** @description How many just before it were left out, since this stream was too slow. */
            readonly left_out: number;
            /** @description Grows by one with each whisper of the session while the hub runs. */
            readonly n: number;
            /** @description Of the session's last event when it was said. */
            readonly number: number;
            readonly op: components["schemas"]["TextOp"] | components["schemas"]["BlockOp"] | components["schemas"]["CallOp"] | components["schemas"]["ActivityOp"];
            /** @description The part that it is about; null: the session. */
            readonly part: string | null;
            readonly session: string;
        };
        /** @description A document as it is shown, whole. */
        readonly WholeDocument: {
            readonly blocks: readonly components["schemas"]["Block"][];
            readonly html: string;
            readonly sha256: string;
        };
        /** @description A file that can be mentioned. */
        readonly WorkspaceFile: {
            readonly name: string;
            readonly path: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type ActivityOp = components['schemas']['ActivityOp'];
export type Actor = components['schemas']['Actor'];
export type ActorKind = components['schemas']['ActorKind'];
export type AgentChecked = components['schemas']['AgentChecked'];
export type AgentConversation = components['schemas']['AgentConversation'];
export type AgentConversations = components['schemas']['AgentConversations'];
export type AgentFacts = components['schemas']['AgentFacts'];
export type AgentServer = components['schemas']['AgentServer'];
export type AgentServers = components['schemas']['AgentServers'];
export type AgentToAdd = components['schemas']['AgentToAdd'];
export type Annotation = components['schemas']['Annotation'];
export type AnnotationChange = components['schemas']['AnnotationChange'];
export type AnnotationGiven = components['schemas']['AnnotationGiven'];
export type AnnotationKeep = components['schemas']['AnnotationKeep'];
export type AnnotationKind = components['schemas']['AnnotationKind'];
export type AnnotationList = components['schemas']['AnnotationList'];
export type AnnotationNow = components['schemas']['AnnotationNow'];
export type AnnotationStatus = components['schemas']['AnnotationStatus'];
export type AnnotationUnkeep = components['schemas']['AnnotationUnkeep'];
export type Asking = components['schemas']['Asking'];
export type AskingChanged = components['schemas']['AskingChanged'];
export type Asks = components['schemas']['Asks'];
export type Attachment = components['schemas']['Attachment'];
export type AttachmentGiven = components['schemas']['AttachmentGiven'];
export type AttachmentKind = components['schemas']['AttachmentKind'];
export type Attention = components['schemas']['Attention'];
export type AuthKind = components['schemas']['AuthKind'];
export type AuthMethod = components['schemas']['AuthMethod'];
export type AutoAllowed = components['schemas']['AutoAllowed'];
export type AutoAllowGiven = components['schemas']['AutoAllowGiven'];
export type Block = components['schemas']['Block'];
export type BlockOp = components['schemas']['BlockOp'];
export type BrokenAgent = components['schemas']['BrokenAgent'];
export type BulkAnswer = components['schemas']['BulkAnswer'];
export type BulkAnswered = components['schemas']['BulkAnswered'];
export type CallChanged = components['schemas']['CallChanged'];
export type CallDifference = components['schemas']['CallDifference'];
export type CallJudged = components['schemas']['CallJudged'];
export type CallOp = components['schemas']['CallOp'];
export type CallPart = components['schemas']['CallPart'];
export type CallPoint = components['schemas']['CallPoint'];
export type CallStatus = components['schemas']['CallStatus'];
export type Cancel = components['schemas']['Cancel'];
export type CancelAsked = components['schemas']['CancelAsked'];
export type CardRisk = components['schemas']['CardRisk'];
export type CheckpointNow = components['schemas']['CheckpointNow'];
export type Choice = components['schemas']['Choice'];
export type ChoiceAsked = components['schemas']['ChoiceAsked'];
export type Chosen = components['schemas']['Chosen'];
export type Closed = components['schemas']['Closed'];
export type CodeRow = components['schemas']['CodeRow'];
export type CodeRows = components['schemas']['CodeRows'];
export type CommandsChanged = components['schemas']['CommandsChanged'];
export type Compacted = components['schemas']['Compacted'];
export type CompactionPart = components['schemas']['CompactionPart'];
export type ComparisonSlice = components['schemas']['ComparisonSlice'];
export type ComparisonSummary = components['schemas']['ComparisonSummary'];
export type Connect = components['schemas']['Connect'];
export type Connection = components['schemas']['Connection'];
export type ConsideredRule = components['schemas']['ConsideredRule'];
export type ConversationBegun = components['schemas']['ConversationBegun'];
export type ConversationsWanted = components['schemas']['ConversationsWanted'];
export type CountdownsNow = components['schemas']['CountdownsNow'];
export type Decided = components['schemas']['Decided'];
export type Decider = components['schemas']['Decider'];
export type DeciderKind = components['schemas']['DeciderKind'];
export type Decision = components['schemas']['Decision'];
export type DeleteConversation = components['schemas']['DeleteConversation'];
export type Delivery = components['schemas']['Delivery'];
export type DeskOpening = components['schemas']['DeskOpening'];
export type DeskSettings = components['schemas']['DeskSettings'];
export type DeskSettingsChange = components['schemas']['DeskSettingsChange'];
export type DeskStart = components['schemas']['DeskStart'];
export type DiffMark = components['schemas']['DiffMark'];
export type DiffMarkGiven = components['schemas']['DiffMarkGiven'];
export type DiffOutput = components['schemas']['DiffOutput'];
export type Direction = components['schemas']['Direction'];
export type Disconnect = components['schemas']['Disconnect'];
export type Disconnected = components['schemas']['Disconnected'];
export type DocumentSlice = components['schemas']['DocumentSlice'];
export type Draft = components['schemas']['Draft'];
export type DraftChecked = components['schemas']['DraftChecked'];
export type DraftEffect = components['schemas']['DraftEffect'];
export type DraftEffectAsked = components['schemas']['DraftEffectAsked'];
export type DraftGiven = components['schemas']['DraftGiven'];
export type DraftKept = components['schemas']['DraftKept'];
export type DraftProblem = components['schemas']['DraftProblem'];
export type DraftRule = components['schemas']['DraftRule'];
export type DraftSaved = components['schemas']['DraftSaved'];
export type Ending = components['schemas']['Ending'];
export type ExportedEntry = components['schemas']['ExportedEntry'];
export type ExportForm = components['schemas']['ExportForm'];
export type ExportPage = components['schemas']['ExportPage'];
export type Facet = components['schemas']['Facet'];
export type Fact = components['schemas']['Fact'];
export type Fate = components['schemas']['Fate'];
export type Fault = components['schemas']['Fault'];
export type FaultKind = components['schemas']['FaultKind'];
export type Feedback = components['schemas']['Feedback'];
export type FeedbackAsked = components['schemas']['FeedbackAsked'];
export type FeedEntry = components['schemas']['FeedEntry'];
export type FileChange = components['schemas']['FileChange'];
export type FlagOption = components['schemas']['FlagOption'];
export type ForgottenBy = components['schemas']['ForgottenBy'];
export type ForgottenNow = components['schemas']['ForgottenNow'];
export type GateMode = components['schemas']['GateMode'];
export type Grant = components['schemas']['Grant'];
export type GrantList = components['schemas']['GrantList'];
export type Heading = components['schemas']['Heading'];
export type Hello = components['schemas']['Hello'];
export type Hint = components['schemas']['Hint'];
export type HistoryFacets = components['schemas']['HistoryFacets'];
export type HistoryLine = components['schemas']['HistoryLine'];
export type HistoryOutcome = components['schemas']['HistoryOutcome'];
export type HistoryPage = components['schemas']['HistoryPage'];
export type HubStatus = components['schemas']['HubStatus'];
export type Image = components['schemas']['Image'];
export type ImageGiven = components['schemas']['ImageGiven'];
export type Initialised = components['schemas']['Initialised'];
export type ItemAsked = components['schemas']['ItemAsked'];
export type ItemEnded = components['schemas']['ItemEnded'];
export type ItemKind = components['schemas']['ItemKind'];
export type ItemList = components['schemas']['ItemList'];
export type ItemPart = components['schemas']['ItemPart'];
export type ItemState = components['schemas']['ItemState'];
export type ItemVersion = components['schemas']['ItemVersion'];
export type JournalEntry = components['schemas']['JournalEntry'];
export type JournalFault = components['schemas']['JournalFault'];
export type JournalFigures = components['schemas']['JournalFigures'];
export type JournalFolder = components['schemas']['JournalFolder'];
export type JournalPage = components['schemas']['JournalPage'];
export type Judgement = components['schemas']['Judgement'];
export type Label = components['schemas']['Label'];
export type LaunchCode = components['schemas']['LaunchCode'];
export type ListedSession = components['schemas']['ListedSession'];
export type Location = components['schemas']['Location'];
export type Look = components['schemas']['Look'];
export type Looking = components['schemas']['Looking'];
export type MarkDraft = components['schemas']['MarkDraft'];
export type MarkDraftKept = components['schemas']['MarkDraftKept'];
export type MarkRemoved = components['schemas']['MarkRemoved'];
export type MarkSet = components['schemas']['MarkSet'];
export type MediaOutput = components['schemas']['MediaOutput'];
export type MessageFinished = components['schemas']['MessageFinished'];
export type MessagePart = components['schemas']['MessagePart'];
export type Missed = components['schemas']['Missed'];
export type Mode = components['schemas']['Mode'];
export type ModeChosen = components['schemas']['ModeChosen'];
export type ModeOffer = components['schemas']['ModeOffer'];
export type ModesChanged = components['schemas']['ModesChanged'];
export type NotesDelivery = components['schemas']['NotesDelivery'];
export type Noticed = components['schemas']['Noticed'];
export type NoticeOutcome = components['schemas']['NoticeOutcome'];
export type NoticePart = components['schemas']['NoticePart'];
export type NoticeService = components['schemas']['NoticeService'];
export type NoticeState = components['schemas']['NoticeState'];
export type NumberedEvent = components['schemas']['NumberedEvent'];
export type OfferedOption = components['schemas']['OfferedOption'];
export type OpenAsked = components['schemas']['OpenAsked'];
export type OpenByKind = components['schemas']['OpenByKind'];
export type OpenCall = components['schemas']['OpenCall'];
export type Opened = components['schemas']['Opened'];
export type OpenMessage = components['schemas']['OpenMessage'];
export type OpenParts = components['schemas']['OpenParts'];
export type OptionChoice = components['schemas']['OptionChoice'];
export type OptionsChanged = components['schemas']['OptionsChanged'];
export type OrderGiven = components['schemas']['OrderGiven'];
export type Outcome = components['schemas']['Outcome'];
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
export type Permission = components['schemas']['Permission'];
export type PermissionAnswered = components['schemas']['PermissionAnswered'];
export type PermissionCard = components['schemas']['PermissionCard'];
export type PermissionExplanation = components['schemas']['PermissionExplanation'];
export type PermissionNow = components['schemas']['PermissionNow'];
export type Place = components['schemas']['Place'];
export type PlanChanged = components['schemas']['PlanChanged'];
export type PlanEntry = components['schemas']['PlanEntry'];
export type Problem = components['schemas']['Problem'];
export type Prompt = components['schemas']['Prompt'];
export type PromptAnswer = components['schemas']['PromptAnswer'];
export type PromptAnswered = components['schemas']['PromptAnswered'];
export type PromptChanged = components['schemas']['PromptChanged'];
export type PromptGiven = components['schemas']['PromptGiven'];
export type PromptInterrupted = components['schemas']['PromptInterrupted'];
export type PromptKind = components['schemas']['PromptKind'];
export type PromptOrder = components['schemas']['PromptOrder'];
export type PromptPart = components['schemas']['PromptPart'];
export type PromptPlaced = components['schemas']['PromptPlaced'];
export type PromptQueued = components['schemas']['PromptQueued'];
export type PromptRemoved = components['schemas']['PromptRemoved'];
export type PromptsReordered = components['schemas']['PromptsReordered'];
export type PromptState = components['schemas']['PromptState'];
export type PromptTaken = components['schemas']['PromptTaken'];
export type PromptWords = components['schemas']['PromptWords'];
export type Question = components['schemas']['Question'];
export type QuestionCard = components['schemas']['QuestionCard'];
export type QuestionNow = components['schemas']['QuestionNow'];
export type QuestionOutcome = components['schemas']['QuestionOutcome'];
export type QuestionPrompt = components['schemas']['QuestionPrompt'];
export type QuestionReplied = components['schemas']['QuestionReplied'];
export type QuestionSource = components['schemas']['QuestionSource'];
export type RawLine = components['schemas']['RawLine'];
export type Reason = components['schemas']['Reason'];
export type Receipt = components['schemas']['Receipt'];
export type ReceiptLine = components['schemas']['ReceiptLine'];
export type Received = components['schemas']['Received'];
export type RenderedMessage = components['schemas']['RenderedMessage'];
export type Review = components['schemas']['Review'];
export type ReviewKind = components['schemas']['ReviewKind'];
export type ReviewList = components['schemas']['ReviewList'];
export type ReviewNow = components['schemas']['ReviewNow'];
export type ReviewState = components['schemas']['ReviewState'];
export type ReviewWhole = components['schemas']['ReviewWhole'];
export type Revision = components['schemas']['Revision'];
export type RevisionSeen = components['schemas']['RevisionSeen'];
export type RuleExample = components['schemas']['RuleExample'];
export type RuleLayer = components['schemas']['RuleLayer'];
export type RuleProject = components['schemas']['RuleProject'];
export type RuleProposal = components['schemas']['RuleProposal'];
export type RuleShown = components['schemas']['RuleShown'];
export type RulesSaved = components['schemas']['RulesSaved'];
export type RulesState = components['schemas']['RulesState'];
export type RulesWritten = components['schemas']['RulesWritten'];
export type SavedGrant = components['schemas']['SavedGrant'];
export type Scope = components['schemas']['Scope'];
export type SelectOption = components['schemas']['SelectOption'];
export type SessionAgent = components['schemas']['SessionAgent'];
export type SessionAgents = components['schemas']['SessionAgents'];
export type SessionChanged = components['schemas']['SessionChanged'];
export type SessionDifferences = components['schemas']['SessionDifferences'];
export type SessionEvents = components['schemas']['SessionEvents'];
export type SessionFiles = components['schemas']['SessionFiles'];
export type SessionList = components['schemas']['SessionList'];
export type SessionMessages = components['schemas']['SessionMessages'];
export type SessionParts = components['schemas']['SessionParts'];
export type SessionPlaced = components['schemas']['SessionPlaced'];
export type SessionReceipt = components['schemas']['SessionReceipt'];
export type SessionRenamed = components['schemas']['SessionRenamed'];
export type SessionSnapshot = components['schemas']['SessionSnapshot'];
export type SessionState = components['schemas']['SessionState'];
export type SessionTraffic = components['schemas']['SessionTraffic'];
export type SessionWanted = components['schemas']['SessionWanted'];
export type SetMode = components['schemas']['SetMode'];
export type SetOption = components['schemas']['SetOption'];
export type Settled = components['schemas']['Settled'];
export type ShareAsked = components['schemas']['ShareAsked'];
export type Shared = components['schemas']['Shared'];
export type SharedFile = components['schemas']['SharedFile'];
export type ShareIntoAsked = components['schemas']['ShareIntoAsked'];
export type ShownPermission = components['schemas']['ShownPermission'];
export type ShownPiece = components['schemas']['ShownPiece'];
export type Side = components['schemas']['Side'];
export type SignIn = components['schemas']['SignIn'];
export type SignInNeeded = components['schemas']['SignInNeeded'];
export type SignInToken = components['schemas']['SignInToken'];
export type SignOut = components['schemas']['SignOut'];
export type SlashCommand = components['schemas']['SlashCommand'];
export type SnippetPart = components['schemas']['SnippetPart'];
export type Starting = components['schemas']['Starting'];
export type TerminalOutput = components['schemas']['TerminalOutput'];
export type TextGiven = components['schemas']['TextGiven'];
export type TextOp = components['schemas']['TextOp'];
export type TextOutput = components['schemas']['TextOutput'];
export type TextPlaced = components['schemas']['TextPlaced'];
export type Theme = components['schemas']['Theme'];
export type TitleChanged = components['schemas']['TitleChanged'];
export type ToolKind = components['schemas']['ToolKind'];
export type TriedLine = components['schemas']['TriedLine'];
export type TriedResult = components['schemas']['TriedResult'];
export type TrustGiven = components['schemas']['TrustGiven'];
export type TurnedCall = components['schemas']['TurnedCall'];
export type UnknownCame = components['schemas']['UnknownCame'];
export type UnknownOutput = components['schemas']['UnknownOutput'];
export type UnknownPart = components['schemas']['UnknownPart'];
export type UnshownCount = components['schemas']['UnshownCount'];
export type UnshownItem = components['schemas']['UnshownItem'];
export type UnshownWords = components['schemas']['UnshownWords'];
export type Usage = components['schemas']['Usage'];
export type UsageChanged = components['schemas']['UsageChanged'];
export type Verdict = components['schemas']['Verdict'];
export type VerdictGiven = components['schemas']['VerdictGiven'];
export type Verified = components['schemas']['Verified'];
export type Voice = components['schemas']['Voice'];
export type Waited = components['schemas']['Waited'];
export type WayToSignIn = components['schemas']['WayToSignIn'];
export type Whisper = components['schemas']['Whisper'];
export type WholeDocument = components['schemas']['WholeDocument'];
export type WorkspaceFile = components['schemas']['WorkspaceFile'];
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
  "annotation_received",
  "annotation_chosen",
  "annotation_left_out",
  "review_shared",
  "marks_carried",
  "image_added",
  "plan_missing",
  "plan_files_refused",
  "settings_changed",
  "signed_in",
  "signed_out",
  "hub_started",
  "hub_stopped",
  "journal_cut",
  "item_forgotten",
  "signing_key_made",
  "checkpoint_signed",
  "entries_dropped",
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
  "permission_asked",
  "permission_decided",
  "permission_expired",
  "permission_withdrawn",
  "permission_seen",
  "question_asked",
  "question_answered",
  "question_expired",
  "question_withdrawn",
  "question_seen",
  "countdown_stopped",
  "delivery_failed",
  "answer_joined",
  "countdowns_held",
  "countdowns_resumed",
  "call_refused",
  "call_left",
  "call_denied_by_agent",
  "conversation_ended",
  "grant_given",
  "grant_ended",
  "rules_changed",
  "rules_refused",
  "rules_trusted",
  "rules_added",
  "mode_set",
  "notice_begun",
  "notice_sent",
  "notice_failed",
  "agent_server_attached",
  "agent_server_detached",
  "agent_server_connected",
  "agent_server_lost",
  "agent_server_misunderstood",
  "saved_grant_taken_back",
  "session_opened",
  "session_connected",
  "session_disconnected",
  "session_adjusted",
  "session_prompted",
  "session_turn_began",
  "session_turn_ended",
  "session_message",
  "session_call",
  "session_planned",
  "session_noted",
  "session_item",
  "session_marked",
  "session_closed",
  "session_chosen",
  "session_forgotten",
  "session_text_kept",
  "own_agent_added",
  "own_agent_removed",
  "entry_unreadable",
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];
/** With these a version of an item begins to wait. */
export const OPENING_KINDS = [
  "review_opened",
  "revision_added",
  "permission_asked",
  "question_asked",
] as const;
/** With these it ends. */
export const ENDING_KINDS = [
  "review_decided",
  "review_expired",
  "review_withdrawn",
  "permission_decided",
  "permission_expired",
  "permission_withdrawn",
  "question_answered",
  "question_expired",
  "question_withdrawn",
] as const;
/** An entry of a kind that this page knows. */
export type KnownEntry = FeedEntry & { kind: EntryKind };
