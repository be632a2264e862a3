/** What history shows: words to search for, and a sentence whose words open menus. */
import { useRef } from "preact/hooks";
import { Icon } from "../../parts/icon";
import { MenuChoice, WordMenu } from "../../parts/word_menu";
import { countByItself, type By, type TimeSpan } from "../../state/history/choices";
import { arrange, arrangement, choices, choose, facets } from "../../state/history/lines";
import { BY_WORDS, KIND_WORDS, OUTCOME_WORDS, SPAN_WORDS, spanWords } from "../../state/history/words";
import { nameInPane } from "../../state/panes";
import type { Facet } from "../../wire/types.gen";

const TYPING_MS = 120;

export function Filters({ pane }: { pane: string }) {
  return (
    <search class="history-search" aria-label={nameInPane("What was decided", pane)}>
      <Words pane={pane} />
      <p class="narrowed">
        <Kinds pane={pane} /> <Workspaces pane={pane} /> <Agents pane={pane} /> <Outcomes pane={pane} /> <Deciders pane={pane} /> <Time pane={pane} />
      </p>
      <p class="narrowed">
        <Arrangement pane={pane} />
        <Rules />
      </p>
    </search>
  );
}

function Words({ pane }: { pane: string }) {
  const timer = useRef(0);
  const field = useRef<HTMLInputElement>(null);
  const { words } = choices.value;
  const search = (typed: string, after_ms: number) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void choose({ words: typed }), after_ms);
  };
  const clear = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || field.current?.value === "") return;
    event.preventDefault();
    if (field.current !== null) field.current.value = "";
    search("", 0);
  };
  return (
    <div class="filter">
      <Icon shape="search" />
      <input
        id={`${pane}-search`} ref={field} type="search" aria-label="Search what was decided" placeholder="Words of texts, marks and answers; “quotes” for a phrase"
        maxLength={400} value={words} onInput={({ currentTarget }) => search(currentTarget.value, TYPING_MS)} onKeyDown={clear}
      />
    </div>
  );
}

interface OneProps<Value extends string> {
  id: string;
  before?: string;
  /** What is said when nothing is chosen, in the sentence and in the menu. */
  all: string;
  menu: string;
  label: string;
  chosen: Value | null;
  /** The chosen one in the sentence. */
  words: string | null;
  offered: readonly { value: Value; name: string; count?: number }[];
  onChoose: (value: Value | null) => void;
}

/** A word of the sentence: all, or one of several. */
const One = <Value extends string>({ id, before, all, menu, label, chosen, words, offered, onChoose }: OneProps<Value>) => (
  <WordMenu id={id} {...(before === undefined ? {} : { before })} words={words ?? all} label={label}>
    <MenuChoice kind="radio" name={`${id}-one`} words={menu} chosen={chosen === null} onChoose={() => onChoose(null)} />
    <hr />
    {offered.map(({ value, name, count }) => (
      <MenuChoice key={value} kind="radio" name={`${id}-one`} words={name} {...(count === undefined ? {} : { count })} chosen={chosen === value} onChoose={() => onChoose(value)} />
    ))}
  </WordMenu>
);

/** Those of a closed set that there are. */
function those<Value extends string>(words: Readonly<Record<Value, string>>, counted: readonly Facet[] | undefined) {
  const counts = new Map((counted ?? []).map(({ value, count }) => [value, count]));
  return (Object.keys(words) as Value[]).filter((value) => counts.has(value)).map((value) => ({ value, name: words[value], count: counts.get(value) ?? 0 }));
}

function Kinds({ pane }: { pane: string }) {
  const { kind } = choices.value;
  return <One id={`${pane}-kind`} all="Everything" menu="Everything" label="Kind" chosen={kind} words={kind === null ? null : KIND_WORDS[kind]} offered={those(KIND_WORDS, facets.value?.kinds)} onChoose={(chosen) => void choose({ kind: chosen })} />;
}

