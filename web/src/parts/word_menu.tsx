/** A word in a sentence, or an icon, that opens a small menu under or above itself: the browser opens and closes it, and gives the focus back. */
import type { ComponentChildren, RefObject } from "preact";
import { useRef } from "preact/hooks";
import { Icon } from "./icon";

interface Props {
  /** Unlike any other menu's on the page. */
  id: string;
  /** What stands before the word, in the same sentence. */
  before?: string;
  words: string;
  /** What is chosen in the menu. */
  label: string;
  children: ComponentChildren;
}

/** Under the word or above it, where there is more room, and inside the window. */
function placeUnder(menu: HTMLElement, word: HTMLElement): void {
  const { left, top, bottom, right } = word.getBoundingClientRect();
  const isRight = left > window.innerWidth / 2;
  const isLow = top > window.innerHeight - bottom;
  menu.style.setProperty("--under", isLow ? "auto" : `${bottom + 6}px`);
  menu.style.setProperty("--above", isLow ? `${window.innerHeight - top + 6}px` : "auto");
  menu.style.setProperty("--from", isRight ? "auto" : `${Math.max(8, left)}px`);
  menu.style.setProperty("--until", isRight ? `${Math.max(8, window.innerWidth - right)}px` : "auto");
}

export function WordMenu({ id, before, words, label, children }: Props) {
  const word = useRef<HTMLButtonElement>(null);
  return (
    <span class="word-menu">
      {before === undefined ? null : <>{before} </>}
      <button type="button" ref={word} popovertarget={id} aria-label={`${label}: ${words}`}>
        {words}
      </button>
      <Menu id={id} label={label} under={word}>
        {children}
      </Menu>
    </span>
  );
}

/** The same under three dots: what is seldom wanted. */
export function MoreMenu({ id, label, children }: Pick<Props, "id" | "label" | "children">) {
  const dots = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button type="button" class="tool" ref={dots} popovertarget={id} aria-label={label} title="More">
        <Icon shape="more" />
      </button>
      <Menu id={id} label={label} under={dots}>
        {children}
      </Menu>
    </>
  );
}

type MenuProps = Pick<Props, "id" | "label" | "children"> & { under: RefObject<HTMLElement | null> };

function Menu({ id, label, under, children }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const place = () => {
    if (menu.current !== null && under.current !== null) placeUnder(menu.current, under.current);
  };
  return (
    <div class="word-choices" id={id} ref={menu} popover="auto" role="group" aria-label={label} onBeforeToggle={place}>
      {children}
    </div>
  );
}

interface ChoiceProps {
  kind: "checkbox" | "radio";
  /** The same for the choices of which one is chosen. */
  name: string;
  words: string;
  count?: number;
  chosen: boolean;
  onChoose: () => void;
}

export const MenuChoice = ({ kind, name, words, count, chosen, onChoose }: ChoiceProps) => (
  <label class="word-choice">
    <input type={kind} name={name} checked={chosen} onChange={onChoose} />
    <span>{words}</span>
    {count === undefined ? null : <b class="figures">{count}</b>}
  </label>
);
