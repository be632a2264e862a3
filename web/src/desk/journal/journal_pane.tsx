/** The journal: a table of sentences, day by day, its days where a plan has its outline and its plots in the margin. */
import { useEffect, useRef } from "preact/hooks";
import { slowNow } from "../../state/clock";
import { lastEntry } from "../../state/hub";
import { followForgetting } from "../../state/journal/forgetting";
import { byDay, catchUp, chooseAll, failure, filter, isFiltered, lines, loadEarlier, reload, wholeJournal, type Day } from "../../state/journal/lines";
import { chainWords, figures, loadFigures, verified, verifyNowAndThen } from "../../state/journal/figures";
import { nameInPane, type Pane } from "../../state/panes";
import { dateWords, dayName, plural, shortDayName } from "../../state/words";
import { LinkButton } from "../../parts/link_button";
import { PaneHead } from "../panes/pane_head";
import { atEnd } from "./at_end";
import { Export } from "./export";
import { Filters } from "./filters";
import { LedgerColumns, Line } from "./line";
import { Plots } from "./plots";
import { Record } from "./record";
import "../../style/word_menu.css";
import "../../style/journal.css";
import "../../style/plots.css";

followForgetting();

export function JournalPane({ pane, item }: { pane: Pane; item: string | null }) {
  return (
    <>
      <PaneHead pane={pane} shape="journal" title="Journal" closable>
        <Extent />
        <span class="push" />
        <Export pane={pane.id} />
      </PaneHead>
      <div class="scroll" id={`${pane.id}-scroll`} tabIndex={0} role="group" aria-label="Journal">
        {item === null ? <Entries pane={pane.id} /> : <Record key={item} item={item} />}
      </div>
    </>
  );
}

/** How much there is. */
function Extent() {
  const known = figures.value;
  if (known === null || known.since === null) return null;
  const chain = verified.value === null ? null : chainWords(verified.value);
  return (
    <span class="where">
      {known.entries.toLocaleString("en-GB")} {known.entries === 1 ? "entry" : "entries"} since {dateWords(known.since)}
      {chain === null ? null : <>, <span class={chain.heed ? "heed" : undefined}>{chain.words}</span></>}
    </span>
  );
}

const SETTLE_MS = 250;

/** What happens comes in by itself, when it rests for a moment. */
function useNews(): void {
  useEffect(() => {
    void (lines.peek().length === 0 ? reload() : catchUp());
    void loadFigures().then(() => verifyNowAndThen(Date.now()));
    let timer = 0;
    let newest = lastEntry.peek();
    const stop = lastEntry.subscribe((entry) => {
      if (entry === newest) return;
      newest = entry;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void Promise.all([catchUp(), loadFigures()]), SETTLE_MS);
    });
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, []);
}

function Entries({ pane }: { pane: string }) {
  const end = useRef<HTMLParagraphElement>(null);
  useNews();
  useEffect(() => atEnd(end.current, loadEarlier), [lines.value.length]);
  const days = byDay(lines.value);
  return (
    <div class="spread journal">
      <Days pane={pane} days={days} />
      <div class="page">
        <h1>{filter.value.everything ? "What happened" : "What was decided"}</h1>
        <Filters pane={pane} />
        {days.map((day) => (
          <DayTable key={day.key} id={`${pane}-${day.key}`} day={day} />
        ))}
        <p class="quiet" role="status" ref={end}>
          <EndWords />
        </p>
      </div>
      <div class="margin">
        <Plots pane={pane} />
      </div>
    </div>
  );
}

function EndWords() {
  if (failure.value !== null) return <>{failure.value.message}. <LinkButton words="Try again" onClick={() => void reload()} /></>;
  if (!wholeJournal.value) return <>…</>;
  if (lines.value.length > 0) return <>That is all.</>;
  if (!isFiltered(filter.value)) return <>Nothing yet.</>;
  return <>Nothing like that. <LinkButton words="Show all" onClick={() => void chooseAll()} /></>;
}

/** The last day may go on where the list has not been read yet: it has no count until then. */
const Days = ({ pane, days }: { pane: string; days: readonly Day[] }) => (
  <nav class="outline days" aria-label={nameInPane("Days", pane)}>
    {days.map((day, index) => (
      <a key={day.key} href={`#${day.key}`} aria-current={index === 0 ? "true" : undefined} onClick={(event) => goToDay(event, `${pane}-${day.key}`)}>
        <span>{shortDayName(day.at, slowNow.value)}</span>
        {wholeJournal.value || index < days.length - 1 ? <b class="figures" title={plural(day.lines.length, "line")}>{day.lines.length}</b> : null}
      </a>
    ))}
    {wholeJournal.value ? null : <a href="#earlier" onClick={(event) => goToEnd(event)}>Earlier</a>}
  </nav>
);

function goToDay(event: Event, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.scrollIntoView({ block: "start" });
}

function goToEnd(event: MouseEvent): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.closest(".scroll")?.querySelector(".quiet[role=status]")?.scrollIntoView({ block: "end" });
}

const DayTable = ({ id, day }: { id: string; day: Day }) => (
  <table class="ledger" id={id}>
    <caption>{dayName(day.at)}</caption>
    <LedgerColumns />
    <tbody>
      {day.lines.map((line) => (
        <Line key={line.seq} line={line} />
      ))}
    </tbody>
  </table>
);
