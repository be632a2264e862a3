/** Hears the keys of the whole page and turns them into commands. */
import { hush } from "../state/announce";
import { commandOf, type Command, type Press } from "../state/keys";
import { active, activeId, paneOf, shownReview } from "../state/panes";
import { singleKeys } from "../state/settings";
import { freeKeys, holdKeys, isStray, openingEditor, tellStray } from "../state/stray_keys";
import { isTyping } from "../parts/typing";
import { run } from "./commands";
import { openDialog } from "./dialogs";
import { giveFocus } from "./opening";
import { takeQuestionBack } from "./reviews/choices";

function pressOf(event: KeyboardEvent): Press {
  return {
    key: event.key,
    ctrl: event.ctrlKey || event.metaKey,
    alt: event.altKey,
    shift: event.shiftKey,
    typing: isTyping(event.target),
  };
}

/** A held key is one wish, except where it walks. */
const WALKS = new Set<Command>(["next_item", "previous_item", "next_mark", "previous_mark", "undo", "redo"]);
/** What is typed after these is meant for the editor that they open. */
const OPENS_EDITOR = new Set<Command>(["comment", "replace", "insert", "note", "edit_mark", "request_changes", "approve_with_notes", "search"]);

/** The same number is a choice where a question is asked, and words where a permission is. */
const opensEditor = (command: Command) =>
  OPENS_EDITOR.has(command) || (command === "answer_5" && paneOf(activeId.peek())?.view.kind === "permission");

/** A dialog hears its own keys, also while it is still being fetched; only then must Escape be heard for it. */
function leaveDialog({ key }: KeyboardEvent): void {
  if (key === "Escape" && document.querySelector("dialog[open]") === null) openDialog.value = null;
}

/** A letter or another sign, as text is typed with. */
const isSign = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => key.length === 1 && !ctrlKey && !metaKey && !altKey;
/** What goes into an editor, or ends it. */
const isForEditor = (event: KeyboardEvent) => isSign(event) || ["Enter", "Backspace", "Delete", "Escape"].includes(event.key);

/** Before anybody else: what was typed for an editor that did not open acts on nothing. */
function catchStray(event: KeyboardEvent): void {
  if (openDialog.peek() !== null) return freeKeys();
  if (!isForEditor(event) || !isStray()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.key !== "Escape") return tellStray();
  freeKeys();
  hush();
}

/** Whoever types at a question has not seen it: it is taken back, and nothing typed after it acts. */
function leaveQuestion(event: KeyboardEvent): boolean {
  const id = shownReview(active.peek());
  if (event.repeat || event.key === " " || !isSign(event) || isTyping(event.target)) return false;
  if (id === null || !takeQuestionBack(id)) return false;
  holdKeys("Nothing was decided: a letter is no answer");
  return true;
}

function hear(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  if (openDialog.peek() !== null) return leaveDialog(event);
  // The browser closes what it has opened itself.
  if (event.key === "Escape" && document.querySelector(":popover-open") !== null) return;
  if (leaveQuestion(event)) return event.preventDefault();
  const command = commandOf(pressOf(event), singleKeys.peek());
  if (command === null || (event.repeat && !WALKS.has(command))) return;
  event.preventDefault();
  if (opensEditor(command)) openingEditor(() => run(command));
  else run(command);
}

/** The editor is there: letters go to it, and after it they are commands again. */
function meetEditor({ target }: FocusEvent): void {
  if (isTyping(target)) freeKeys();
}

export function listenToKeys(): void {
  window.addEventListener("keydown", giveFocus, { capture: true });
  window.addEventListener("keydown", catchStray, { capture: true });
  window.addEventListener("focusin", meetEditor, { capture: true });
  window.addEventListener("keydown", hear);
  window.addEventListener("pointerdown", freeKeys, { capture: true });
}
