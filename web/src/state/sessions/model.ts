/** The unions that a session is made of, by their tags; the shapes in them are the hub's own. */
import type {
  AskingChanged, AutoAllowed, CallChanged, CallJudged, CallPart, CancelAsked, Closed, CommandsChanged, Compacted, CompactionPart, ConversationBegun,
  DiffOutput, Disconnected, FlagOption, Initialised, ItemAsked, ItemEnded, ItemPart, MarkRemoved, MarkSet, MediaOutput, MessageFinished, MessagePart,
  ModesChanged, Noticed, NoticePart, Opened, OptionsChanged, PlanChanged, PromptAnswered, PromptChanged, PromptInterrupted, PromptPart, PromptQueued,
  PromptRemoved, PromptsReordered, PromptTaken, SelectOption, SignInNeeded, Starting, TerminalOutput, TextOutput, TitleChanged, UnknownCame,
  UnknownOutput, UnknownPart, UsageChanged,
} from "../../wire/types.gen";

export type Output = TextOutput | DiffOutput | TerminalOutput | MediaOutput | UnknownOutput;
export type Part = PromptPart | MessagePart | CallPart | NoticePart | CompactionPart | ItemPart | UnknownPart;
export type AgentOption = SelectOption | FlagOption;

/** The life of the agent's program. */
export type ConnectionEvent = Opened | Starting | Initialised | ConversationBegun | SignInNeeded | Disconnected | Closed;
/** What is told whole. */
export type SetUpEvent = ModesChanged | OptionsChanged | CommandsChanged | AskingChanged | TitleChanged | UsageChanged | PlanChanged | AutoAllowed;
/** The way of a person's words. */
export type PromptEvent = PromptQueued | PromptChanged | PromptsReordered | PromptRemoved | PromptTaken | PromptAnswered | PromptInterrupted | CancelAsked;
/** What stands in the ledger. */
export type LedgerEvent = MessageFinished | CallChanged | CallJudged | Noticed | Compacted | UnknownCame | ItemAsked | ItemEnded | MarkSet | MarkRemoved;
export type SessionEvent = ConnectionEvent | SetUpEvent | PromptEvent | LedgerEvent;
