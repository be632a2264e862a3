/** The key map: one table for the dispatcher, for the help and for the list of commands. */
export type Command =
  | "next_item"
  | "previous_item"
  | "open_item"
  | "open_item_beside"
  | "next_waiting"
  | "approve"
  | "approve_with_notes"
  | "request_changes"
  | "answer_1"
  | "answer_2"
  | "answer_3"
  | "answer_4"
  | "answer_5"
  | "answer_6"
  | "answer_7"
  | "answer_8"
  | "answer_9"
  | "put_together"
  | "together"
  | "show_rest"
  | "keep_waiting"
  | "grants"
  | "servers"
  | "send"
  | "preview"
  | "what_changed"
  | "share"
  | "export_item"
  | "forget"
  | "take_along"
  | "take_all_along"
  | "next_change"
  | "previous_change"
  | "comment"
  | "delete"
  | "replace"
  | "insert"
  | "looks_good"
  | "quick_label"
  | "note"
  | "choose_block"
  | "next_mark"
  | "previous_mark"
  | "edit_mark"
  | "remove_mark"
  | "undo"
  | "redo"
  | "list_marks"
  | "back"
  | "search"
  | "pages"
  | "journal"
  | "record"
  | "rules"
  | "keys"
  | "settings"
  | "commands"
  | "next_pane"
  | "previous_pane"
  | "split_right"
  | "split_down"
  | "lock"
  | "close_pane"
  | "move_left"
  | "move_right"
  | "move_up"
  | "move_down"
  | "sessions"
  | "new_session"
  | "agents"
  | "stop_turn"
  | "sign_out";

export interface Binding {
  command: Command;
  says: string;
  group: "Inbox" | "Decision" | "Permission" | "Marks" | "Changes" | "Sessions" | "Panes" | "Desk";
  /** What the same key does in a pane of pages, where it does something of its own. */
  on_pages?: string;
  /** And on a permission or a question. */
  on_cards?: string;
  /** And in a session. */
  on_sessions?: string;
  /** As `event.key` names it; letters as typed, so "A" means with Shift. */
  key: string | null;
  /** Ctrl, or Cmd on a Mac. */
  ctrl?: boolean;
  /** Alt and Shift together. */
  alt?: boolean;
  /** Shift as well: for the caps only, since the button that has the focus listens itself. */
  shift?: boolean;
  /** Also while a person types. */
  typing?: boolean;
  /** Another way to the same thing. */
  also?: string;
  /** What the caps show where `key` is null: another module listens for these. */
  caps?: readonly string[];
}

