/** Where notes stand in the margin: on the line of their mark, below the one before, never over it. */
export interface NoteBox {
  id: string;
  /** The line of its mark; null for a mark that has lost its place: it follows the note before. */
  top: number | null;
  height: number;
}

/** Notes are pushed down by at least this much. */
const GAP_PX = 8;

/** Where nothing else may stand. */
interface Taken {
  top: number;
  height: number;
}

const meets = (top: number, height: number, taken: Taken) => top < taken.top + taken.height && top + height > taken.top;

/** The top of each note, none above `from` nor where something else stands. */
export function stack(wishes: readonly NoteBox[], from: number, taken: Taken | null = null): Map<string, number> {
  const tops = new Map<string, number>();
  let free = from;
  for (const { id, top, height } of wishes) {
    const wanted = Math.max(top ?? free, free);
    const at = Math.round(taken !== null && meets(wanted, height, taken) ? taken.top + taken.height + GAP_PX : wanted);
    tops.set(id, at);
    free = at + height + GAP_PX;
  }
  return tops;
}
