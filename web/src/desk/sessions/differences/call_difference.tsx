/** What a call changes in a file: its lines below or beside each other, the words that differ, and the person's marks on lines. */
import { useComputed, useSignal } from "@preact/signals";
import { below, beside, covers, isFold, marksOn, stretchOf, type CodeLine, type Fold, type Pair, type Stretch } from "../../../state/sessions/differences";
import { isBeside, lay, markDraft, rowsOf } from "../../../state/sessions/difference_rows";
import { AgentWords } from "../../../parts/agent_words";
import { seen } from "../../../state/unseen_characters";
import { shownSessionOf } from "../../../state/sessions/sessions";
import { plural } from "../../../state/words";
import type { CallDifference as Difference, DiffMark, DiffOutput } from "../../../wire/types.gen";
import { LineNumber } from "./line_number";
import { LinesMarkForm, MarkNote } from "./marks";
import { begin, useChoosing } from "./choosing";
import "../../../style/sessions/differences.css";

interface Props {
  session: string;
  /** The part that the difference belongs to. */
  call: string;
  output: DiffOutput;
  /** Its place among the differences of the call. */
  place: number;
}

export interface Numbered {
  readonly mark: DiffMark;
  readonly number: number | null;
}

export function ShownDifference({ session, call, output, place }: Props) {
  const whole = useSignal(false);
  const rows = rowsOf(session, call, place, output, whole.value).value;
  const marks = useComputed(() => {
    const shown = shownSessionOf(session).value;
    return shown.at === "here" ? marksOn(shown.state.marks, call, output.path) : [];
  }).value;
  return (
    <figure class="session-difference" aria-label={`Change of ${seen(output.path)}`}>
      <figcaption>
        <code><AgentWords words={output.path} /></code>
        {output.old === null ? " new file" : output.new === null ? " deleted" : ""}
        {rows.at === "here" ? <small class="figures">+{rows.difference.rows.added} −{rows.difference.rows.removed}</small> : null}
        <button type="button" class="plain" aria-pressed={isBeside.value} onClick={() => lay(!isBeside.peek())}>Side by side</button>
      </figcaption>
      {rows.at === "loading" ? <p class="session-small">…</p> : null}
      {rows.at === "away" ? <p class="session-small heed">The lines could not be compared: {rows.why}</p> : null}
      {rows.at !== "here" ? null : (
        <Rows session={session} call={call} output={output} difference={rows.difference} marks={marks} onWhole={() => (whole.value = true)} />
      )}
    </figure>
  );
}

interface RowsProps {
  session: string;
  call: string;
  output: DiffOutput;
  difference: Difference;
  marks: readonly Numbered[];
  onWhole: () => void;
}

function Rows({ session, call, output, difference, marks, onWhole }: RowsProps) {
  const draft = markDraft(session, call, output.path);
  const choosing = useChoosing(draft);
  const { rows, left_out } = difference.rows;
  const asPairs = isBeside.value;
  const lines: readonly (CodeLine | Pair | Fold)[] = asPairs ? beside(rows) : below(rows);
  const columns = asPairs ? 4 : 3;
  const under = (line: CodeLine | null) => {
    if (line === null) return null;
    const written = draft.value;
    const here = marks.filter(({ mark }) => mark.side === line.side && mark.last_line === line.number && mark.id !== written?.mark);
    const isWriting = written !== null && written.side === line.side && written.last === line.number;
    if (here.length === 0 && !isWriting) return null;
    return (
      <tr class="under" key={`under-${line.side}-${line.number}`}>
        <td colSpan={columns}>
          {here.map((each) => <MarkNote key={each.mark.id} session={session} numbered={each} onChange={() => begin(draft, stretchOf(each.mark), each.mark)} />)}
          {isWriting ? <LinesMarkForm session={session} call={call} output={output} draft={draft} /> : null}
        </td>
      </tr>
    );
  };
  return (
    <div class="session-rows" role="group" aria-label={`Lines of ${seen(output.path)}`} ref={choosing.box}>
      <table class={asPairs ? "beside" : "below"} {...choosing.on}>
        <tbody>
          {lines.map((line, at) =>
            isFold(line) ? (
              <tr class="fold" key={`fold-${at}`}>
                <td colSpan={columns}>
                  <button type="button" class="plain" onClick={onWhole}>{plural(line.lines, "equal line")}</button>
                </td>
              </tr>
            ) : "was" in line ? (
              <>
                <tr key={`pair-${at}`}>
                  <Cells line={line.was} marks={marks} chosen={choosing.chosen.value} />
                  <Cells line={line.now} marks={marks} chosen={choosing.chosen.value} />
                </tr>
                {under(line.was?.kind === "same" ? null : line.was)}
                {under(line.now)}
              </>
            ) : (
              <>
                <tr class={line.kind} key={`line-${at}`}>
                  <Cells line={line} marks={marks} chosen={choosing.chosen.value} signed />
                </tr>
                {under(line)}
              </>
            ),
          )}
        </tbody>
      </table>
      {left_out === 0 ? null : <p class="session-small">{plural(left_out, "line")} more are not shown; the file has them</p>}
    </div>
  );
}

interface CellsProps {
  line: CodeLine | null;
  marks: readonly Numbered[];
  chosen: Stretch | null;
  /** With a sign of its own beside the number. */
  signed?: boolean;
}

const SIGNS = { same: "", removed: "−", added: "+" };

function Cells({ line, marks, chosen, signed = false }: CellsProps) {
  if (line === null) return <td colSpan={2} class="none" />;
  const marked = marks.filter(({ mark }) => covers(stretchOf(mark), line));
  const last = marked.find(({ mark }) => mark.last_line === line.number);
  const isChosen = chosen !== null && covers(chosen, line);
  const look = [line.kind, marked.length === 0 ? "" : marked.some(({ number }) => number !== null) ? "marked" : "marked sent", isChosen ? "chosen" : ""];
  return (
    <>
      <LineNumber line={line} />
      {signed ? <td class="sign" aria-hidden="true">{SIGNS[line.kind]}</td> : null}
      <td class={look.filter((each) => each !== "").join(" ")} data-side={line.side} data-line={line.number}>
        <code dangerouslySetInnerHTML={{ __html: line.html }} />
        {last?.number == null ? null : <sup class="mark-number">{last.number}</sup>}
      </td>
    </>
  );
}
