/** Lists that change by difference: a row stays the same element as long as its key is wanted. */

export interface Row {
  node: HTMLElement;
  /** Shows what there is to show now. */
  draw: () => void;
  /** True while a person's words stand in it; such a row stays, whatever happens to what it is about. */
  holdsWords?: () => boolean;
}

export interface Wanted {
  key: string;
  make: () => Row;
}

export interface Rows {
  show: (wanted: readonly Wanted[]) => void;
}

/** The wanted keys, and where they stood before those whose row holds words. */
function withHeld(wanted: readonly Wanted[], rows: ReadonlyMap<string, Row>): string[] {
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

/** Rows in front of what else `parent` holds. */
export function createRows(parent: HTMLElement): Rows {
  let rows = new Map<string, Row>();
  return {
    show(wanted) {
      const makers = new Map(wanted.map(({ key, make }) => [key, make]));
      const next = new Map<string, Row>();
      for (const key of withHeld(wanted, rows)) {
        const row = rows.get(key) ?? makers.get(key)?.();
        if (row !== undefined) next.set(key, row);
      }
      for (const [key, { node }] of rows) if (!next.has(key)) node.remove();
      rows = next;
      // Only what stands in the wrong place is moved: moving takes the focus away.
      let place = parent.firstChild;
      for (const { node, draw } of next.values()) {
        draw();
        if (node === place) place = place.nextSibling;
        else parent.insertBefore(node, place);
      }
    },
  };
}
