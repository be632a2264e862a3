/** The journal: a table of sentences, day by day, with the days where a plan has its outline. */
import { useEffect, useRef } from "preact/hooks";
import { slowNow } from "../../state/clock";
import { lastEntry } from "../../state/hub";
import { addEntry, askedTimes, byDay, entries, everything, isDecision, loadEarlier, revisionKey, sentenceOf, wholeJournal, type Day } from "../../state/journal";
import { siteIn, siteOf } from "../../state/pages/sites";
import { nameInPane, type Pane } from "../../state/panes";
import type { Item } from "../../state/items";
import { itemOf } from "../../state/reviews";
import { dayName, exactTime, shortDayName, tookWords } from "../../state/words";
import { Icon, type Shape } from "../../parts/icon";
import type { KnownEntry } from "../../wire/types.gen";
import { ITEM_SHAPE } from "../inbox/item";
import { openItem, openSite } from "../opening";
import { PaneHead } from "../panes/pane_head";
import { atEnd } from "./at_end";

export function JournalPane({ pane }: { pane: Pane }) {
  const end = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    loadEarlier().catch(() => undefined);
  }, []);
  useEffect(() => lastEntry.subscribe((entry) => entry !== null && addEntry(entry)), []);
  useEffect(() => atEnd(end.current, () => loadEarlier().catch(() => undefined)), [entries.value.length]);
  const shown = everything.value ? entries.value : entries.value.filter(isDecision);
  const days = byDay(shown);
  return (
    <>
      <PaneHead pane={pane} shape="journal" title="Journal" closable>
        <span class="push" />
      </PaneHead>
      <div class="scroll" id={`${pane.id}-scroll`} tabIndex={0} role="group" aria-label="Journal">
        <div class="spread">
          <Days pane={pane.id} days={days} />
          <div class="page">
            <h1>{everything.value ? "What happened" : "What was decided"}</h1>
            <Filter />
            {days.map((day) => (
              <DayTable key={day.key} id={`${pane.id}-${day.key}`} day={day} />
            ))}
            <p class="quiet" ref={end}>
              {wholeJournal.value ? (shown.length === 0 ? "Nothing yet." : "That is all.") : "…"}
            </p>
          </div>
        </div>
      </div>
    </>
  );
}

const Filter = () => (
  <div class="filter" role="group" aria-label="Show">
    <button type="button" aria-pressed={!everything.value} onClick={() => (everything.value = false)}>
      Decisions
    </button>
    <button type="button" aria-pressed={everything.value} onClick={() => (everything.value = true)}>
      Everything
    </button>
  </div>
);

const Days = ({ pane, days }: { pane: string; days: readonly Day[] }) => (
  <nav class="outline days" aria-label={nameInPane("Days", pane)}>
    {days.map((day, index) => (
      <a key={day.key} href={`#${day.key}`} aria-current={index === 0 ? "true" : undefined} onClick={(event) => goToDay(event, `${pane}-${day.key}`)}>
        <span>{shortDayName(day.at, slowNow.value)}</span> <b class="figures">{day.entries.length}</b>
      </a>
    ))}
  </nav>
);

function goToDay(event: Event, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.scrollIntoView({ block: "start" });
}

function DayTable({ id, day }: { id: string; day: Day }) {
  const asked = askedTimes(entries.value);
  return (
    <table class="ledger" id={id}>
      <caption>{dayName(day.at)}</caption>
      <thead class="unseen">
        <tr>
          <th scope="col">When</th>
          <th scope="col">Kind</th>
          <th scope="col">What</th>
          <th scope="col">Who</th>
          <th scope="col">Took</th>
        </tr>
      </thead>
      <tbody>
        {day.entries.map((entry) => (
          <Line key={entry.seq} entry={entry} asked_at={asked.get(revisionKey(entry)) ?? null} />
        ))}
      </tbody>
    </table>
  );
}

function shapeOf(entry: KnownEntry): Shape {
  if (siteIn(entry) !== null) return "window";
  return entry.item === null ? "settings" : ITEM_SHAPE[entry.item.kind];
}

function knownItem({ item, item_now }: KnownEntry): Item | null {
  return item === null ? null : (item_now ?? itemOf(item.id));
}

function Line({ entry, asked_at }: { entry: KnownEntry; asked_at: string | null }) {
  const { verb, about, who, hand, took_ms } = sentenceOf(entry, knownItem(entry), asked_at);
  const words = (
    <>
      <strong>{verb}</strong> <span>{about}</span>
    </>
  );
  const { item } = entry;
  const site = siteIn(entry);
  const open = item !== null ? () => openItem({ item_kind: item.kind, id: item.id }) : site !== null && siteOf(site) !== null ? () => openSite(site) : null;
  return (
    <tr>
      <td class="at">{exactTime(entry.at)}</td>
      <td class="kind">
        <Icon shape={shapeOf(entry)} />
      </td>
      <td class="what">
        {open === null ? words : <button type="button" onClick={open}>{words}</button>}
      </td>
      <td class={`who ${hand}`}>{who}</td>
      <td>{took_ms === null ? "" : tookWords(took_ms)}</td>
    </tr>
  );
}
