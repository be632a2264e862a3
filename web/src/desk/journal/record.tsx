/** Everything about one request on one page: its entries in order, each with all that it says. */
import { useEffect } from "preact/hooks";
import { LinkButton } from "../../parts/link_button";
import type { JournalLine } from "../../state/journal/lines";
import { text } from "../../state/journal/gate";
import { lastEntry } from "../../state/hub";
import { loadRecord, recordOf } from "../../state/journal/records";
import { dateWords, exactTime, travelWords } from "../../state/words";
import { openItem, openRecord } from "../opening";
import { Why } from "./why";
import { Body, LedgerColumns, SentenceCells } from "./line";

const KINDS = { review: "Plan", permission: "Permission", question: "Question" } as const;

/** Read anew whenever something happens to it. */
function useRecord(item: string): readonly JournalLine[] | null {
  useEffect(() => {
    void loadRecord(item).catch(() => undefined);
    return lastEntry.subscribe((entry) => {
      if (entry?.item?.id === item) void loadRecord(item).catch(() => undefined);
    });
  }, []);
  return recordOf(item).value;
}

export function Record({ item }: { item: string }) {
  const record = useRecord(item);
  const first = record?.[0];
  return (
    <div class="spread journal">
      <div class="page record-page">
        <p class="ways">
          <LinkButton words="← All entries" onClick={() => openRecord(null)} />
          {first?.item == null ? null : <Open kind={first.item.kind} id={item} />}
        </p>
        {record === null ? <p class="quiet" role="status">…</p> : null}
        {record !== null && first === undefined ? <p class="quiet" role="status">The journal has nothing about this.</p> : null}
        {record === null || first === undefined ? null : <Told record={record} first={first} />}
      </div>
    </div>
  );
}

const Open = ({ kind, id }: { kind: keyof typeof KINDS; id: string }) => <LinkButton words="Open it" onClick={() => openItem({ item_kind: kind, id })} />;

function Told({ record, first }: { record: readonly JournalLine[]; first: JournalLine }) {
  const title = first.title ?? text(first.body["title"]);
  return (
    <>
      <h1 class={first.tool_kind === "bash" ? "mono" : undefined}>{title === "" ? "Untitled" : title}</h1>
      <p class="byline">
        {first.item === null ? "" : KINDS[first.item.kind]} of {first.agent_name ?? first.actor.id}
        {first.workspace_name === null ? "" : `, ${first.workspace_name}`}. Asked on {dateWords(first.at)}.
      </p>
      {first.item?.kind === "permission" ? <Why permission={first.item.id} /> : null}
      <table class="ledger">
        <caption>In the order in which it happened</caption>
        <LedgerColumns />
        <tbody>
          {record.map((line, index) => (
            <Step key={line.seq} line={line} before={record[index - 1] ?? null} />
          ))}
        </tbody>
      </table>
    </>
  );
}

/** An entry with all that it says, and how long after the one before. */
function Step({ line, before }: { line: JournalLine; before: JournalLine | null }) {
  const span = before === null ? null : Date.parse(line.at) - Date.parse(before.at);
  const after = span === null ? "" : span <= 0 ? "At once. " : `${travelWords(span)} later. `;
  return (
    <>
      <tr class="open">
        <td class="at">{exactTime(line.at)}</td>
        <SentenceCells line={line} open={null} onChoose={() => undefined} />
      </tr>
      <tr class="detail">
        <td colSpan={2} />
        <td colSpan={3}>
          <p>
            {after}Entry {line.seq.toLocaleString("en-GB")}, digest <code>{line.hash.slice(0, 16)}</code>.
          </p>
          <Body line={line} />
        </td>
      </tr>
    </>
  );
}
