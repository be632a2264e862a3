/** Puts the hub's export on the clipboard; with `execCommand` where the clipboard's own interface is missing or forbidden. */
import type { Doings } from "./doings";
import { el } from "./dom";

function copyByCommand(root: ShadowRoot, text: string): boolean {
  const before = root.activeElement ?? document.activeElement;
  const field = el("textarea", { "aria-hidden": "true", readonly: "" });
  field.style.cssText = "position:fixed;top:0;opacity:0";
  field.value = text;
  root.append(field);
  field.select();
  try {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way on pages that are neither https nor localhost
    return document.execCommand("copy");
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}

async function copyText(root: ShadowRoot, text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(root, text);
  }
}

export async function exportToClipboard(root: ShadowRoot, { store, tell }: Doings, failure: string): Promise<void> {
  const copied = await copyText(root, await store.exported());
  tell(copied ? "Copied to clipboard!" : failure);
}
