/** What a session is made of, in the words of model/sessions; the hub's JSON has the same names. */
import type { Item } from "../items";

type PromptState = "queued" | "taken" | "answered" | "interrupted";

export interface Attachment {
  readonly kind: "image" | "text" | "file";
  readonly name: string;
  readonly media_type: string;
  readonly size: number;
  readonly sha256: string | null;
  readonly path: string | null;
}

export interface Prompt {
  readonly id: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly marks: readonly string[];
  readonly state: PromptState;
  readonly sent: string | null;
  readonly stop_reason: string | null;
  readonly why: string | null;
  readonly again_of: string | null;
}

export interface TextOutput {
  readonly type: "text";
  readonly text: string;
  readonly left_out: number;
}

export interface DiffOutput {
  readonly type: "diff";
  readonly path: string;
  readonly old: string | null;
  readonly new: string | null;
  readonly left_out: number;
}

export interface TerminalOutput {
  readonly type: "terminal";
  readonly terminal: string;
  readonly output: string;
  readonly truncated: boolean;
  readonly exit_code: number | null;
  readonly signal: string | null;
}

export interface MediaOutput {
  readonly type: "media";
  readonly media_type: string;
  readonly sha256: string | null;
  readonly uri: string | null;
  readonly name: string | null;
}

export interface UnknownOutput {
  readonly type: "unknown";
  readonly kind: string;
  readonly raw: string;
}

export type Output = TextOutput | DiffOutput | TerminalOutput | MediaOutput | UnknownOutput;
export type CallStatus = "pending" | "in_progress" | "completed" | "failed" | "cancelled";

interface Judgement {
  readonly decision: "allow" | "ask" | "deny";
  readonly words: string;
}

export interface PromptPart {
  readonly type: "prompt";
  readonly id: string;
  readonly at: number;
  readonly prompt: Prompt;
}

export interface MessagePart {
  readonly type: "message";
  readonly id: string;
  readonly at: number;
  readonly voice: "agent" | "thought" | "user";
  readonly text: string;
  readonly whole: boolean;
  readonly outputs: readonly Output[];
  readonly replayed: boolean;
}

export interface CallPart {
  readonly type: "call";
  readonly id: string;
  readonly at: number;
  readonly title: string;
  readonly name: string | null;
  readonly kind: string;
  readonly status: CallStatus;
  readonly outputs: readonly Output[];
  readonly locations: readonly { readonly path: string; readonly line: number | null }[];
  readonly raw_input: string | null;
  readonly raw_output: string | null;
  readonly ended_at: number | null;
  readonly judgement: Judgement | null;
  readonly replayed: boolean;
}

export interface NoticePart {
  readonly type: "notice";
  readonly id: string;
  readonly at: number;
  readonly severity: string;
  readonly title: string;
  readonly description: string | null;
  readonly by_desk: boolean;
}

export interface CompactionPart {
  readonly type: "compaction";
  readonly id: string;
  readonly at: number;
  readonly status: string;
  readonly summary: string;
  readonly error: string | null;
}

export interface ItemPart {
  readonly type: "item";
  readonly id: string;
  readonly at: number;
  readonly kind: Item["item_kind"];
  readonly title: string;
  readonly call: string | null;
  readonly state: string;
  readonly outcome: string | null;
}

export interface UnknownPart {
  readonly type: "unknown";
  readonly id: string;
  readonly at: number;
  readonly kind: string;
  readonly raw: string;
}

export type Part = PromptPart | MessagePart | CallPart | NoticePart | CompactionPart | ItemPart | UnknownPart;

export interface PlanEntry {
  readonly content: string;
  readonly priority: string;
  readonly status: string;
}

export interface DiffMark {
  readonly id: string;
  readonly call: string;
  readonly path: string;
  readonly side: "old" | "new";
  readonly first_line: number;
  readonly last_line: number;
  readonly quote: string;
  readonly words: string;
  readonly sent_with: string | null;
}

export interface AuthMethod {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly kind: "agent" | "terminal";
  readonly command: string | null;
}

interface AgentFacts {
  readonly protocol: number;
  readonly name: string | null;
  readonly version: string | null;
  readonly takes_images: boolean;
  readonly signs_out: boolean;
  readonly auth: readonly AuthMethod[];
}

export interface ModeOffer {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
}

export interface OptionChoice {
  readonly value: string;
  readonly name: string;
  readonly description: string | null;
  readonly group: string | null;
}

export interface SelectOption {
  readonly type: "select";
  readonly id: string;
  readonly name: string;
  readonly current: string;
  readonly choices: readonly OptionChoice[];
  readonly description: string | null;
  readonly category: string | null;
}

