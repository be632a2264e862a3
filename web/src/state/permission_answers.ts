/** The six answers to a permission: their words, and why one of them cannot be given now. */
import type { PermissionChoice } from "../wire/client";
import type { PermissionCard } from "../wire/types.gen";
import type { PermissionDraft } from "./asked_drafts";
import { cannotTell } from "./offered";
import { dateWords } from "./words";

interface AnswerWords {
  choice: PermissionChoice;
  label: string;
  /** What it means, of this agent. */
  means: (card: PermissionCard) => string;
}

const thing = (card: PermissionCard) => (card.is_command ? "This command" : "This");

/** In the order of the keys 1 to 6. */
export const ANSWERS: readonly AnswerWords[] = [
  { choice: "once", label: "Allow once", means: (card) => `${thing(card)}, exactly as shown.` },
  { choice: "conversation", label: "Allow this conversation", means: (card) => card.grant === null ? "The same until the conversation ends." : `${card.grant}, until the conversation ends.` },
  { choice: "always", label: "Allow always until …", means: (card) => `${dateWords(card.proposal.until)}, adds ${card.proposal.sentences.length === 1 ? "a rule" : "rules"}.` },
  { choice: "no", label: "No", means: (card) => `${card.permission.agent_name} goes on without it.` },
  { choice: "no_with_words", label: "No, with words …", means: () => "Say what to do instead." },
  { choice: "no_and_stop", label: "No, and stop", means: () => "Ends the agent’s turn as well." },
];

/** A sentence as a part of another one. */
const clause = (words: string) => `${words.charAt(0).toLowerCase()}${words.slice(1).replace(/\.$/, "")}`;

/** Why an answer cannot be chosen; null: it can. */
export function cannotAnswer(card: PermissionCard, draft: PermissionDraft, choice: PermissionChoice): string | null {
  if (editedOf(card, draft) !== null && (choice === "conversation" || choice === "always")) return "a changed command is allowed once, or not at all";
  const untold = cannotTell(card, choice);
  if (untold !== null) return untold;
  if (choice === "conversation" && card.grant === null) return "this cannot be allowed for a conversation";
  if (choice === "always" && card.proposal.toml === "") return clause(card.proposal.why_not) || "no rule can say this";
  return null;
}

/** The command as the person changed it; null where it is as the agent wrote it. */
export const editedOf = ({ editable }: PermissionCard, { edited }: PermissionDraft) => (edited === editable ? null : edited);

/** What the button says that sends it. */
export function sendLabel(card: PermissionCard, draft: PermissionDraft): string {
  switch (draft.answer) {
    case null: return "Send";
    case "once": return editedOf(card, draft) === null ? "Allow once" : "Allow as changed";
    case "conversation": return "Allow this conversation";
    case "always": return `Allow until ${dateWords(draft.until ?? card.proposal.until)}`;
    case "no": return "No";
    case "no_with_words": return "No, with words";
    case "no_and_stop": return "No, and stop";
  }
}

/** The rules as they would be written, with the day that was chosen. */
export function rulesUntil(toml: string, proposed: string, chosen: string | null): string {
  // The last second of that day, as the hub takes it.
  return chosen === null ? toml : toml.replaceAll(new RegExp(`${proposed}(T[\\d:]+Z)?`, "g"), `${chosen}T23:59:59Z`);
}

/** What a rule would allow; when it ends stands in the field beside it. */
export const withoutEnd = (sentence: string) => sentence.replace(/, until [^`]*$/, "");
