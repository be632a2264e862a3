/** What the agent offers to choose: its mode, its model, and options of any kind; and how much it has used. */
import { MenuChoice, WordMenu } from "../../../parts/word_menu";
import { order } from "../../../state/sessions/acts";
import type { AgentOption } from "../../../state/sessions/model";
import type { SelectOption, SessionState } from "../../../wire/types.gen";
import { shortUsage, usageWords } from "../../../state/sessions/words";

interface Props {
  pane: string;
  session: string;
  state: SessionState;
}

/** The mode first, then what thinks, then the rest in the agent's own order. */
const RANK: Readonly<Record<string, number>> = { mode: 0, model: 1, thought_level: 2 };
const rankOf = ({ category }: AgentOption) => RANK[category ?? ""] ?? 3;

export function Controls({ pane, session, state }: Props) {
  const { modes, mode, options, usage } = state;
  const isModeOption = options.some(({ category }) => category === "mode");
  const sorted = options.toSorted((one, other) => rankOf(one) - rankOf(other));
  if (modes.length + options.length === 0 && usage === null) return null;
  return (
    <div class="session-controls" role="group" aria-label="What the agent offers to choose">
      {modes.length === 0 || isModeOption ? null : (
        <WordMenu id={`${pane}-mode`} before="Mode" words={modes.find(({ id }) => id === mode)?.name ?? mode ?? "none"} label="Mode">
          {modes.map(({ id, name, description }) => (
            <Choice key={id} group={`${pane}-mode`} name={name} what={description} chosen={id === mode} onChoose={() => void order(session, { type: "set_mode", mode: id })} />
          ))}
        </WordMenu>
      )}
      {sorted.map((option) =>
        option.type === "select" ? (
          <SelectControl key={option.id} pane={pane} session={session} option={option} />
        ) : (
          <label key={option.id} class="session-flag" title={option.description ?? undefined}>
            <input
              type="checkbox"
              checked={option.current}
              onChange={(event) => void order(session, { type: "set_option", option: option.id, value: event.currentTarget.checked })}
            />
            {option.name}
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

function SelectControl({ pane, session, option }: { pane: string; session: string; option: SelectOption }) {
  const { id, name, current, choices } = option;
  const menu = `${pane}-option-${id}`;
  const groups = [...new Set(choices.map(({ group }) => group))];
  return (
    <WordMenu id={menu} before={name} words={choices.find(({ value }) => value === current)?.name ?? current} label={name}>
      {groups.map((group) => (
        <div key={group ?? ""} role={group === null ? undefined : "group"} aria-label={group ?? undefined}>
          {group === null ? null : <p class="session-group">{group}</p>}
          {choices
            .filter((choice) => choice.group === group)
            .map((choice) => (
              <Choice
                key={choice.value}
                group={menu}
                name={choice.name}
                what={choice.description}
                chosen={choice.value === current}
                onChoose={() => void order(session, { type: "set_option", option: id, value: choice.value })}
              />
            ))}
        </div>
      ))}
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
    <MenuChoice kind="radio" name={group} words={name} chosen={chosen} onChoose={onChoose} />
    {what === null ? null : <small>{what}</small>}
  </div>
);