const nameOf = (list: readonly Facet[] | undefined, value: string | null) => (value === null ? null : (list?.find((each) => each.value === value)?.name ?? value));

function Workspaces({ pane }: { pane: string }) {
  const { workspace } = choices.value;
  const known = facets.value?.workspaces ?? [];
  return <One id={`${pane}-workspace`} before="in" all="every workspace" menu="Every workspace" label="Workspace" chosen={workspace} words={nameOf(known, workspace)} offered={known} onChoose={(chosen) => void choose({ workspace: chosen })} />;
}

function Agents({ pane }: { pane: string }) {
  const { agent } = choices.value;
  const known = facets.value?.agents ?? [];
  return <One id={`${pane}-agent`} before="from" all="any agent" menu="Any agent" label="Agent" chosen={agent} words={nameOf(known, agent)} offered={known} onChoose={(chosen) => void choose({ agent: chosen })} />;
}

function Outcomes({ pane }: { pane: string }) {
  const { outcome } = choices.value;
  return <One id={`${pane}-outcome`} all="however it ended" menu="However it ended" label="How it ended" chosen={outcome} words={outcome === null ? null : OUTCOME_WORDS[outcome].toLowerCase()} offered={those(OUTCOME_WORDS, facets.value?.outcomes)} onChoose={(chosen) => void choose({ outcome: chosen })} />;
}

const BY_IN_SENTENCE: Record<By, string> = { person: "you", timeout: "nobody", agent: "the agent", rules: "rules" };
const offeredDeciders = (Object.keys(BY_WORDS) as By[]).map((value) => ({ value, name: BY_WORDS[value] }));

function Deciders({ pane }: { pane: string }) {
  const { by } = choices.value;
  return <One id={`${pane}-by`} before="by" all="anyone" menu="Anyone" label="Who decided" chosen={by} words={by === null ? null : BY_IN_SENTENCE[by]} offered={offeredDeciders} onChoose={(chosen) => void choose({ by: chosen })} />;
}

const SPANS = Object.keys(SPAN_WORDS) as TimeSpan[];

function Time({ pane }: { pane: string }) {
  const { span, from, to } = choices.value;
  const day = (name: "from" | "to", value: string) => (
    <label class="day">
      <span>{name === "from" ? "From" : "To"}</span>
      <input type="date" value={value} onChange={({ currentTarget }) => void choose({ span: "between", [name]: currentTarget.value })} />
    </label>
  );
  return (
    <WordMenu id={`${pane}-time`} words={spanWords(choices.value)} label="Time">
      {SPANS.map((each) => (
        <MenuChoice key={each} kind="radio" name={`${pane}-span`} words={SPAN_WORDS[each]} chosen={span === each} onChoose={() => void choose({ span: each })} />
      ))}
      {day("from", from)}
      {day("to", to)}
    </WordMenu>
  );
}

function Arrangement({ pane }: { pane: string }) {
  const by = arrangement.value;
  return (
    <WordMenu id={`${pane}-arrangement`} before="Listed by" words={by} label="Listed by">
      <MenuChoice kind="radio" name={`${pane}-by-which`} words="Day" chosen={by === "day"} onChoose={() => void arrange("day")} />
      <MenuChoice kind="radio" name={`${pane}-by-which`} words="Workspace" chosen={by === "workspace"} onChoose={() => void arrange("workspace")} />
    </WordMenu>
  );
}

/** Left out unless wanted: they are many, and nobody was asked. */
function Rules() {
  const { by, rules } = choices.value;
  const count = facets.value === null ? 0 : countByItself(facets.value);
  if (by !== null || (count === 0 && !rules)) return null;
  return (
    <label class="also">
      <input type="checkbox" checked={rules} onChange={({ currentTarget }) => void choose({ rules: currentTarget.checked })} />
      <span>With the {count.toLocaleString("en-GB")} that rules decided</span>
    </label>
  );
}
