/** How shared reviews come to the page: a link in its address, or one that is pasted anywhere but in a field. */
import { isTyping } from "../../parts/typing";
import { arrivedLink, looksShared, takeLink } from "../../state/shares";

function paste(event: ClipboardEvent): void {
  if (event.defaultPrevented || isTyping(event.target)) return;
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!looksShared(text)) return;
  event.preventDefault();
  arrivedLink.value = text.trim();
}

export function followLinks(): void {
  takeLink();
  window.addEventListener("hashchange", takeLink);
  window.addEventListener("paste", paste);
}
