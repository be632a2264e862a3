/** Files that are let go anywhere over a session's pane go along with the next words. */
import { useEffect } from "preact/hooks";
import { attachDropped } from "../../../state/sessions/attaching";

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") === true;

export function useDrops(pane: string, session: string): void {
  useEffect(() => {
    const whole = document.getElementById(`${pane}-scroll`)?.closest<HTMLElement>("section.pane");
    if (whole === null || whole === undefined) return undefined;
    const over = (event: DragEvent) => hasFiles(event) && event.preventDefault();
    const drop = (event: DragEvent) => {
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      attachDropped(session, event.dataTransfer.items);
      document.getElementById(`${pane}-words`)?.focus();
    };
    whole.addEventListener("dragover", over);
    whole.addEventListener("drop", drop);
    return () => {
      whole.removeEventListener("dragover", over);
      whole.removeEventListener("drop", drop);
    };
  }, [pane, session]);
}
