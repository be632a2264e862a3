/** The agent's own plan: its steps, and how far each has come. */
import { AgentWords } from "../../../parts/agent_words";
import type { PlanEntry } from "../../../wire/types.gen";

const DONE: Readonly<Record<string, string>> = { completed: "done", in_progress: "under way", pending: "not yet" };

export function PlanPanel({ entries }: { entries: readonly PlanEntry[] }) {
  if (entries.length === 0) return null;
  const done = entries.filter(({ status }) => status === "completed").length;
  return (
    <details class="session-plan" open>
      <summary>
        The agent’s plan <span class="figures">{done} of {entries.length} done</span>
      </summary>
      <ol>
        {entries.map(({ content, status, priority }, at) => (
          <li key={at} data-status={status}>
            <i aria-hidden="true" />
            <span>
              <AgentWords words={content} />
              {priority === "high" ? <small> first</small> : null}
              <span class="unseen">, {DONE[status] ?? status}</span>
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
