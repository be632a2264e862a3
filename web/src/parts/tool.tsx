/** A button that is an icon; its words are its accessible name and its tooltip. */
import { Icon, type Shape } from "./icon";

interface Props {
  shape: Shape;
  words: string;
  pressed?: boolean;
  onClick: () => void;
}

export const Tool = ({ shape, words, pressed, onClick }: Props) => (
  <button type="button" class="tool" aria-label={words} title={words} aria-pressed={pressed} onClick={onClick}>
    <Icon shape={shape} />
  </button>
);
