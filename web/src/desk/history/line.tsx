/** A decided item as a line to read: its title, how it ended, and the words around what was found. */
import { slowNow } from "../../state/clock";
import { chosenLine, lines } from "../../state/history/lines";
import { endOf, handOf, marksWords } from "../../state/history/words";
import { clockTime, dateWords, exactTime, shortDayName } from "../../state/words";
import { Spelled } from "../../parts/agent_words";
import { Icon } from "../../parts/icon";
import type { HistoryLine, SnippetPart } from "../../wire/types.gen";
import { ITEM_SHAPE } from "../inbox/item";
import { openFrom } from "../opening";

export const LINE = "history-line";
const lineId = (pane: string, { place }: HistoryLine) => `${pane}-${LINE}-${place}`;

const textOf = (parts: readonly SnippetPart[]) => parts.map(({ text }) => text).join("");

/** A text with the words that were searched for set off. */
const Found = ({ parts }: { parts: readonly SnippetPart[] }) => (
  <bdi class="agent-words">
    {parts.map(({ text, found }, at) => (found ? <mark key={at}><Spelled words={text} /></mark> : <Spelled key={at} words={text} />))}
  </bdi>
);

/** Keys stand on one line of the list: on the chosen one, else on the first. */
const isReached = ({ place }: HistoryLine) => place === (lines.value.find((line) => line.place === chosenLine.value) ?? lines.value[0])?.place;

export function Line({ pane, line, byDay }: { pane: string; line: HistoryLine; byDay: boolean }) {
  const { place, kind, id, decided_at, forgotten } = line;
  const open = () => {
    chosenLine.value = place;
    openFrom(pane, { item_kind: kind, id });
  };
  return (
    <li class={`decided ${kind}`}>
      <button
        type="button" class={LINE} id={lineId(pane, line)} tabIndex={isReached(line) ? 0 : -1}
        data-return={chosenLine.value === place ? "" : undefined} onClick={open} onFocus={() => (chosenLine.value = place)}
      >
        <time dateTime={decided_at} title={`${dateWords(decided_at)}, ${exactTime(decided_at)}`}>
          {byDay ? clockTime(decided_at) : shortDayName(decided_at, slowNow.value)}
        </time>
        <Icon shape={ITEM_SHAPE[kind]} />
        <span class="what">
          {forgotten ? <ForgottenTitle /> : <Texts line={line} />}
          <Ending line={line} byDay={byDay} />
        </span>
      </button>
    </li>
  );
}

const ForgottenTitle = () => <span class="title gone">Its texts were forgotten</span>;

/** Where the words were found in the title itself, nothing is said twice. */
function Texts({ line: { title, snippet } }: { line: HistoryLine }) {
  const inTitle = snippet.length > 0 && textOf(snippet) === title;
  return (
    <>
      <span class="title">
        <Found parts={inTitle ? snippet : [{ text: title, found: false }]} />
      </span>
      {inTitle || snippet.length === 0 ? null : (
        <span class="snippet">
          <Found parts={snippet} />
        </span>
      )}
    </>
  );
}

/** "Approved by you · Claude Code · web-store · 3 marks" */
function Ending({ line, byDay }: { line: HistoryLine; byDay: boolean }) {
  const [ended, who] = endOf(line);
  const rest = [line.agent_name, byDay ? line.workspace_name : "", marksWords(line.marks)].filter((words) => words !== "");
  return (
    <span class="ending">
      {ended}{line.decider === "timeout" ? ", " : " by "}<b class={handOf(line.decider)}>{who}</b>{line.decider === "timeout" ? " answered" : ""} · {rest.join(" · ")}
    </span>
  );
}
