/** What the agent offers to choose: its mode, its model, and options of any kind; and how much it has used. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { AgentWords } from "../../../parts/agent_words";
import { MenuChoice, WordMenu } from "../../../parts/word_menu";
import { order } from "../../../state/sessions/acts";
import { seen } from "../../../state/unseen_characters";
import type { AgentOption } from "../../../state/sessions/model";
import type { SessionOrder } from "../../../wire/sessions";
import type { SelectOption, SessionState } from "../../../wire/types.gen";
import { shortUsage, usageWords } from "../../../state/sessions/words";

interface Props {
  pane: string;
  session: string;
  state: Pick<SessionState, "modes" | "mode" | "options" | "usage">;
}

/** The mode first, then what thinks, then the rest in the agent's own order. */
const RANK: Readonly<Record<string, number>> = { mode: 0, model: 1, thought_level: 2 };
const rankOf = ({ category }: AgentOption) => RANK[category ?? ""] ?? 3;

export function Controls({ pane, session, state }: Props) {
  const { modes, mode, options, usage } = state;
  const isModeOption = options.some(({ category }) => category === "mode");
  const sorted = options.toSorted((one, other) => rankOf(one) - rankOf(other));
  const choose = useChoose(session);
  if (modes.length + options.length === 0 && usage === null) return null;
  return (
    <div class="session-controls" role="group" aria-label="What the agent offers to choose">
      {modes.length === 0 || isModeOption ? null : (
        <WordMenu id={`${pane}-mode`} before="Mode" words={seen(modes.find(({ id }) => id === mode)?.name ?? mode ?? "none")} label="Mode">
          <Walk>
            {modes.map(({ id, name, description }) => (
              <Choice key={id} group={`${pane}-mode`} name={name} what={description} chosen={id === mode} onChoose={() => choose({ type: "set_mode", mode: id })} />
            ))}
          </Walk>
        </WordMenu>
      )}
      {sorted.map((option) =>
        option.type === "select" ? (
          <SelectControl key={option.id} pane={pane} option={option} choose={choose} />
        ) : (
          <label key={option.id} class="session-flag" title={option.description === null ? undefined : seen(option.description)}>
            <input
              type="checkbox"
              checked={option.current}
              onChange={(event) => choose({ type: "set_option", option: option.id, value: event.currentTarget.checked })}
            />
            <span><AgentWords words={option.name} /></span>
          </label>
        ),
      )}
      {usage === null ? null : (
        <span class="session-usage figures" title={usageWords(usage)}>
          {shortUsage(usage)}
        </span>
      )}
    </div>
  );
}

type Choose = (what: SessionOrder) => void;

/** What the agent refuses is drawn anew as it was: the browser has ticked it already. */
function useChoose(session: string): Choose {
  const [, setRefused] = useState(0);
  return (what) =>
    void order(session, what).then((isDone) => {
      if (!isDone) setRefused((count) => count + 1);
    });
}

/** Arrows go from choice to choice and choose none: nobody passes through a mode that does not ask. */
function walk(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  const all = [...(event.currentTarget as HTMLElement).querySelectorAll("input")];
  const at = all.findIndex((each) => each === event.target);
  if (at < 0) return;
  if (step !== undefined) all[(at + step + all.length) % all.length]?.focus();
  else if (event.key === "Enter") all[at]?.click();
  else return;
  event.preventDefault();
}

const Walk = ({ children }: { children: ComponentChildren }) => <div onKeyDown={walk}>{children}</div>;

function SelectControl({ pane, option, choose }: { pane: string; option: SelectOption; choose: Choose }) {
  const { id, name, current, choices } = option;
  const menu = `${pane}-option-${id}`;
  const groups = [...new Set(choices.map(({ group }) => group))];
  return (
    <WordMenu id={menu} before={seen(name)} words={seen(choices.find(({ value }) => value === current)?.name ?? current)} label={seen(name)}>
      <Walk>
        {groups.map((group) => (
          <div key={group ?? ""} role={group === null ? undefined : "group"} aria-label={group === null ? undefined : seen(group)}>
            {group === null ? null : <p class="session-group"><AgentWords words={group} /></p>}
            {choices
              .filter((choice) => choice.group === group)
              .map((choice) => (
                <Choice
                  key={choice.value}
                  group={menu}
                  name={choice.name}
                  what={choice.description}
                  chosen={choice.value === current}
                  onChoose={() => choose({ type: "set_option", option: id, value: choice.value })}
                />
              ))}
          </div>
        ))}
      </Walk>
    </WordMenu>
  );
}

interface ChoiceProps {
  group: string;
  name: string;
  what: string | null;
  chosen: boolean;
  onChoose: () => void;
}

const Choice = ({ group, name, what, chosen, onChoose }: ChoiceProps) => (
  <div class="session-choice">
    <MenuChoice kind="radio" name={group} words={seen(name)} chosen={chosen} onChoose={onChoose} />
    {what === null ? null : <small><AgentWords words={what} /></small>}
  </div>
);
