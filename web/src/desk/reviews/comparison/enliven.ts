/** What the hub says of whole blocks, said of their words: then an added paragraph looks and reads like added words. */
import { linkMoves } from "./links";

const BLOCKS = "blockquote, caption, dd, details, div, dl, dt, figcaption, figure, h1, h2, h3, h4, h5, h6, hr, li, ol, p, pre, section, summary, table, tbody, td, tfoot, th, thead, tr, ul, .moved-note";

const isBlock = (node: Node): node is Element => node instanceof Element && node.matches(BLOCKS);
const isWords = (nodes: readonly Node[]) => nodes.some((node) => (node.textContent ?? "").trim() !== "" || node instanceof Element);

function enclose(nodes: readonly ChildNode[], wrapper: Element): void {
  const [first] = nodes;
  if (first === undefined || !isWords(nodes)) return;
  first.before(wrapper);
  wrapper.append(...nodes);
}

/** Puts every run of words in an element into a wrapper of its own; in the blocks inside it too, if they are meant. */
function wrapWords(element: Element, make: () => Element, deep: boolean): void {
  // Code keeps its lines; what is said of it stands at its edge.
  if (element.tagName === "PRE") return;
  let run: ChildNode[] = [];
  for (const node of [...element.childNodes]) {
    if (!isBlock(node)) {
      run.push(node);
      continue;
    }
    enclose(run, make());
    run = [];
    if (deep) wrapWords(node, make, true);
  }
  enclose(run, make());
}

const added = () => Object.assign(document.createElement("ins"), { className: "fresh" });
const removed = () => Object.assign(document.createElement("del"), { className: "was" });

const GONE_CODE = "pre.gone, .gone pre, pre:has(del.line)";

/** Where in the code's text lines begin, of those that are no longer there. */
function* lineStarts(node: Text, begins: boolean): Generator<number> {
  if (begins) yield 0;
  for (let at = node.data.indexOf("\n"); at >= 0 && at + 1 < node.data.length; at = node.data.indexOf("\n", at + 1)) yield at + 1;
}

/** Removed lines of code carry a sign of their own, each. */
function signLines(code: Element): void {
  code.classList.add("signed");
  const whole = code.closest(".gone") !== null;
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
  let begins = true;
  for (const text of texts) {
    const gone = whole || text.parentElement?.closest("del.line") != null;
    const starts = gone ? [...lineStarts(text, begins)] : [];
    begins = text.data === "" ? begins : text.data.endsWith("\n");
    for (const at of starts.reverse()) text.splitText(at).before(Object.assign(document.createElement("span"), { className: "minus" }));
  }
}

/** What is folded can be shown. */
function offerLines(cell: Element): void {
  const words = `Show ${cell.textContent.trim()}`;
  cell.replaceChildren(Object.assign(document.createElement("button"), { type: "button", className: "link unfold", textContent: words }));
}

/** No words of the item stand before it. */
function standsFirst(note: Element): boolean {
  const { previousSibling: before } = note;
  return before === null || (before instanceof Text && before.data.trim() === "" && before.previousSibling === null);
}

/** Prepares a part of a comparison before it is put in the page; `passed` goes from part to part. */
export function enliven(content: DocumentFragment, passed: Set<string>): void {
  for (const block of content.querySelectorAll(".arrived")) wrapWords(block, added, block.matches("tr, td, th"));
  for (const block of content.querySelectorAll(".gone")) {
    if (block.parentElement?.closest(".gone") == null) wrapWords(block, removed, true);
  }
  for (const cell of content.querySelectorAll("table.source > tbody > tr.fold > td")) offerLines(cell);
  for (const code of content.querySelectorAll(GONE_CODE)) signLines(code);
  // Asked of the style sheet by :has(), each of these would be looked for anew at every part that comes.
  for (const note of content.querySelectorAll("li > .moved-note:first-child")) if (standsFirst(note)) note.parentElement?.classList.add("noted");
  for (const table of content.querySelectorAll("table.moved")) table.parentElement?.classList.add("moved");
  linkMoves(content, passed);
}
