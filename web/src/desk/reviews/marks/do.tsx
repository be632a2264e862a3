/** A link that acts on a mark, with its key as a tip. */
import type { ComponentChildren } from "preact";

interface DoProps {
  words: ComponentChildren;
  cap?: string;
  onClick: () => void;
}

export const Do = ({ words, cap, onClick }: DoProps) => (
  <button type="button" class="link" title={cap === undefined ? undefined : `Key: ${cap}`} onClick={onClick}>
    {words}
  </button>
);
