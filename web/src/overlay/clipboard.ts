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

/** The text may still be on its way: Safari lets nobody copy who has waited for something after the click. */
async function copyText(root: ShadowRoot, text: Promise<string>): Promise<boolean> {
  try {
    if (typeof ClipboardItem === "undefined") await navigator.clipboard.writeText(await text);
    else await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
    return true;
  } catch {
    return copyByCommand(root, await text);
  }
}

export async function exportToClipboard(root: ShadowRoot, { store, tell }: Doings, failure: string): Promise<void> {
  const copied = await copyText(root, store.exported());
  tell(copied ? "Copied to clipboard!" : failure);
}
