/** The raw lines between the desk and an agent's program, as they were written. */
import { signal, type Signal } from "@preact/signals";
import { HubError } from "../../wire/client";
import { fetchTraffic } from "../../wire/sessions";
import type { RawLine } from "../../wire/types.gen";

/** So many are kept on the page: the newest. */
const MOST_LINES = 5000;
const AGAIN_MS = 1000;

interface Traffic {
  lines: Signal<readonly RawLine[]>;
  stop: () => void;
}

/** Reads all lines, then what comes, until it is stopped. */
export function followTraffic(session: string): Traffic {
  const lines = signal<readonly RawLine[]>([]);
  let timer = 0;
  let stopped = false;
  let last = 0;
  const read = async (): Promise<void> => {
    try {
      const { lines: fresh } = await fetchTraffic(session, last);
      if (stopped) return;
      last = fresh.at(-1)?.number ?? last;
      if (fresh.length > 0) {
        lines.value = [...lines.peek(), ...fresh].slice(-MOST_LINES);
        return await read();
      }
    } catch (failure) {
      // The hub is away for a moment, or the session is gone: then nothing comes any more.
      if (!(failure instanceof HubError)) throw failure;
      if (failure.status === 404) return;
    }
    timer = window.setTimeout(() => void read(), AGAIN_MS);
  };
  void read();
  const stop = () => {
    stopped = true;
    window.clearTimeout(timer);
  };
  return { lines, stop };
}

type Kind = RawLine["direction"];

/** Those of the kinds that have the words. */
export function filteredLines(lines: readonly RawLine[], kinds: ReadonlySet<Kind>, words: string): readonly RawLine[] {
  const wanted = words.trim().toLowerCase();
  return lines.filter(({ direction, text }) => kinds.has(direction) && (wanted === "" || text.toLowerCase().includes(wanted)));
}
