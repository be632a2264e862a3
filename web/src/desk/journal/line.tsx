/** A line of the journal as a sentence; chosen, it unfolds what is known of it. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon, type Shape } from "../../parts/icon";
import { LinkButton } from "../../parts/link_button";
import type { JournalLine } from "../../state/journal/lines";
import { detailOf, saysOf } from "../../state/journal/detail";
import { sentenceOf } from "../../state/journal/sentences";
import { siteIn, siteOf } from "../../state/pages/sites";
import { loadRecord, recordOf } from "../../state/journal/records";
import { reviewOf } from "../../state/reviews";
import { sessionIn } from "../../state/journal/sessions";
import { sessionLine } from "../../state/sessions/list";
import { exactTime, tookWords } from "../../state/words";
import { ITEM_SHAPE } from "../inbox/item";
import { openItem, openRecord, openSessionPane, openSite } from "../opening";

const RULES = /^(?:rules_|mode_|grant_)/u;
const CALLS = /^(?:call_|countdown)/u;

function shapeOf(line: JournalLine): Shape {
  if (siteIn(line) !== null || line.kind.startsWith("page_")) return "window";
  if (line.item !== null) return ITEM_SHAPE[line.item.kind];
  if (line.kind.startsWith("session_")) return "prompt";
  if (RULES.test(line.kind)) return "rules";
  return CALLS.test(line.kind) ? "key" : "settings";
}

/** The columns, and what they are called for those who listen. */
export const LedgerColumns = () => (
  <>
    <colgroup>
      {["at", "kind", "what", "who", "took"].map((name) => (
        <col key={name} class={`c-${name}`} />
      ))}
    </colgroup>
    <thead class="unseen">
      <tr>
        <th scope="col">When</th>
        <th scope="col">Kind</th>
        <th scope="col">What</th>
        <th scope="col">Who</th>
        <th scope="col">Took</th>
      </tr>
    </thead>
  </>
);

/** The icon, the sentence and who it was: the cells between the time and the span. */
export function SentenceCells({ line, open, onChoose }: { line: JournalLine; open: boolean | null; onChoose: () => void }) {
  const { verb, about, mono, said, who, hand, took_ms } = sentenceOf(line, line.item === null ? null : reviewOf(line.item.id));
  const words = (
    <>
      <strong>{verb}</strong> {mono ? <code>{about}</code> : <span>{about}</span>}
      {said === "" ? null : <span class="said"> {said}</span>}
    </>
  );
  return (
    <>
      <td class="kind">
        <Icon shape={shapeOf(line)} />
      </td>
      <td class="what">
        {open === null ? words : (
          <button type="button" aria-expanded={open} onClick={onChoose}>
            {words}
          </button>
        )}
      </td>
      <td class={`who ${hand}`}>{who}</td>
      <td>{took_ms === null ? "" : tookWords(took_ms)}</td>
    </>
  );
}

export function Line({ line }: { line: JournalLine }) {
  const open = useSignal(false);
  return (
    <>
      <tr class={open.value ? "open" : undefined}>
        <td class="at">{exactTime(line.at)}</td>
        <SentenceCells line={line} open={open.value} onChoose={() => (open.value = !open.value)} />
      </tr>
      {open.value ? (
        <tr class="detail">
          <td colSpan={2} />
          <td colSpan={3}>
            <LineDetail line={line} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

function LineDetail({ line }: { line: JournalLine }) {
  const { item } = line;
  useEffect(() => {
    if (item !== null) void loadRecord(item.id).catch(() => undefined);
  }, []);
  const story = item === null ? [] : recordOf(item.id).value;
  if (story === null) return <p>…</p>;
  const { sentences, digest } = detailOf(line, story);
  return (
    <>
      <p>
        {sentences} {digest === "" ? null : <>Text <code>{digest}</code>.</>}
      </p>
      {item === null ? <Body line={line} /> : null}
      <Ways line={line} />
    </>
  );
}

/** What the entry itself says, by name. */
export const Body = ({ line }: { line: JournalLine }) => (
  <dl class="says">
    {saysOf(line).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** Where a line leads. */
function Ways({ line }: { line: JournalLine }) {
  const { item } = line;
  const site = siteIn(line);
  const session = sessionIn(line);
  return (
    <p class="ways">
      {item === null ? null : <LinkButton words="Open it" onClick={() => openItem({ item_kind: item.kind, id: item.id })} />}
      {item === null ? null : <LinkButton words="Everything about it" onClick={() => openRecord(item.id)} />}
      {session === null || sessionLine(session) === null ? null : <LinkButton words="Open the session" onClick={() => openSessionPane(session)} />}
      {site === null || siteOf(site) === null ? null : <LinkButton words="Open its pages" onClick={() => openSite(site)} />}
    </p>
  );
}
