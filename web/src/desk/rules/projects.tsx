/** The projects that the desk knows: how much is allowed in each without asking, until when, and whose rules it trusts. */
import { useSignal } from "@preact/signals";
import { LinkButton } from "../../parts/link_button";
import { MenuChoice, WordMenu } from "../../parts/word_menu";
import { slowNow } from "../../state/clock";
import { endsFor, loadRules, MODES, setMode, trust } from "../../state/rules";
import { shortDigest, whenWords } from "../../state/words";
import type { GateMode, RuleProject } from "../../wire/types.gen";

interface Props {
  id: string;
  pane: string;
  projects: readonly RuleProject[];
  current: string;
}

export const Projects = ({ id, pane, projects, current }: Props) => (
  <section class="rule-group" id={id}>
    <h2>Projects</h2>
    {projects.length === 0 ? <p class="quiet">No agent has asked to do anything yet.</p> : null}
    <ul class="rule-projects">
      {projects.map((project, index) => (
        <ProjectLine key={project.path} id={`${pane}-project-${index}`} project={project} current={project.path === current} />
      ))}
    </ul>
  </section>
);

function ProjectLine({ id, project, current }: { id: string; project: RuleProject; current: boolean }) {
  const { name, path, mode, until } = project;
  return (
    <li aria-current={current ? "true" : undefined}>
      <span class="name" title={path}>
        <LinkButton words={name} onClick={() => void loadRules(path)} />
      </span>
      <span>
        <ModeMenu id={id} project={project} /> {until === null ? null : <>until {whenWords(until, slowNow.value)}</>}
      </span>
      <span class="what">{MODES[mode].what}</span>
      <OwnRules project={project} />
    </li>
  );
}

const MODE_NAMES = Object.keys(MODES) as GateMode[];

function ModeMenu({ id, project: { path, name, mode } }: { id: string; project: RuleProject }) {
  const chosen = useSignal<GateMode>(mode);
  const ends = endsFor(chosen.value, slowNow.value);
  const set = (until: string | null) => {
    document.getElementById(id)?.hidePopover();
    void setMode(path, chosen.value, until);
  };
  return (
    <WordMenu id={id} words={MODES[mode].name} label={`Mode of ${name}`}>
      {MODE_NAMES.map((each) => (
        <MenuChoice key={each} kind="radio" name={`${id}-mode`} words={`${MODES[each].name}: ${MODES[each].what}`} chosen={chosen.value === each} onChoose={() => (chosen.value = each)} />
      ))}
      <hr />
      {ends.map(({ words, until }) => (
        <button key={words} type="button" class="link" onClick={() => set(until)}>
          Set {MODES[chosen.value].name} {words}
        </button>
      ))}
    </WordMenu>
  );
}

/** A project's file may only tighten until the person trusts it as it is. */
function OwnRules({ project: { path, rules_sha256, trusted, failure } }: { project: RuleProject }) {
  if (failure !== "") return <span class="what heed">Its own rules cannot be used: {failure}</span>;
  if (rules_sha256 === null) return null;
  const digest = <code>{shortDigest(rules_sha256)}</code>;
  if (trusted) return <span class="what">Its own rules {digest} are trusted</span>;
  return (
    <span class="what">
      Its own rules {digest} may only tighten. <LinkButton words="Trust them as they are" onClick={() => void trust(path, rules_sha256)} />
    </span>
  );
}
