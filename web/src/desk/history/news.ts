/** New decisions come into the list by themselves, when it rests for a moment and the hub's index has them. */
import { useEffect } from "preact/hooks";
import { catchUp, failure, forgetLine, indexedTo } from "../../state/history/lines";
import { onForgotten } from "../../state/forgotten";
import { lastEntry } from "../../state/hub";
import { ends, opens } from "../../wire/feed";

const SETTLE_MS = 300;

// Also while something else is shown: the lines stay for the way back.
onForgotten(forgetLine);

export function useNews(): void {
  useEffect(() => {
    let timer = 0;
    let wanted = 0;
    let isOver = false;
    let isUpToDate = false;
    const soon = () => {
      window.clearTimeout(timer);
      if (!isOver) timer = window.setTimeout(() => void look(), SETTLE_MS);
    };
    const look = async () => {
      isUpToDate = (await catchUp()) >= wanted;
      if (!isUpToDate && failure.peek() === null) soon();
    };
    const want = (seq: number) => {
      if (seq <= wanted) return;
      wanted = seq;
      soon();
    };
    // What an index lacks that is being made comes, too.
    const stops = [
      indexedTo.subscribe(({ indexed, seq }) => {
        if (indexed < seq && !isUpToDate) want(seq);
      }),
      lastEntry.subscribe((entry) => {
        if (entry !== null && (ends(entry) || opens(entry))) want(entry.seq);
      }),
    ];
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, []);
}
