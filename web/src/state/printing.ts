/** Whether the page is being printed: then all marks stand in one list, and not only those near what is in sight. */
import { signal } from "@preact/signals";

export const printing = signal(false);

window.addEventListener("beforeprint", () => (printing.value = true));
window.addEventListener("afterprint", () => (printing.value = false));
