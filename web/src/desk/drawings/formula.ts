/** A formula in the text: drawn behind its source, which is folded and opened by a button, a mark or a selection. */
import { button } from "./figure";
import { FOLDED, hasMarks } from "./source";

export class DrawnFormula {
  readonly element: HTMLElement;
  private readonly toggle = button("Show source", () => this.show(!this.open));
  private readonly drawn = document.createElement("span");
  private open = false;

  constructor(private readonly source: HTMLElement) {
    const display = source.dataset["math"] === "display";
    this.element = document.createElement(display && source.tagName === "PRE" ? "div" : "span");
    this.element.className = display ? "formula display" : "formula";
    this.element.dataset["desk"] = "";
    this.toggle.classList.add("formula-source");
    this.drawn.className = "formula-drawn";
    this.drawn.addEventListener("click", () => this.show(!this.open));
    this.element.append(this.drawn, this.toggle);
  }

  put(formula: Element): void {
    this.drawn.replaceChildren(formula);
    if (!this.element.isConnected) this.source.after(this.element);
    this.show(this.open);
    // A long one that stands in a line gets a line of its own, which can be scrolled.
    const line = this.element.parentElement?.clientWidth ?? 0;
    if (line > 0 && this.drawn.getBoundingClientRect().width > line) this.element.classList.add("display");
    if (this.drawn.scrollWidth > this.drawn.clientWidth) this.drawn.tabIndex = 0;
  }

  show(open: boolean): void {
    this.open = open;
    this.source.classList.toggle(FOLDED, !open);
    this.toggle.textContent = open ? "Hide source" : "Show source";
    this.toggle.ariaExpanded = String(open);
    this.tellMarks();
  }

  tellMarks(): void {
    this.element.classList.toggle("marked", hasMarks(this.source));
  }

  take(): void {
    this.element.remove();
    this.source.classList.remove(FOLDED);
  }
}
