/** Decided reviews: what was asked before and what came of it, to be searched and opened again. */
import { useEffect, useRef } from "preact/hooks";
import { slowNow } from "../../state/clock";
import { found, foundAll, loadMore, search, searching, searchWords } from "../../state/history";
import { withdrawnWords } from "../../state/inbox";
import { nameInPane, type Pane } from "../../state/panes";
import { plural, tookWords, whenWords } from "../../state/words";
import { Icon, type Shape } from "../../parts/icon";
import type { Review } from "../../wire/types.gen";
import { openItem } from "../opening";
import { PaneHead } from "../panes/pane_head";
import { atEnd } from "./at_end";

const TYPING_MS = 150;

export function HistoryPane({ pane }: { pane: Pane }) {
  const end = useRef<HTMLParagraphElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    void search(searchWords.peek()).catch(() => undefined);
    field.current?.focus();
  }, []);
  useEffect(() => atEnd(end.current, () => loadMore().catch(() => undefined)), [found.value.length]);
  return (
    <>
      <PaneHead pane={pane} shape="history" title="History" closable>
        <span class="push" />
      </PaneHead>
      <div class="scroll" id={`${pane.id}-scroll`} tabIndex={0} role="group" aria-label="History">
        <div class="spread">
          <div class="page">
            <h1>Earlier reviews</h1>
            <Search pane={pane.id} field={field} />
            <table class="ledger">
              <thead class="unseen">
                <tr>
                  <th scope="col">When</th>
                  <th scope="col">Verdict</th>
                  <th scope="col">Plan</th>
                  <th scope="col">Took</th>
                </tr>
              </thead>
              <tbody>
                {found.value.map((review) => (
                  <Line key={review.id} review={review} />
                ))}
              </tbody>
            </table>
            <p class="quiet" role="status" ref={end}>
              {endWords()}
            </p>
          </div>
        </div>
      </div>
    </>
  );
}

function endWords(): string {
  if (searching.value) return "Looking …";
  if (found.value.length === 0) return searchWords.value === "" ? "Nothing was decided yet." : "Nothing like that was decided.";
  return foundAll.value ? "That is all." : "…";
}

function Search({ pane, field }: { pane: string; field: { current: HTMLInputElement | null } }) {
  const timer = useRef(0);
  const input = (event: Event) => {
    const words = (event.target as HTMLInputElement).value;
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void search(words.trim()).catch(() => undefined), TYPING_MS);
  };
  return (
    <search class="filter" aria-label={nameInPane("Earlier reviews", pane)}>
      <Icon shape="search" />
      <input id={`${pane}-search`} ref={field} type="search" aria-label="Search earlier reviews" placeholder="Words, names" defaultValue={searchWords.peek()} onInput={input} />
    </search>
  );
}

const SHAPES: Record<string, Shape> = { approved: "tick", changes_requested: "changes", expired: "dashed", withdrawn: "crossed" };

function verdictWords({ verdict, reason }: Review): string {
  if (verdict === "approved") return "Approved";
  if (verdict === "changes_requested") return "Changes requested";
  return verdict === "expired" ? "Expired, nobody answered" : `Withdrawn, ${withdrawnWords(reason)}`;
}

function Line({ review }: { review: Review }) {
  const ended = review.decided_at ?? review.opened_at;
  const took = Date.parse(ended) - Date.parse(review.opened_at);
  const revisions = review.revisions > 1 ? ` · ${plural(review.revisions, "revision")}` : "";
  return (
    <tr>
      <td class="at">{whenWords(ended, slowNow.value)}</td>
      <td class="kind">
        <Icon shape={SHAPES[review.verdict ?? ""] ?? "sheet"} />
      </td>
      <td class="what">
        <button type="button" onClick={() => openItem(review)}>
          <span>{review.title}</span>
          <small>
            {verdictWords(review)} · {review.workspace_name} · {review.agent_name}
            {revisions}
          </small>
        </button>
      </td>
      <td>{tookWords(took)}</td>
    </tr>
  );
}