export interface FlagOption {
  readonly type: "boolean";
  readonly id: string;
  readonly name: string;
  readonly current: boolean;
  readonly description: string | null;
  readonly category: string | null;
}

export type AgentOption = SelectOption | FlagOption;

export interface SlashCommand {
  readonly name: string;
  readonly description: string;
  readonly hint: string | null;
}

interface Asking {
  readonly asks: "yes" | "some" | "no" | "unknown";
  readonly words: string;
}

export interface Usage {
  readonly used: number;
  readonly size: number;
  readonly cost: number | null;
  readonly currency: string | null;
}

export interface SessionState {
  readonly number: number;
  readonly agent: string;
  readonly folder: string;
  readonly title: string;
  readonly connection: "disconnected" | "starting" | "initialised" | "failed";
  readonly why: string | null;
  readonly hint: string | null;
  readonly command: string | null;
  readonly startup_ms: number | null;
  readonly facts: AgentFacts | null;
  readonly conversation: string | null;
  readonly sign_in: string | null;
  readonly mode: string | null;
  readonly modes: readonly ModeOffer[];
  readonly options: readonly AgentOption[];
  readonly commands: readonly SlashCommand[];
  readonly asking: Asking | null;
  readonly usage: Usage | null;
  readonly plan: readonly PlanEntry[];
  readonly queue: readonly Prompt[];
  readonly taken: string | null;
  readonly cancelling: boolean;
  readonly waiting: readonly string[];
  readonly marks: readonly DiffMark[];
  readonly auto_allow_until: number | null;
  readonly closed: boolean;
  readonly deleted: boolean;
  readonly ledger: readonly Part[];
}

export type ConnectionEvent =
  | { readonly type: "opened"; readonly agent: string; readonly folder: string; readonly title: string }
  | { readonly type: "starting"; readonly command: string; readonly attempt: number }
  | { readonly type: "initialised"; readonly facts: AgentFacts; readonly startup_ms: number }
  | { readonly type: "conversation_begun"; readonly conversation: string; readonly how: "new" | "load" | "resume" | "fork" }
  | { readonly type: "sign_in_needed"; readonly words: string }
  | { readonly type: "disconnected"; readonly why: string; readonly failed: boolean; readonly hint: string | null }
  | { readonly type: "closed"; readonly deleted: boolean };

export type SetUpEvent =
  | { readonly type: "modes_changed"; readonly current: string | null; readonly modes: readonly ModeOffer[] }
  | { readonly type: "options_changed"; readonly options: readonly AgentOption[] }
  | { readonly type: "commands_changed"; readonly commands: readonly SlashCommand[] }
  | { readonly type: "asking_changed"; readonly asking: Asking }
  | { readonly type: "title_changed"; readonly title: string }
  | { readonly type: "usage_changed"; readonly usage: Usage }
  | { readonly type: "plan_changed"; readonly entries: readonly PlanEntry[] }
  | { readonly type: "auto_allowed"; readonly until: number | null };

export type PromptEvent =
  | { readonly type: "prompt_queued"; readonly prompt: Prompt }
  | { readonly type: "prompt_changed"; readonly id: string; readonly text: string; readonly attachments: readonly Attachment[] }
  | { readonly type: "prompts_reordered"; readonly ids: readonly string[] }
  | { readonly type: "prompt_removed"; readonly id: string }
  | { readonly type: "prompt_taken"; readonly id: string; readonly sent: string }
  | { readonly type: "prompt_answered"; readonly id: string; readonly stop_reason: string }
  | { readonly type: "prompt_interrupted"; readonly id: string; readonly why: string }
  | { readonly type: "cancel_asked" };

export type LedgerEvent =
  | { readonly type: "message_finished"; readonly part: MessagePart }
  | { readonly type: "call_changed"; readonly part: CallPart }
  | { readonly type: "noticed"; readonly part: NoticePart }
  | { readonly type: "compacted"; readonly part: CompactionPart }
  | { readonly type: "unknown_came"; readonly part: UnknownPart }
  | { readonly type: "call_judged"; readonly call: string; readonly judgement: Judgement }
  | { readonly type: "item_asked"; readonly item: string; readonly kind: Item["item_kind"]; readonly title: string; readonly call: string | null }
  | { readonly type: "item_ended"; readonly item: string; readonly state: string; readonly outcome: string }
  | { readonly type: "mark_set"; readonly mark: DiffMark }
  | { readonly type: "mark_removed"; readonly id: string };

export type SessionEvent = ConnectionEvent | SetUpEvent | PromptEvent | LedgerEvent;
