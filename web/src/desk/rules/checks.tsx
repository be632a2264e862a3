/** What a draft comes to: why it does not load, its examples, lines to try, and what it would have changed. */
import { useSignal } from "@preact/signals";
import { Icon } from "../../parts/icon";
import { LinkButton } from "../../parts/link_button";
import { alike, check, dropTry, effect, effectWords, tries, tryLine } from "../../state/rules";
import { plural } from "../../state/words";
import type { DraftEffect, DraftRule, ToolKind, TriedResult } from "../../wire/types.gen";
import { openRecord } from "../opening";
import { RuleSentence } from "./rule_line";

/** The error, with the line that it is on. */
export function DraftFault({ pane }: { pane: string }) {
  const problem = check.value?.problem ?? null;
  return (
    <p class="heed" id={`${pane}-rules-problem`} role="status">
      {problem === null ? null : (
        <>
          {problem.line === null ? null : <LinkButton words={`Line ${problem.line}`} onClick={() => goToLine(`${pane}-rules`, problem.line ?? 1)} />}
          {problem.rule === "" ? "" : ` Rule ${problem.rule}:`} {problem.message}.
        </>
      )}
    </p>
  );
}

function goToLine(id: string, line: number): void {
  const area = document.getElementById(id);
  if (!(area instanceof HTMLTextAreaElement)) return;
  const lines = area.value.split("\n");
  const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  area.focus();
  area.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
}

export function DraftMargin({ pane }: { pane: string }) {
  const found = check.value;
  return (
    <aside class="rule-checks" aria-label="Check of your draft">
      <Examples rules={found?.rules ?? []} />
      <Tries pane={pane} results={found?.tries ?? []} />
      {effect.value === null ? null : <Effect effect={effect.value} />}
    </aside>
  );
}

function Examples({ rules }: { rules: readonly DraftRule[] }) {
  const all = rules.flatMap(({ examples }) => examples);
  const wrong = all.filter(({ wanted, matches }) => wanted !== matches).length;
  return (
    <section>
      <h2>Examples</h2>
      <p role="status">{all.length === 0 ? "Your rules have none: match and not_match prove what a rule means." : `${plural(all.length, "example")}, ${wrong === 0 ? "all hold" : `${plural(wrong, "does", "do")} not hold`}`}</p>
      {rules.filter(({ examples }) => examples.length > 0).map((rule) => (
        <ExamplesOf key={`${rule.id}-${rule.line}`} rule={rule} />
      ))}
    </section>
  );
}

const ExamplesOf = ({ rule: { id, sentence, examples } }: { rule: DraftRule }) => (
  <div class="rule-examples">
    <h3>{id}</h3>
    <p><RuleSentence sentence={sentence} /></p>
    <ul>
      {examples.map(({ text, wanted, matches }) => (
        <li key={`${String(wanted)}-${text}`} class={wanted === matches ? "holds" : "fails"}>
          <Icon shape={wanted === matches ? "tick" : "crossed"} /> <code>{text}</code>{" "}
          <span>{exampleWords(wanted, matches)}</span>
        </li>
      ))}
    </ul>
  </div>
);

const exampleWords = (wanted: boolean, matches: boolean) =>
  wanted === matches ? (matches ? "matches" : "does not match, as it is to be") : matches ? "matches, and is not to" : "does not match, and is to";

const TOOLS: readonly [ToolKind, string][] = [["bash", "a command"], ["read", "a path to read"], ["edit", "a path to change"], ["fetch", "an address"], ["mcp", "server and tool"]];

function Tries({ pane, results }: { pane: string; results: readonly TriedResult[] }) {
  const tool = useSignal<ToolKind>("bash");
  const line = useSignal("");
  const send = (event: Event) => {
    event.preventDefault();
    if (line.value.trim() === "") return;
    tryLine(tool.value, line.value.trim());
    line.value = "";
  };
  return (
    <section>
      <h2>Try a line</h2>
      <form class="try" onSubmit={send}>
        <select aria-label="Kind of line" value={tool.value} onChange={(event) => (tool.value = (event.target as HTMLSelectElement).value as ToolKind)}>
          {TOOLS.map(([kind, words]) => (
            <option key={kind} value={kind}>{words}</option>
          ))}
        </select>
        <input id={`${pane}-try`} aria-label="Line to try" placeholder="git push --force" value={line.value} maxLength={20_000} autocomplete="off" spellcheck={false} onInput={(event) => (line.value = (event.target as HTMLInputElement).value)} />
      </form>
      <ul>
        {tries.value.map((each) => (
          <Tried key={`${each.tool}-${each.text}`} text={each.text} result={results.find(({ tool: kind, text }) => kind === each.tool && text === each.text) ?? null} onDrop={() => dropTry(each)} />
        ))}
      </ul>
    </section>
  );
}

const SAYS: Record<TriedResult["decision"], string> = { allow: "Allowed", ask: "Asked", deny: "Denied" };

const Tried = ({ text, result, onDrop }: { text: string; result: TriedResult | null; onDrop: () => void }) => (
  <li>
    <code>{text}</code> <strong>{result === null ? "…" : SAYS[result.decision]}</strong> <span>{result === null ? "" : `${result.why}.`}</span> <LinkButton words="Drop" onClick={onDrop} />
  </li>
);

const Effect = ({ effect: found }: { effect: DraftEffect }) => (
  <section>
    <h2>What it would have changed</h2>
    <p role="status">{effectWords(found)}</p>
    <Turned words="It would have let through" calls={found.let_through} />
    <Turned words="It would have refused" calls={found.refused} />
  </section>
);

const Turned = ({ words, calls }: { words: string; calls: DraftEffect["refused"] }) =>
  calls.length === 0 ? null : (
    <>
      <h3 class="heed">{words} {calls.length === 1 ? "this one" : `these ${calls.length}`}</h3>
      <ul>
        {alike(calls).map(({ call: { id, title, agent_name, workspace_name, outcome, why }, count }) => (
          <li key={id}>
            <button type="button" onClick={() => openRecord(id)}>
              <code>{title}</code>
            </button>{" "}
            <span>{outcome} {count === 1 ? "then" : `${count} times`}; {agent_name}, {workspace_name}. {why}.</span>
          </li>
        ))}
      </ul>
    </>
  );