export const BINDINGS: readonly Binding[] = [
  { command: "next_item", says: "Next item", group: "Inbox", key: "j" },
  { command: "previous_item", says: "Previous item", group: "Inbox", key: "k" },
  { command: "open_item", says: "Open the chosen item", group: "Inbox", key: "Enter" },
  { command: "open_item_beside", says: "Open it in a new pane", group: "Inbox", key: "Enter", shift: true },
  { command: "next_waiting", says: "Open the next item that waits", group: "Inbox", key: "n" },
  { command: "pages", says: "Page reviews", group: "Inbox", key: "w" },
  { command: "search", says: "Search what was decided", group: "Inbox", key: "/" },
  { command: "approve", says: "Approve, after a question", group: "Decision", key: "a", on_pages: "Accept what is addressed" },
  { command: "request_changes", says: "Request changes: write what", group: "Decision", key: "r", on_pages: "Reopen it, with words", on_sessions: "Write to the agent" },
  { command: "approve_with_notes", says: "Approve with notes: write them", group: "Decision", key: "A" },
  { command: "preview", says: "Read what the agent will get", group: "Decision", key: "p" },
  { command: "send", says: "Ask about what the filled button says; Enter sends it", group: "Decision", key: "Enter", ctrl: true, typing: true, on_cards: "Send what is chosen", on_sessions: "Send your words" },
  { command: "back", says: "Back; words stay as a draft", group: "Decision", key: "Escape", typing: true, on_cards: "Choose nothing; words stay", on_sessions: "Out of the words; they stay" },
  { command: "answer_1", says: "Allow once", group: "Permission", key: "1" },
  { command: "answer_2", says: "Allow for this conversation", group: "Permission", key: "2" },
  { command: "answer_3", says: "Allow always, until a date", group: "Permission", key: "3" },
  { command: "answer_4", says: "No", group: "Permission", key: "4" },
  { command: "answer_5", says: "No, with words", group: "Permission", key: "5" },
  { command: "answer_6", says: "No, and stop", group: "Permission", key: "6" },
  { command: "answer_7", says: "Choice 7 of a question", group: "Permission", key: "7" },
  { command: "answer_8", says: "Choice 8 of a question", group: "Permission", key: "8" },
  { command: "answer_9", says: "Choice 9 of a question", group: "Permission", key: "9" },
  { command: "put_together", says: "Put it with others, to answer them together", group: "Permission", key: "x" },
  { command: "together", says: "Answer those put together", group: "Permission", key: "u" },
  { command: "show_rest", says: "Show the rest of what is asked", group: "Permission", key: "f" },
  { command: "keep_waiting", says: "Keep waiting: stop the countdown", group: "Permission", key: "h" },
  { command: "comment", says: "Comment on the selection", group: "Marks", key: "c", on_pages: "Reply" },
  { command: "delete", says: "Strike the selection out", group: "Marks", key: "d" },
  { command: "replace", says: "Replace the selection by other words", group: "Marks", key: "s" },
  { command: "insert", says: "Insert words behind it", group: "Marks", key: "i" },
  { command: "looks_good", says: "Say that it looks good", group: "Marks", key: "l" },
  { command: "quick_label", says: "One of your quick labels", group: "Marks", key: null, caps: ["Alt", "1 … 9"] },
  { command: "note", says: "Note on the whole", group: "Marks", key: "g", on_pages: "Note on the page" },
  { command: "choose_block", says: "Choose a block; arrows walk, Shift extends", group: "Marks", key: "b" },
  { command: "next_mark", says: "Next mark", group: "Marks", key: "]", on_pages: "Next annotation", on_cards: "Next of several questions", on_sessions: "Next tool call" },
  { command: "previous_mark", says: "Previous mark", group: "Marks", key: "[", on_pages: "Previous annotation", on_cards: "Previous of several questions", on_sessions: "Previous tool call" },
  { command: "edit_mark", says: "Edit the chosen mark", group: "Marks", key: "e", on_pages: "Edit the note", on_cards: "Change the command" },
  { command: "remove_mark", says: "Remove the chosen mark", group: "Marks", key: "Backspace", also: "Delete", on_pages: "Delete what is open" },
  { command: "take_along", says: "Another’s mark: take it along, or leave it out", group: "Marks", key: "t" },
  { command: "take_all_along", says: "The same for all marks of its author", group: "Marks", key: "T" },
  { command: "undo", says: "Take the last change of a mark back", group: "Marks", key: "z", ctrl: true, on_pages: "Take the last one back" },
  { command: "redo", says: "Do it once more", group: "Marks", key: "z", ctrl: true, shift: true },
  { command: "list_marks", says: "List of all marks", group: "Marks", key: "m" },
  { command: "what_changed", says: "What changed, and back to the text", group: "Changes", key: "v" },
  { command: "next_change", says: "Next change", group: "Changes", key: "}" },
  { command: "previous_change", says: "Previous change", group: "Changes", key: "{" },
  { command: "sessions", says: "All sessions", group: "Sessions", key: "S" },
  { command: "new_session", says: "Open a session with an agent", group: "Sessions", key: "N" },
  { command: "agents", says: "Agents that a session can be held with", group: "Sessions", key: "I" },
  { command: "stop_turn", says: "Stop the agent’s turn", group: "Sessions", key: ".", ctrl: true, typing: true },
  { command: "next_pane", says: "Next pane", group: "Panes", key: "o", also: "F6" },
  { command: "previous_pane", says: "Previous pane", group: "Panes", key: "O" },
  { command: "split_right", says: "Split to the right", group: "Panes", key: "|" },
  { command: "split_down", says: "Split downwards", group: "Panes", key: "_" },
  { command: "lock", says: "Lock, so that nothing else opens here", group: "Panes", key: "L" },
  { command: "close_pane", says: "Close", group: "Panes", key: "X" },
  { command: "move_left", says: "Move left", group: "Panes", key: "ArrowLeft", alt: true },
  { command: "move_right", says: "Move right", group: "Panes", key: "ArrowRight", alt: true },
  { command: "move_up", says: "Move up", group: "Panes", key: "ArrowUp", alt: true },
  { command: "move_down", says: "Move down", group: "Panes", key: "ArrowDown", alt: true },
  { command: "share", says: "Share this review with its marks", group: "Desk", key: null },
  { command: "export_item", says: "Export this item, or print it", group: "Desk", key: null },
  { command: "forget", says: "Forget this item’s texts, after a question", group: "Desk", key: null },
  { command: "commands", says: "All commands", group: "Desk", key: "k", ctrl: true, typing: true },
  { command: "keys", says: "All keys", group: "Desk", key: "?" },
  { command: "journal", says: "Journal", group: "Desk", key: null },
  { command: "record", says: "Everything about this item", group: "Desk", key: null },
  { command: "rules", says: "Rules", group: "Desk", key: null },
  { command: "grants", says: "What is allowed for conversations", group: "Desk", key: null },
  { command: "servers", says: "Attached servers", group: "Desk", key: null },
  { command: "settings", says: "Settings", group: "Desk", key: null },
  { command: "sign_out", says: "Sign this browser out", group: "Desk", key: null },
];

