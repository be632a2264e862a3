/** What the journal shows: words to search for, and three words in a sentence that open menus. */
import { useRef } from "preact/hooks";
import { Icon } from "../../parts/icon";
import { MenuChoice, WordMenu } from "../../parts/word_menu";
import { choose, filter, toggled } from "../../state/journal/lines";
import { barsOf, figures, KIND_NAMES } from "../../state/journal/figures";
import { nameInPane } from "../../state/panes";
import { rail } from "../../state/rail";
import type { ItemKind } from "../../wire/types.gen";

const TYPING_MS = 150;
const KINDS: readonly ItemKind[] = ["permission", "question", "review"];

export function Filters({ pane }: { pane: string }) {
  return (
    <search class="filter" aria-label={nameInPane("Journal", pane)}>
      <Words pane={pane} />
      <Kinds pane={pane} />
      <Folders pane={pane} />
      <Deciders pane={pane} />
    </search>
  );
}

function Words({ pane }: { pane: string }) {
  const timer = useRef(0);
  const input = (event: Event) => {
    const words = (event.target as HTMLInputElement).value.trim();
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void choose({ words }), TYPING_MS);
  };
  return (
    <span class="sought">
      <Icon shape="search" />
      <input id={`${pane}-words`} type="search" aria-label="Search the journal" placeholder="Words, commands, names" maxLength={200} defaultValue={filter.peek().words} onInput={input} />
    </span>
  );
}

const MOST_LETTERS = 36;

/** "all kinds", "permissions", "permissions, questions", "3 of them" */
function listed(all: string, names: readonly string[]): string {
  const words = names.join(", ");
  if (names.length === 0) return all;
  return words.length > MOST_LETTERS ? `${names.length} of them` : words;
}

function Kinds({ pane }: { pane: string }) {
  const { everything, kinds } = filter.value;
  const words = listed("all kinds", kinds.map((kind) => KIND_NAMES[kind].toLowerCase()));
  return (
    <WordMenu id={`${pane}-kinds`} before={everything ? "Everything" : "Decisions"} words={words} label="Kinds">
      <MenuChoice kind="radio" name={`${pane}-extent`} words="Decisions" chosen={!everything} onChoose={() => void choose({ everything: false })} />
      <MenuChoice kind="radio" name={`${pane}-extent`} words="Everything that happened" chosen={everything} onChoose={() => void choose({ everything: true })} />
      <hr />
      {KINDS.map((kind) => (
        <MenuChoice key={kind} kind="checkbox" name={`${pane}-kind`} words={KIND_NAMES[kind]} chosen={kinds.includes(kind)} onChoose={() => void choose({ kinds: toggled(kinds, kind) })} />
      ))}
    </WordMenu>
  );
}

/** The workspaces that the figures know, that wait in the inbox, or that are chosen. */
function knownFolders(chosen: readonly string[]): [path: string, name: string][] {
  const waiting = rail.value.filter(({ workspace }) => workspace !== "").map(({ workspace, name }) => [workspace, name] as const);
  const all = new Map([...(figures.value?.folders ?? []).map(({ path, name }) => [path, name] as const), ...waiting]);
  for (const path of chosen) if (!all.has(path)) all.set(path, path.split("/").at(-1) ?? path);
  return [...all].toSorted(([, one], [, other]) => (one < other ? -1 : 1));
}

function Folders({ pane }: { pane: string }) {
  const { folders } = filter.value;
  const known = knownFolders(folders);
  const names = known.filter(([path]) => folders.includes(path)).map(([, name]) => name);
  return (
    <WordMenu id={`${pane}-folders`} before="in" words={listed("all workspaces", names)} label="Workspaces">
      {known.length === 0 ? <p class="quiet">Nothing was asked yet.</p> : null}
      {known.map(([path, name]) => (
        <MenuChoice key={path} kind="checkbox" name={`${pane}-folder`} words={name} chosen={folders.includes(path)} onChoose={() => void choose({ folders: toggled(folders, path) })} />
      ))}
    </WordMenu>
  );
}

const ALWAYS_OFFERED = [
  { by: "person", name: "You", count: 0 },
  { by: "timeout", name: "Nobody, expired", count: 0 },
];

function Deciders({ pane }: { pane: string }) {
  const { by } = filter.value;
  const bars = barsOf(figures.value?.decided ?? []);
  const missing = ALWAYS_OFFERED.filter((each) => !bars.some((bar) => bar.by === each.by));
  const unknown = by.filter((each) => ![...bars, ...missing].some((bar) => bar.by === each));
  const offered = [...bars, ...missing, ...unknown.map((each) => ({ by: each, name: each, count: 0 }))];
  const names = offered.filter((each) => by.includes(each.by)).map(({ name }) => (name === "You" ? "you" : name));
  return (
    <WordMenu id={`${pane}-deciders`} before="by" words={listed("anyone", names)} label="Who decided">
      {offered.map((each) => (
        <MenuChoice key={each.by} kind="checkbox" name={`${pane}-by`} words={each.name} count={each.count} chosen={by.includes(each.by)} onChoose={() => void choose({ by: toggled(by, each.by) })} />
      ))}
    </WordMenu>
  );
}
