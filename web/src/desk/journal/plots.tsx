/** Two small plots in the margin of the journal; each is a table, too, for those who do not see it. */
import { useSignal } from "@preact/signals";
import { MenuChoice, WordMenu } from "../../parts/word_menu";
import { choose, filter } from "../../state/journal/lines";
import { barsOf, DAYS, differing, figures, LAST_MS, narrowed, shareOf, stripsOf, total, type Bar, type WaitStrip } from "../../state/journal/figures";
import { nameInPane } from "../../state/panes";
import { plural, tookWords } from "../../state/words";
import type { Decided, Waited } from "../../wire/types.gen";

export function Plots({ pane }: { pane: string }) {
  const known = figures.value;
  const unfolded = useSignal(false);
  if (known === null) return null;
  return (
    <>
      <button type="button" class="unfold-plots link" aria-expanded={unfolded.value} onClick={() => (unfolded.value = !unfolded.value)}>
        Figures of {DAYS} days
      </button>
      <aside class="plots" aria-label={nameInPane("Figures", pane)}>
        <Waits waits={known.waits} />
        <Deciders pane={pane} decided={known.decided} />
      </aside>
    </>
  );
}

const LEFT = 88;
const WIDTH = 174;
const LANE = 30;
const STEP = 4;
const TICKS: readonly [ms: number, words: string][] = [[1000, "1 s"], [10_000, ""], [60_000, "1 min"], [600_000, "10 min"], [LAST_MS, "1 h"]];

const placeOf = (share: number) => LEFT + share * WIDTH;

function Waits({ waits }: { waits: readonly Waited[] }) {
  const strips = stripsOf(waits);
  const answered = waits.filter(({ expired }) => !expired).length;
  const bottom = strips.length * LANE + 4;
  const isBeyond = waits.some(({ ms }) => ms > LAST_MS);
  return (
    <section>
      <h2>How long things waited for you</h2>
      <p>{strips.length === 0 ? `Nothing has, in ${DAYS} days.` : `${DAYS} days, ${plural(answered, "answer")}; bar: median, ring: expired`}</p>
      {strips.length === 0 ? null : (
        <svg class="strips" viewBox={`0 0 ${LEFT + WIDTH + 12} ${bottom + 18}`} aria-hidden="true">
          {TICKS.map(([ms, words]) => (
            <g key={ms}>
              <line class="tick" x1={placeOf(shareOf(ms))} x2={placeOf(shareOf(ms))} y1={0} y2={bottom} />
              <text x={placeOf(shareOf(ms))} y={bottom + 14} text-anchor="middle">
                {ms === LAST_MS && isBeyond ? "1 h +" : words}
              </text>
            </g>
          ))}
          {strips.map((strip, index) => (
            <Lane key={strip.kind} strip={strip} middle={index * LANE + LANE / 2 + 2} />
          ))}
        </svg>
      )}
      <WaitTable strips={strips} />
    </section>
  );
}

const Lane = ({ strip: { name, dots, median_ms }, middle }: { strip: WaitStrip; middle: number }) => (
  <g>
    <text x={0} y={middle + 4}>
      {name}
    </text>
    {dots.map(({ share, step, expired }, index) => (
      <circle key={index} class={expired ? "expired" : "answered"} cx={placeOf(share)} cy={middle + step * STEP} r={expired ? 3 : 2.5} />
    ))}
    {median_ms === null ? null : <rect class="median" x={placeOf(shareOf(median_ms)) - 1} y={middle - 10} width={2} height={20} />}
  </g>
);

const spanOr = (ms: number | null) => (ms === null ? "none" : tookWords(ms));

const WaitTable = ({ strips }: { strips: readonly WaitStrip[] }) => (
  <table class="unseen">
    <caption>How long things waited for you</caption>
    <thead>
      <tr>
        <th scope="col">Kind</th>
        <th scope="col">Answered</th>
        <th scope="col">Median</th>
        <th scope="col">Longest</th>
        <th scope="col">Expired</th>
      </tr>
    </thead>
    <tbody>
      {strips.map(({ kind, name, answered, median_ms, longest_ms, expired }) => (
        <tr key={kind}>
          <th scope="row">{name}</th>
          <td>{answered}</td>
          <td>{spanOr(median_ms)}</td>
          <td>{spanOr(longest_ms)}</td>
          <td>{expired}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const MOST_BARS = 8;

function Deciders({ pane, decided }: { pane: string; decided: readonly Decided[] }) {
  const agent = useSignal<string | null>(null);
  const tool = useSignal<string | null>(null);
  const own = narrowed(decided, agent.value, tool.value);
  const all = barsOf(own);
  const bars = all.length <= MOST_BARS ? all : all.filter((bar, at) => at < MOST_BARS - 1 || bar.hand === "nobody");
  const left = total(own) - bars.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <section>
      <h2>Who or which rule decided</h2>
      <p>
        {DAYS} days, {plural(total(own), "decision")} of{" "}
        <Narrow id={`${pane}-agent`} label="Agents" all="all agents" names={agentNames(decided)} chosen={agent} />,{" "}
        <Narrow id={`${pane}-tool`} label="Tools" all="all tools" names={new Map(differing(decided, (each) => each.tool).map((name) => [name, name]))} chosen={tool} />; choose one to filter
      </p>
      <ul class="bars">
        {bars.map((bar) => (
          <BarLine key={bar.by} bar={bar} share={bar.count / most} />
        ))}
      </ul>
      {left === 0 ? null : <p>and {plural(left, "decision")} by {plural(all.length - bars.length, "other")}</p>}
    </section>
  );
}

const agentNames = (decided: readonly Decided[]) =>
  new Map(decided.filter(({ agent }) => agent !== "").map(({ agent, agent_name }) => [agent, agent_name]));

interface NarrowProps {
  id: string;
  label: string;
  all: string;
  names: ReadonlyMap<string, string>;
  chosen: { value: string | null };
}

/** One of several, or all of them. */
const Narrow = ({ id, label, all, names, chosen }: NarrowProps) => (
  <WordMenu id={id} words={chosen.value === null ? all : (names.get(chosen.value) ?? chosen.value)} label={label}>
    <MenuChoice kind="radio" name={id} words={all} chosen={chosen.value === null} onChoose={() => (chosen.value = null)} />
    {[...names].map(([key, name]) => (
      <MenuChoice key={key} kind="radio" name={id} words={name} chosen={chosen.value === key} onChoose={() => (chosen.value = key)} />
    ))}
  </WordMenu>
);

function BarLine({ bar: { by, name, count, hand }, share }: { bar: Bar; share: number }) {
  const chosen = filter.value.by.includes(by);
  return (
    <li>
      <button type="button" class={hand} aria-pressed={chosen} title={name} onClick={() => void choose({ by: chosen ? [] : [by] })}>
        <span class="name">{name}</span>
        <span class="bar-room">
          <i style={{ width: `${(share * 100).toFixed(1)}%` }} />
          <b class="figures">{count}</b>
        </span>
      </button>
    </li>
  );
}
