/** The desk's own words in a comparison that lead somewhere: where a block moved to, and where it came from. */

/** A note stands before the block it speaks of, or in it; the same form says that a block was split, which leads nowhere. */
function blockOf(note: Element): HTMLElement | null {
  const block = note.closest<HTMLElement>("[data-block]") ?? note.nextElementSibling;
  return block instanceof HTMLElement ? block : null;
}

/** A list and its first item are one place: whichever the other end names. */
function* namesOf(block: HTMLElement | null): Generator<string> {
  for (let here = block; here !== null; here = here.querySelector<HTMLElement>("[data-block]")) {
    const name = here.dataset["block"];
    if (name !== undefined) yield name;
  }
}

function makeLink(note: HTMLElement, down: boolean): void {
  const link = document.createElement("span");
  link.className = down ? "way down" : "way";
  link.role = "link";
  link.tabIndex = 0;
  const home = note.matches("tr") ? (note.querySelector("td") ?? note) : note;
  link.append(...home.childNodes);
  home.append(link);
}

/** Makes links of the notes in a part of the text; `passed` gathers the old places from part to part. */
export function linkMoves(content: DocumentFragment, passed: Set<string>): void {
  for (const note of content.querySelectorAll<HTMLElement>(".moved-away, .moved-note")) {
    if (note.matches(".moved-away")) {
      const goto = note.dataset["goto"] ?? "";
      passed.add(goto);
      makeLink(note, content.querySelector(`[data-block="${CSS.escape(goto)}"]`) === null ? / moved down/.test(note.textContent) : isBefore(note, content, goto));
    } else if (isMoved(note)) {
      note.classList.add("leads");
      makeLink(note, [...namesOf(blockOf(note))].some((name) => passed.has(name)));
    }
  }
}

/** A note in an item speaks of the item, or of what it holds. */
function isMoved(note: HTMLElement): boolean {
  const block = blockOf(note);
  return / moved |^moved /i.test(note.textContent) && block !== null && (block.closest(".moved") ?? block.querySelector(".moved")) !== null;
}

const isBefore = (note: Element, content: DocumentFragment, goto: string) =>
  ((content.querySelector(`[data-block="${CSS.escape(goto)}"]`)?.compareDocumentPosition(note) ?? 0) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;

/** The other end of a move; null when it has not come yet. */
function otherEnd(host: ParentNode, note: HTMLElement): HTMLElement | null {
  const find = (selector: string) => host.querySelector<HTMLElement>(selector);
  if (note.matches(".moved-away")) return find(`[data-block="${CSS.escape(note.dataset["goto"] ?? "")}"]`);
  for (const name of namesOf(blockOf(note))) {
    const away = find(`.moved-away[data-goto="${CSS.escape(name)}"]`);
    if (away !== null) return away;
  }
  return null;
}

/** What a click, or Enter, on one of them leads to. */
export function moveTarget(host: ParentNode, event: Event): HTMLElement | null {
  const link = event.target instanceof Element ? event.target.closest(".way") : null;
  const note = link?.closest<HTMLElement>(".moved-away, .moved-note");
  if (note == null || (event instanceof KeyboardEvent && event.key !== "Enter")) return null;
  return otherEnd(host, note);
}

const FLASH_MS = 1400;

/** Shows where one has come to; without motion it stands for a moment and goes. */
export function flash(target: HTMLElement): void {
  for (const before of document.querySelectorAll(".flash")) before.classList.remove("flash");
  target.classList.add("flash");
  window.setTimeout(() => target.classList.remove("flash"), FLASH_MS);
}
