/** Sees what the page does to itself, and puts our marks in order before that is painted. */
import { BLOCKS, isOurs, type TextRoot } from "./page_text";
import { guard, type Split } from "./splits";
import { adoptSheet } from "./drawn";

/** Text that changes twice within this time is being written. */
const RESTLESS_MS = 1_000;

const changed = new WeakMap<Element, number>();
const restless = new WeakSet<Element>();

const blockOf = (element: Element | null) => element?.closest(BLOCKS) ?? null;

/** Is the text of this element's block being rewritten all the time? */
export const isRestless = (element: Element | null) => {
  const block = blockOf(element);
  return block !== null && restless.has(block);
};

function note(splits: readonly Split[]): void {
  const now = performance.now();
  for (const block of new Set(splits.map(({ home }) => blockOf(home)))) {
    if (block === null) continue;
    if (now - (changed.get(block) ?? -Infinity) < RESTLESS_MS) restless.add(block);
    changed.set(block, now);
  }
}

const isOurWork = ({ type, target, addedNodes, removedNodes }: MutationRecord) => {
  if (target.nodeType === 1 && (target as Element).closest("[data-air-el]") !== null) return true;
  return type === "childList" && [...addedNodes, ...removedNodes].every(isOurs);
};

export class Watch {
  /** How often the page has changed. */
  changes = 0;
  readonly #observer = new MutationObserver((records) => this.#took(records));
  readonly #disturbed: (marks: boolean) => void;
  readonly #roots = new WeakSet<TextRoot>();

  /** `disturbed` is called after the page has changed; `marks`: ours may be gone. */
  constructor(disturbed: (marks: boolean) => void) {
    this.#disturbed = disturbed;
  }

  over(root: TextRoot): void {
    if (this.#roots.has(root)) return;
    this.#roots.add(root);
    adoptSheet(root);
    this.#observer.observe(root, { subtree: true, childList: true, characterData: true, attributeFilter: ["ssr"] });
  }

  /** Our own work in the page, which is nobody's change. */
  silently(work: () => void): void {
    this.#took(this.#observer.takeRecords());
    work();
    this.#observer.takeRecords();
  }

  #took(records: readonly MutationRecord[]): void {
    const theirs = records.filter((record) => !isOurWork(record));
    if (theirs.length === 0) return;
    this.changes += 1;
    const mended = guard(theirs);
    this.#observer.takeRecords();
    note(mended);
    this.#disturbed(mended.length > 0 || theirs.some(({ removedNodes }) => removedNodes.length > 0));
  }
}
