/** Which of the desk's dialogs is open. */
import { signal } from "@preact/signals";

type DialogName = "keys" | "settings" | "commands" | "preview" | "together" | "grants" | "servers" | "new_session" | "share" | "forget";

export const openDialog = signal<DialogName | null>(null);
