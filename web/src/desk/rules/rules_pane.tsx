/** The rules page: what is decided without the person, how much in which project, and the person's own file to edit. */
import { useEffect } from "preact/hooks";
import { LinkButton } from "../../parts/link_button";
import { MenuChoice, WordMenu } from "../../parts/word_menu";
import { lastEntry } from "../../state/hub";
import { nameInPane, type Pane } from "../../state/panes";
import { draft, inOrder, loadRules, rules, rulesFailure } from "../../state/rules";
import { plural } from "../../state/words";
import type { RuleLayer, RulesState } from "../../wire/types.gen";
import { PaneHead } from "../panes/pane_head";
import { DraftMargin } from "./checks";
import { Editor } from "./editor";
import { Projects } from "./projects";
import { RuleLine } from "./rule_line";
import "../../style/journal.css";
import "../../style/rules.css";

const OF_RULES = /^(?:rules_|mode_set)/u;

export function RulesPane({ pane }: { pane: Pane }) {
  useEffect(() => {
    void loadRules(rules.peek()?.project || null);
    let newest = lastEntry.peek();
    return lastEntry.subscribe((entry) => {
      if (entry === newest) return;
      newest = entry;
      if (entry !== null && OF_RULES.test(entry.kind)) void loadRules(rules.peek()?.project || null);
    });
  }, []);
  const now = rules.value;
  return (
    <>
      <PaneHead pane={pane} shape="rules" title="Rules" closable>
        {now === null ? null : <span class="where">{plural(now.count, "rule")} in all</span>}
        <span class="push" />
      </PaneHead>
      <div class="scroll" id={`${pane.id}-scroll`} tabIndex={0} role="group" aria-label="Rules">
        {now === null ? <Absent /> : <Page pane={pane.id} now={now} />}
      </div>
    </>
  );
}

const Absent = () => (
  <div class="spread rules">
    <p class="page quiet" role="status">
      {rulesFailure.value === null ? "…" : <>{rulesFailure.value.message}. <LinkButton words="Try again" onClick={() => void loadRules(null)} /></>}
    </p>
  </div>
);

const NAMES: Record<RuleLayer["source"], string> = { user: "Yours", project: "The project’s", "built-in": "Built-in" };

function Page({ pane, now }: { pane: string; now: RulesState }) {
  const groups = inOrder(now.layers);
  return (
    <div class="spread rules">
      <nav class="outline" aria-label={nameInPane("Parts of the rules", pane)}>
        {["Projects", ...groups.map(({ source }) => NAMES[source])].map((name) => (
          <a key={name} href={`#${name}`} onClick={(event) => goTo(event, `${pane}-${name}`)}>
            {name}
          </a>
        ))}
      </nav>
      <div class="page">
        <h1>What is decided without you</h1>
        <p class="byline">A deny counts before an ask, an ask before an allow, whatever stands first. What no rule says is asked.</p>
        <Projects pane={pane} projects={now.projects} current={now.project} id={`${pane}-Projects`} />
        {groups.map(({ source, layers }) => (
          <Group key={source} id={`${pane}-${NAMES[source]}`} pane={pane} source={source} layers={layers} now={now} />
        ))}
      </div>
      <div class="margin">{draft.value === null ? null : <DraftMargin pane={pane} />}</div>
    </div>
  );
}

function goTo(event: Event, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.scrollIntoView({ block: "start" });
}

interface GroupProps {
  id: string;
  pane: string;
  source: RuleLayer["source"];
  layers: readonly RuleLayer[];
  now: RulesState;
}

function Group({ id, pane, source, layers, now }: GroupProps) {
  const all = layers.flatMap((layer) => layer.rules);
  const failure = source === "user" ? now.failure : (layers[0]?.failure ?? "");
  return (
    <section class="rule-group" id={id}>
      <h2>
        {NAMES[source]} <b class="figures">{all.length}</b>
      </h2>
      {source === "user" ? <p class="path">{now.path}</p> : <Belonging pane={pane} source={source} now={now} />}
      {failure === "" ? null : <p class="heed" role="alert">It does not load: {failure}. The denies that it had hold, and everything else asks.</p>}
      {source === "user" ? <Editor pane={pane} count={all.length} /> : null}
      {source === "user" && draft.value !== null ? null : (
        <ul class="rule-list">
          {all.map((rule) => (
            <RuleLine key={`${rule.id}-${rule.line}`} rule={rule} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Which project's rules these are, or which mode's; another one can be chosen. */
function Belonging({ pane, source, now }: { pane: string; source: RuleLayer["source"]; now: RulesState }) {
  const current = now.projects.find(({ path }) => path === now.project);
  if (current === undefined) return <p class="path">As they count where nobody has chosen a mode.</p>;
  const words = source === "project" ? (current.trusted ? "Trusted as they are, in" : "They may only tighten, in") : `As they count in the mode ${current.mode}, in`;
  return (
    <p class="path">
      <WordMenu id={`${pane}-${source}-project`} before={words} words={current.name} label="Project">
        {now.projects.map(({ path, name }) => (
          <MenuChoice key={path} kind="radio" name={`${pane}-${source}-projects`} words={name} chosen={path === now.project} onChoose={() => void loadRules(path)} />
        ))}
      </WordMenu>
    </p>
  );
}
