/** The source of a drawing, as it stands in the page: marks hold on to it, whether it is shown or folded. */
export const FOLDED = "folded-source";

/** The agent's words without the desk's own, which marks have put between them. */
export function sourceText(source: Element): string {
  if (source.querySelector("[data-desk]") === null) return source.textContent;
  const copy = source.cloneNode(true) as Element;
  for (const own of copy.querySelectorAll("[data-desk]")) own.remove();
  return copy.textContent;
}

/** Whether a long source goes on in another part of the page: a fence takes a line before its text and mostly one after. */
export function isCut(source: HTMLElement, text: string): boolean {
  const [start = 0, end = 0] = (source.dataset["lines"] ?? "").split("-").map(Number);
  return text.replace(/\n$/, "").split("\n").length < (end || start) - start - 1;
}

/** The numbers of the marks in it, in the order of the text. */
export const markNumbers = (source: Element) =>
  [...source.querySelectorAll("sup.pen.figure")].map((figure) => figure.textContent);

export const hasMark = (source: Element, mark: string | null) =>
  mark !== null && source.querySelector(`[data-mark="${CSS.escape(mark)}"]`) !== null;

export const hasMarks = (source: Element) => source.querySelector("[data-mark]") !== null;

/** Whether a person's selection begins or ends in it. */
export function isSelected(source: Element): boolean {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed) return false;
  return source.contains(selection.anchorNode) || source.contains(selection.focusNode);
}
