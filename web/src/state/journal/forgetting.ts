/** The lines of an item that is forgotten lose their texts here, too, whether or not the journal is shown just now. */
import { HubError } from "../../wire/client";
import { onForgotten } from "../forgotten";
import { lines, reload } from "./lines";
import { dropRecord, loadRecord, recordOf } from "./records";

const SETTLE_MS = 250;
/** Of more at once, as retention forgets them, the list is read anew. */
const MOST = 10;

const forgotten = new Set<string>();
let timer = 0;

/** What the hub says of these items now, in the place of what it said. */
async function readAnew(items: readonly string[]): Promise<void> {
  for (const item of items) await loadRecord(item);
  const now = new Map(items.flatMap((item) => recordOf(item).peek() ?? []).map((line) => [line.seq, line]));
  lines.value = lines.peek().map((line) => now.get(line.seq) ?? line);
}

async function settle(): Promise<void> {
  const items = [...forgotten];
  forgotten.clear();
  if (lines.peek().length === 0) return;
  if (items.length > MOST) return reload();
  try {
    await readAnew(items);
  } catch (problem) {
    if (!(problem instanceof HubError)) throw problem;
    lines.value = [];
    await reload(); // which says why, and offers to try again
  }
}

/** From here on, for as long as the page lives. */
export function followForgetting(): void {
  onForgotten((item) => {
    dropRecord(item);
    forgotten.add(item);
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void settle(), SETTLE_MS);
  });
}
