/** What keys do wherever they are pressed; in a field only Escape does anything. */

interface Shortcuts {
  togglePanel: () => void;
  /** Closes what is open; false when nothing is. */
  closeActive: () => boolean;
  exportToClipboard: () => void;
  addPageNote: () => void;
}

const isMac = /Mac|iP(hone|ad|od)/.test(navigator.userAgent);
export const shortcutWords = [".", "E", "N"].map((key) => (isMac ? `⌘⇧${key}` : `Ctrl+Shift+${key}`));

function chosen(event: KeyboardEvent, shortcuts: Shortcuts): (() => void) | null {
  // Ctrl+Alt writes a letter on many keyboards.
  if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || event.altKey) return null;
  if (event.key === "." || event.key === ">" || event.code === "Period") return shortcuts.togglePanel;
  if (event.key.toLowerCase() === "e") return shortcuts.exportToClipboard;
  return event.key.toLowerCase() === "n" ? shortcuts.addPageNote : null;
}

export function useShortcuts(shortcuts: Shortcuts): (event: KeyboardEvent, typing: boolean) => boolean {
  return (event, typing) => {
    if (event.isComposing) return false;
    if (event.key === "Escape") return shortcuts.closeActive();
    const action = typing ? null : chosen(event, shortcuts);
    action?.();
    return action !== null;
  };
}
