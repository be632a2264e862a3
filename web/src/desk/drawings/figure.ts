/** A drawing in the text: the picture before its source, which is folded and opened by a button, a mark or a selection. */
import { enlarge } from "./enlarged";
import type { Picture } from "./safe_svg";
import { FOLDED, hasMarks, markNumbers } from "./source";

const LONGEST_NAME = 80;

export function button(words: string, act: () => void): HTMLButtonElement {
  const made = Object.assign(document.createElement("button"), { type: "button", className: "link", textContent: words });
  made.addEventListener("click", (event) => {
    event.stopPropagation();
    act();
  });
  return made;
}

/** What is put beside a source that cannot be drawn; inside a paragraph it stands in the line. */
export function complaint(words: string, line: boolean): HTMLElement {
  const made = Object.assign(document.createElement(line ? "span" : "p"), { className: "drawing-error" });
  made.dataset["desk"] = "";
  made.append(`${line ? " " : ""}It cannot be drawn: `, Object.assign(document.createElement("code"), { textContent: words }));
  return made;
}

/** What a picture is called for those who do not see it: by its own title, or by how its source begins. */
export function nameOf(picture: Picture, source: string): string {
  const first = source.split("\n").find((line) => /^\s*[a-z]/i.test(line))?.trim().replace(/ ?\{$/, "") ?? "";
  return `Drawing: ${(picture.title === "" || picture.title === "%3" ? first : picture.title).slice(0, LONGEST_NAME)}`;
}

export class DrawnFigure {
  readonly element = document.createElement("figure");
  private readonly image = new Image();
  private readonly toggle = button("Show source", () => this.show(!this.open));
  private readonly marks = Object.assign(document.createElement("span"), { className: "drawing-marks" });
  private address = "";
  private open = false;

  constructor(private readonly source: HTMLElement) {
    this.element.className = "drawing";
    this.element.dataset["desk"] = "";
    this.image.decoding = "async";
    this.image.addEventListener("click", () => this.enlarge());
    const tools = Object.assign(document.createElement("div"), { className: "drawing-tools" });
    tools.append(this.toggle, button("Enlarge", () => this.enlarge()), this.marks);
    this.element.append(this.image, tools);
  }

  put(picture: Picture, source: string): void {
    const before = this.address;
    this.address = URL.createObjectURL(new Blob([picture.svg], { type: "image/svg+xml" }));
    this.image.src = this.address;
    this.image.width = picture.width;
    this.image.height = picture.height;
    this.image.alt = nameOf(picture, source);
    if (before !== "") URL.revokeObjectURL(before);
    if (!this.element.isConnected) this.source.before(this.element);
    this.show(this.open);
  }

  show(open: boolean): void {
    this.open = open;
    this.source.classList.toggle(FOLDED, !open);
    this.toggle.textContent = open ? "Hide source" : "Show source";
    this.toggle.ariaExpanded = String(open);
    this.tellMarks();
  }

  /** A mark in a folded source is told at the drawing. */
  tellMarks(): void {
    const numbers = markNumbers(this.source);
    const words = numbers.length === 0 ? "" : `${numbers.length === 1 ? "Mark" : "Marks"} ${numbers.join(", ")} in the source`;
    if (this.marks.textContent !== words) this.marks.textContent = words;
    this.element.classList.toggle("marked", hasMarks(this.source));
  }

  take(): void {
    this.element.remove();
    this.source.classList.remove(FOLDED);
    if (this.address !== "") URL.revokeObjectURL(this.address);
    this.address = "";
  }

  private enlarge(): void {
    if (this.address !== "") enlarge(this.image);
  }
}
