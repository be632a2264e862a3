/** A file that is let go beside a comment: the browser would leave the desk and show it. */
const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer !== null && dataTransfer.types.includes("Files");

function refuse(event: DragEvent): void {
  // Where somebody takes it, that was said already.
  if (!hasFiles(event) || event.defaultPrevented) return;
  event.preventDefault();
  if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "none";
}

export function guardDrops(): void {
  window.addEventListener("dragover", refuse);
  window.addEventListener("drop", refuse);
}
