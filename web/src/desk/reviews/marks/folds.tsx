/** Where a pane has no margin, notes fold under the paragraph of their mark. */
import { effect, signal, type Signal } from "@preact/signals";
import { render } from "preact";
import { segmentsOf } from "../../../anchors/dom";
import { inSlices } from "../../../anchors/slices";
import { Icon } from "../../../parts/icon";
import { chosenMark } from "../../../state/annotations";
import { hintOf, isNote, type MarginItem } from "./items";
import { MarginNote, noteId } from "./note";
import type { PaneMarks } from "./pane_marks";

interface Fold {
  host: HTMLElement;
  items: Signal<readonly MarginItem[]>;
}

const sameItems = (one: readonly MarginItem[], other: readonly MarginItem[]) => one.length === other.length && one.every((item, at) => item === other[at]);

/** The element that notes of a mark stand behind: a list item takes them in, behind its own words. */
function spotBehind(piece: HTMLElement): { parent: Element; before: ChildNode | null } | null {
  const table = piece.closest(".table");
  const block = table ?? piece.closest("[data-block], [data-continues]");
  if (block === null || block.parentElement === null) return null;
  if (table === null && block.matches("li, dd, dt, td, th, summary, blockquote")) {
    const inner = [...block.children].find((child) => child.matches("ul, ol, p, pre, blockquote, .table") && !child.contains(piece));
    return { parent: block, before: inner ?? null };
  }
  return { parent: block.parentElement, before: block.nextSibling };
}

class Folds {
  private readonly folds = new Map<Element | Text, Fold>();
  private turn = 0;

  constructor(private readonly paneMarks: PaneMarks) {}

  /** Notes by the paragraph they belong to; only what is drawn in the text has one. */
  private wanted(items: readonly MarginItem[]): Map<Element, MarginItem[]> {
    const wanted = new Map<Element, MarginItem[]>();
    for (const item of items) {
      const piece = this.paneMarks.painter.piecesOf(item.id).at(-1) ?? this.hinted(item) ?? (item.is === "mark" ? this.lastKnown(item.mark.id, items) : undefined);
      const block = piece?.closest(".table") ?? piece?.closest("[data-block], [data-continues]");
      if (isNote(item) || block == null) continue;
      wanted.set(block, [...(wanted.get(block) ?? []), item]);
    }
    return wanted;
  }

  /** A lost mark is told of where it may be. */
  private hinted(item: MarginItem): HTMLElement | undefined {
    const hint = hintOf(item);
    const node = hint === null ? undefined : segmentsOf(hint.place, this.paneMarks.host).at(-1)?.node;
    return node?.parentElement ?? undefined;
  }

  /** Without a hint, where the one before it stands. */
  private lastKnown(id: string, items: readonly MarginItem[]): HTMLElement | undefined {
    const at = items.findIndex((item) => item.id === id);
    const before = items.slice(0, at).findLast((item) => this.paneMarks.painter.isPainted(item.id));
    return before === undefined ? (this.paneMarks.host.querySelector<HTMLElement>("h1[data-block]") ?? undefined) : this.paneMarks.painter.piecesOf(before.id).at(-1);
  }

  async show(items: readonly MarginItem[]): Promise<void> {
    const turn = (this.turn += 1);
    await inSlices(this.steps(items, turn));
  }

  private *steps(items: readonly MarginItem[], turn: number): Generator<void, void> {
    const wanted = this.wanted(items);
    for (const [block, fold] of this.folds) {
      if (wanted.has(block as Element) && fold.host.isConnected) continue;
      this.close(block, fold);
      yield;
    }
    for (const [block, own] of wanted) {
      if (turn !== this.turn) return;
      this.put(block, own);
      yield;
    }
  }

  private put(block: Element, own: readonly MarginItem[]): void {
    const known = this.folds.get(block);
    if (known !== undefined) {
      if (!sameItems(known.items.peek(), own)) known.items.value = own;
      return;
    }
    const piece = own.map(({ id }) => this.paneMarks.painter.piecesOf(id).at(-1)).find((found) => found !== undefined);
    const spot = spotBehind(piece ?? (block as HTMLElement));
    if (spot === null) return;
    const host = Object.assign(document.createElement("div"), { className: "folds" });
    host.dataset["desk"] = "";
    spot.parent.insertBefore(host, spot.before);
    const items = signal(own);
    this.folds.set(block, { host, items });
    render(<Under paneMarks={this.paneMarks} items={items} />, host);
  }

  private close(block: Element | Text, { host }: Fold): void {
    this.folds.delete(block);
    render(null, host);
    host.remove();
  }

  clear(): void {
    this.turn += 1;
    for (const [block, fold] of [...this.folds]) this.close(block, fold);
  }
}

const Under = ({ paneMarks, items }: { paneMarks: PaneMarks; items: Signal<readonly MarginItem[]> }) => (
  <>
    {items.value.map((item) => (
      <One key={item.id} paneMarks={paneMarks} item={item} />
    ))}
  </>
);

/** Notes that the person has opened or shut, against what they would be. */
const turned = signal<ReadonlySet<string>>(new Set());

function turn(id: string): void {
  const next = new Set(turned.peek());
  if (!next.delete(id)) next.add(id);
  turned.value = next;
}

/** A comment, or what another says, is open from the start, a reason is one line; what is chosen is open. */
function One({ paneMarks, item }: { paneMarks: PaneMarks; item: MarginItem }) {
  const byNature = item.is === "draft" || item.carried || item.mark.kind === "comment" || item.mark.author !== null || chosenMark(paneMarks.pane).value === item.id;
  const open = byNature !== turned.value.has(item.id);
  return (
    <div class={open ? "fold open" : "fold"} data-note={item.id} id={noteId(paneMarks.pane, item.id)}>
      <MarginNote paneMarks={paneMarks} item={item} />
      <button type="button" class="turn" aria-expanded={open} aria-label={open ? "Shut this note" : "Open this note"} onClick={() => turn(item.id)}>
        <Icon shape="back" />
      </button>
    </div>
  );
}

/** Keeps the notes under their paragraphs while the pane is narrow; returns how to stop. */
export function followFolds(paneMarks: PaneMarks): () => void {
  const folds = new Folds(paneMarks);
  const stop = effect(() => {
    const { wide, notes, drawn, composing } = paneMarks;
    // Before anything is drawn in the text there is no paragraph to fold under.
    void folds.show(wide.value || drawn.value === 0 ? [] : notes.filter(({ id }) => id !== composing.value));
  });
  return () => {
    stop();
    folds.clear();
  };
}
