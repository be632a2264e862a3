/** Where letters are text and no commands. */
const FIELDS = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

export const isTyping = (target: EventTarget | null) => target instanceof Element && target.closest(FIELDS) !== null;
