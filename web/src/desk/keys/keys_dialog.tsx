/** All keys, read from the same table that the keys themselves obey. */
import { Caps, isMac } from "../../parts/caps";
import { Dialog } from "../../parts/dialog";
import { BINDINGS, capsOf, isSingle, type Binding } from "../../state/keys";
import { singleKeys } from "../../state/settings";

const COLUMNS = [["Inbox", "Permission", "Cards"], ["Marks", "Decision", "Desk"], ["Panes", "Changes", "Pages", "Sessions", "Talk"]] as const;

/** What the same keys do elsewhere. */
const ELSEWHERE = {
  Pages: { title: "On pages", says: ({ on_pages }: Binding) => on_pages },
  Talk: { title: "In a session", says: ({ on_sessions }: Binding) => on_sessions },
  Cards: { title: "On permissions and questions", says: ({ on_cards }: Binding) => on_cards },
} as const;
const isElsewhere = (group: string): group is keyof typeof ELSEWHERE => group in ELSEWHERE;

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog kind="keys-dialog" title="Keys" onClose={onClose}>
      {singleKeys.value ? null : <p>Single letters are switched off in the settings; every command is under {isMac ? "⌘" : "Ctrl"} K.</p>}
      <div class="keys">
        {COLUMNS.map((groups) => (
          <div key={groups[0]}>
            {groups.map((group) => (isElsewhere(group) ? <Elsewhere key={group} {...ELSEWHERE[group]} /> : <KeyGroup key={group} group={group} />))}
          </div>
        ))}
      </div>
    </Dialog>
  );
}

const Elsewhere = ({ title, says }: { title: string; says: (binding: Binding) => string | undefined }) => (
  <section>
    <h2>{title}</h2>
    <dl>
      {BINDINGS.filter((binding) => says(binding) !== undefined && works(binding)).map((binding) => (
        <div key={binding.command}>
          <dt>{says(binding)}</dt>
          <dd>
            <Caps caps={capsOf(binding, isMac)} />
          </dd>
        </div>
      ))}
    </dl>
  </section>
);

const KeyGroup = ({ group }: { group: Binding["group"] }) => (
  <section>
    <h2>{group}</h2>
    <dl>
      {BINDINGS.filter((binding) => binding.group === group && works(binding)).map((binding) => (
        <div key={binding.command}>
          <dt>{binding.says}</dt>
          <dd>
            <Caps caps={capsOf(binding, isMac)} />
            {binding.also === undefined ? null : <Caps caps={[binding.also]} />}
          </dd>
        </div>
      ))}
    </dl>
  </section>
);

const works = (binding: Binding) => (binding.key !== null || binding.caps !== undefined) && (singleKeys.value || !isSingle(binding) || binding.also !== undefined);
