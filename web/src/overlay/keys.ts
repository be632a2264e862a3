/** Keys that are pressed inside our own parts: each part says what it does with them, and the page hears nothing of it. */

/** True when the part has used the key. */
export type KeyUse = (event: KeyboardEvent, target: Element) => boolean;

/** Alone they say nothing, and the inspector waits for Alt. */
const MODIFIERS = new Set(["Alt", "AltGraph", "Control", "Meta", "Shift"]);

const isField = (target: EventTarget | undefined) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input, textarea, select"));

/** Ctrl+Enter and Cmd+Enter send the form that they are typed in. */
const sends: KeyUse = (event, target) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return false;
  const send = target.closest("[data-air-form]")?.querySelector("[data-air-send]");
  if (!(send instanceof HTMLElement)) return false;
  send.click();
  return true;
};

/**
 * @param global what a key does wherever it is pressed; `typing` says that it is pressed in a field
 * @param parts what keys do inside our parts
 */
export function listenToKeys(host: Element, global: (event: KeyboardEvent, typing: boolean) => boolean, parts: readonly KeyUse[]): void {
  const onKey = (event: KeyboardEvent) => {
    const path = event.composedPath();
    const inside = path.includes(host);
    const target = path[0];
    const uses = inside && target instanceof Element ? [sends, ...parts].map((use) => () => use(event, target)) : [];
    const used = event.type === "keydown" && [() => global(event, isField(target)), ...uses].some((use) => use());
    if (used) event.preventDefault();
    if (used || (inside && !MODIFIERS.has(event.key))) event.stopImmediatePropagation();
  };
  for (const name of ["keydown", "keypress", "keyup"] as const) window.addEventListener(name, onKey, true);
}
