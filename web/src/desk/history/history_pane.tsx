/** What was decided, of every kind: found by words, narrowed by a sentence, opened again in the list's own place. */
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { slowNow } from "../../state/clock";
import { beyondWorkspaces, isNarrowed } from "../../state/history/choices";
import type { Group } from "../../state/history/groups";
import { arrange, arrangement, catchUp, choices, choose, chooseAll, chosenLine, facets, failure, groups, indexedTo, isSearching, lines, loadMore, reload, scrolledTo, wholeHistory, withMore } from "../../state/history/lines";
import { nameInPane, type Pane } from "../../state/panes";
import { dayName, shortDayName } from "../../state/words";
import { LinkButton } from "../../parts/link_button";
import { atEnd } from "../journal/at_end";
import { PaneHead } from "../panes/pane_head";
import { Filters } from "./filters";
import { walkLines } from "./keys";
import { Line } from "./line";
import { useNews } from "./news";
import { useStillReading } from "./still";
import "../../style/word_menu.css";
import "../../style/history.css";

export function HistoryPane({ pane }: { pane: Pane }) {
  const scroll = useRef<HTMLDivElement>(null);
  useBeginning(pane.id, scroll);
  useNews();
  useStillReading(scroll);
  return (
    <>
      <PaneHead pane={pane} shape="history" title="History" closable>
        <Extent />
        <span class="push" />
      </PaneHead>
      <div
        class="scroll" id={`${pane.id}-scroll`} ref={scroll} tabIndex={0} role="group" aria-label="History"
        onKeyDown={(event) => walkLines(event, pane.id)} onScroll={() => scrolledTo.set(pane.id, scroll.current?.scrollTop ?? 0)}
      >
        <div class="spread history">
          <GroupsNav pane={pane.id} />
          <div class="page">
            <h1>What was decided</h1>
            <Filters pane={pane.id} />
            <Lines pane={pane.id} />
          </div>
        </div>
      </div>
    </>
  );
}

/** Whoever comes back finds the list where it was; whoever comes anew is asked for words. */
function useBeginning(pane: string, scroll: { current: HTMLDivElement | null }): void {
  useLayoutEffect(() => {
    if (scroll.current !== null) scroll.current.scrollTop = scrolledTo.get(pane) ?? 0;
  }, []);
  useEffect(() => {
    void (lines.peek().length === 0 ? reload() : catchUp());
    if (chosenLine.peek() === null) document.getElementById(`${pane}-search`)?.focus();
  }, []);
}

/** How much there is. */
function Extent() {
  const known = facets.value;
  if (known === null) return null;
  const count = known.kinds.reduce((sum, kind) => sum + kind.count, 0);
  return <span class="where">{count.toLocaleString("en-GB")} decided</span>;
}

function Lines({ pane }: { pane: string }) {
  const end = useRef<HTMLParagraphElement>(null);
  useEffect(() => atEnd(end.current, loadMore), [lines.value, wholeHistory.value]);
  return (
    <div aria-busy={isSearching.value}>
      {groups.value.map((group) => (
        <Lot key={group.key} pane={pane} group={group} />
      ))}
      <p class="quiet" role="status" ref={end}>
        <EndWords />
      </p>
    </div>
  );
}

/** Without the blanks of a folder's name, which would end the id where a label refers to it. */
const lotId = (pane: string, { key }: Group) => `${pane}-lot-${encodeURIComponent(key)}`;

/** The lines of one day, or of one workspace. */
function Lot({ pane, group }: { pane: string; group: Group }) {
  const { workspace } = group;
  const id = lotId(pane, group);
  return (
    <section class="lot" id={id} aria-labelledby={`${id}-name`}>
      <h2 id={`${id}-name`} title={workspace ?? undefined}>
        {workspace === null ? dayName(group.at) : group.name}
      </h2>
      <ul>
        {group.lines.map((line) => (
          <Line key={line.id} pane={pane} line={line} byDay={workspace === null} />
        ))}
      </ul>
      {workspace === null || !withMore.value.has(workspace) ? null : (
        <p class="all">
          <LinkButton words={`All of ${group.name}`} onClick={() => void choose({ workspace })} />
        </p>
      )}
    </section>
  );
}

const GroupsNav = ({ pane }: { pane: string }) => (
  <nav class="outline lots" aria-label={nameInPane(arrangement.value === "day" ? "Days" : "Workspaces", pane)}>
    {groups.value.map((group, index) => (
      <a key={group.key} href={`#${group.key}`} aria-current={index === 0 ? "true" : undefined} onClick={(event) => goTo(event, lotId(pane, group))}>
        {group.workspace === null ? shortDayName(group.at, slowNow.value) : group.name}
      </a>
    ))}
  </nav>
);

function goTo(event: Event, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.scrollIntoView({ block: "start" });
}

function EndWords() {
  if (failure.value !== null) return <>{failure.value.message}. <LinkButton words="Try again" onClick={() => void reload()} /></>;
  if (isSearching.value && lines.value.length === 0) return <>Looking …</>;
  if (!wholeHistory.value) return <>…</>;
  if (indexedTo.value.indexed === 0 && indexedTo.value.seq > 0) return <>The index of what was decided is being made; what lacks comes by itself.</>;
  const beyond = arrangement.value === "workspace" && choices.value.workspace === null ? beyondWorkspaces(facets.value) : 0;
  if (beyond > 0) return <BeyondWords count={beyond} />;
  if (lines.value.length > 0) return <>That is all.</>;
  return <NothingWords />;
}

/** The hub counts the workspaces with the most; what was decided in others is found by day. */
const BeyondWords = ({ count }: { count: number }) => (
  <>
    {count.toLocaleString("en-GB")} of all that was decided lie in workspaces that are not listed here. <LinkButton words="Look there, too, by day" onClick={() => void arrange("day")} />
  </>
);

/** Why the list is empty, and what would fill it. */
function NothingWords() {
  const { words, rules, by } = choices.value;
  const all = facets.value?.kinds.length ?? 0;
  if (!isNarrowed(choices.value)) {
    if (all > 0 && !rules) return <>You were asked nothing yet: all of it was decided by rules. <LinkButton words="List that" onClick={() => void choose({ rules: true })} /></>;
    return <>Nothing was decided yet. What you answer is found here again, by its text, your marks and your words.</>;
  }
  return (
    <>
      {words === "" ? "Nothing like that was decided." : <>Nothing that was decided has “{words}” in its text, its marks or its answer.</>}{" "}
      {rules || by !== null ? null : <><LinkButton words="Look in what rules decided, too" onClick={() => void choose({ rules: true })} /> or </>}
      <LinkButton words="show all" onClick={() => void chooseAll()} />
    </>
  );
}
