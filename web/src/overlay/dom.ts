/** Small words for building elements: text goes in as text, so nothing that is shown is ever read as markup. */
export type Child = Node | string | null;

export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A button whose click stays its own: what it stands in has a click, too. */
export function button(words: string, name: string, look: string, onClick: (pressed: HTMLButtonElement) => void): HTMLButtonElement {
  const made = el("button", { type: "button", class: `air-button${look && ` air-button--${look}`}`, "data-air-el": name }, words);
  made.addEventListener("click", (event) => {
    event.stopPropagation();
    onClick(made);
  });
  return made;
}

/** Draws an icon of lines; a page may forbid markup from strings. */
export function icon(lines: string): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", lines);
  svg.append(path);
  return svg;
}

/** A place whose content is made anew only when its key changes. */
interface Slot {
  node: HTMLElement;
  fill: (key: string, build: () => readonly Child[]) => void;
}

export function slot(attributes: Readonly<Record<string, string>> = {}): Slot {
  const node = el("div", attributes);
  let now = "";
  return {
    node,
    fill(key, build) {
      if (key === now) return;
      now = key;
      node.replaceChildren(...build().filter((child) => child !== null));
    },
  };
}

/** Does this part of ours hold the focus? */
export function hasFocus(node: Node): boolean {
  const root = node.getRootNode();
  return root instanceof ShadowRoot && node.contains(root.activeElement);
}

/** Sets a text only if it differs, so that nothing is announced twice. */
export function setText(node: Node, words: string): void {
  if (node.textContent !== words) node.textContent = words;
}

const CONFIRM_MS = 3000;

/** Makes a button ask before it acts: the first click arms it, a second one within three seconds acts. */
export function twoClicks(words: string, armed: string, name: string, act: () => void): HTMLButtonElement {
  let timer = 0;
  const made = button(words, name, "danger", () => {
    if (made.dataset["airState"] === "confirming") {
      reset();
      act();
      return;
    }
    made.dataset["airState"] = "confirming";
    made.textContent = armed;
    timer = window.setTimeout(reset, CONFIRM_MS);
  });
  const reset = () => {
    clearTimeout(timer);
    delete made.dataset["airState"];
    made.textContent = words;
  };
  return made;
}

/** The first so many characters; never half of one. */
export function shortened(text: string, most: number): string {
  const letters = Array.from(text.slice(0, 2 * most + 2));
  return letters.length > most ? `${letters.slice(0, most).join("")}...` : text;
}
