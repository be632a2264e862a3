/** A button that looks like a link; the pointer shows its key. */
import type { ComponentChildren } from "preact";

interface Props {
  words: ComponentChildren;
  cap?: string;
  onClick: () => void;
}

export const LinkButton = ({ words, cap, onClick }: Props) => (
  <button type="button" class="link" title={cap === undefined ? undefined : `Key: ${cap}`} onClick={onClick}>
    {words}
  </button>
);