export interface Press {
  key: string;
  ctrl: boolean;
  alt: boolean;
  shift: boolean;
  typing: boolean;
}

/** A key that needs no other to be held: what the setting switches off. Enter, Escape and F6 stay. */
export const isSingle = (binding: Binding) => binding.ctrl !== true && binding.alt !== true && binding.key?.length === 1;

function matches(binding: Binding, press: Press): boolean {
  if (press.key === binding.also) return !press.ctrl && !press.alt;
  // With Ctrl, Shift makes another key of it: redo is not undo.
  if (press.ctrl && (binding.shift === true) !== press.shift) return false;
  if (binding.key === null || (press.ctrl && press.key.toLowerCase() !== binding.key.toLowerCase())) return false;
  if (!press.ctrl && press.key !== binding.key) return false;
  if ((binding.ctrl === true) !== press.ctrl || (binding.alt === true) !== press.alt) return false;
  return binding.alt !== true || press.shift;
}

/** What a key means here; null when it belongs to whoever has the focus. */
export function commandOf(press: Press, singleKeys: boolean): Command | null {
  // Opening with Enter is the item's own doing: it is a button.
  const binding = BINDINGS.find((each) => !each.command.startsWith("open_item") && matches(each, press));
  if (binding === undefined) return null;
  if (press.typing && binding.typing !== true) return null;
  return isSingle(binding) && !singleKeys && press.key !== binding.also ? null : binding.command;
}

const NAMES: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  Enter: "⏎",
  Backspace: "⌫",
};

/** The keys of a binding as they are printed on caps. */
export function capsOf(binding: Binding, mac: boolean): string[] {
  if (binding.caps !== undefined) return binding.caps.map((cap) => (mac && cap === "Alt" ? "⌥" : cap));
  if (binding.key === null) return [];
  const name = NAMES[binding.key] ?? (binding.ctrl === true ? binding.key.toUpperCase() : binding.key);
  if (binding.ctrl === true) return [mac ? "⌘" : "Ctrl", ...(binding.shift === true ? ["Shift"] : []), name];
  if (binding.shift === true) return ["Shift", name];
  return binding.alt === true ? [mac ? "⌥" : "Alt", "Shift", name] : [name];
}
