/** Hears the keys of the whole page and turns them into commands. */
import { commandOf, type Press } from "../state/keys";
import { singleKeys } from "../state/settings";
import { room, run } from "./commands";

const TYPING = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

function pressOf(event: KeyboardEvent): Press {
  const at = event.target instanceof Element ? event.target : null;
  return {
    key: event.key,
    ctrl: event.ctrlKey || event.metaKey,
    alt: event.altKey,
    shift: event.shiftKey,
    typing: at?.closest(TYPING) != null,
  };
}

/** A held key is one wish, except where it walks. */
const WALKS = new Set(["next_item", "previous_item", "next_mark", "previous_mark", "undo", "redo"]);

/** A room hears its own keys, also while it is still being fetched; only then must Escape be heard for it. */
function leaveRoom({ key }: KeyboardEvent): void {
  if (key === "Escape" && document.querySelector("dialog[open]") === null) room.value = null;
}

function hear(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  if (room.peek() !== null) return leaveRoom(event);
  const command = commandOf(pressOf(event), singleKeys.peek());
  if (command === null || (event.repeat && !WALKS.has(command))) return;
  event.preventDefault();
  run(command);
}

export function listenToKeys(): void {
  window.addEventListener("keydown", hear);
}
