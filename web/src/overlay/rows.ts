/** Lists that change by difference: a row stays the same element as long as its key is wanted. */
import { hasFocus } from "./dom";

export interface PanelRow {
  node: HTMLElement;
  /** Shows what there is to show now. */
  draw: () => void;
  /** True while a person's words stand in it; such a row stays, whatever happens to what it is about. */
  holdsWords?: () => boolean;
}

export interface WantedRow {
  key: string;
  make: () => PanelRow;
}

interface Rows {
  show: (wanted: readonly WantedRow[]) => void;
}

/** The wanted keys, and where they stood before those whose row holds words. */
function withHeld(wanted: readonly WantedRow[], rows: ReadonlyMap<string, PanelRow>): string[] {
  const keys = new Set(wanted.map(({ key }) => key));
  const order: string[] = [...keys];
  const before = [...rows.keys()];
  for (const [at, key] of before.entries()) {
    if (keys.has(key) || rows.get(key)?.holdsWords?.() !== true) continue;
    const previous = before.slice(0, at).findLast((one) => order.includes(one));
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, key);
  }
  return order;
}

/** Gives the focus to the row next to the one that had it, or to what holds them all. */
function moveFocus(near: readonly PanelRow[], parent: HTMLElement): void {
  const heirs = near.map(({ node }) => (node.matches("[tabindex]") ? node : node.querySelector<HTMLElement>("button")));
  const heir = heirs.find((one) => one !== null) ?? parent.closest<HTMLElement>("[tabindex]");
  heir?.focus();
}

/** Rows in front of what else `parent` holds. */
export function createRows(parent: HTMLElement): Rows {
  let rows = new Map<string, PanelRow>();
  return {
    show(wanted) {
      const makers = new Map(wanted.map(({ key, make }) => [key, make]));
      const next = new Map<string, PanelRow>();
      for (const key of withHeld(wanted, rows)) {
        const row = rows.get(key) ?? makers.get(key)?.();
        if (row !== undefined) next.set(key, row);
      }
      const before = [...rows];
      const left = before.findIndex(([key, { node }]) => !next.has(key) && hasFocus(node));
      for (const [key, { node }] of before) if (!next.has(key)) node.remove();
      rows = next;
      // Only what stands in the wrong place is moved: moving takes the focus away.
      let place = parent.firstChild;
      for (const { node, draw } of next.values()) {
        draw();
        if (node === place) place = place.nextSibling;
        else parent.insertBefore(node, place);
      }
      if (left < 0) return;
      const near = [...before.slice(left), ...before.slice(0, left).reverse()];
      moveFocus(near.filter(([key]) => next.has(key)).map(([, row]) => row), parent);
    },
  };
}
