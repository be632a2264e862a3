/** Settings: the theme, the single-letter keys, and what this browser may do beyond the page. */
import type { ComponentChildren } from "preact";
import { Dialog } from "../../parts/dialog";
import { changeSettings, singleKeys, theme } from "../../state/settings";
import type { Theme } from "../../wire/types.gen";
import { run } from "../commands";
import { NoticesElsewhere } from "./notices_elsewhere";
import { NoticesHere } from "./notices_here";
import { QuickLabels } from "./quick_labels";

const THEMES: readonly [Theme, string][] = [
  ["system", "As the system has it"],
  ["light", "Light"],
  ["dark", "Dark"],
];

export function SettingsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog kind="settings" title="Settings" onClose={onClose}>
      <h2 id="theme">Theme</h2>
      <div class="themes" role="radiogroup" aria-labelledby="theme">
        {THEMES.map(([value, words]) => (
          <label class="setting" key={value}>
            <input type="radio" name="theme" checked={theme.value === value} onChange={() => void changeSettings({ theme: value })} />
            <span>{words}</span>
          </label>
        ))}
      </div>
      <h2>Keys</h2>
      <Switch on={singleKeys.value} onChange={(on) => void changeSettings({ single_keys: on })} words="Single letters are commands">
        a approves, r requests changes, j and k walk the inbox. Without them everything is under Ctrl or Cmd and K.
      </Switch>
      <QuickLabels />
      <NoticesHere />
      <NoticesElsewhere />
      <h2>This browser</h2>
      <p class="setting">
        <button type="button" class="link" onClick={() => run("sign_out")}>
          Sign this browser out
        </button>
      </p>
    </Dialog>
  );
}

interface SwitchProps {
  on: boolean;
  words: string;
  onChange: (on: boolean) => void;
  children: ComponentChildren;
}

const Switch = ({ on, words, onChange, children }: SwitchProps) => (
  <label class="setting">
    <input type="checkbox" checked={on} onChange={(event) => onChange((event.target as HTMLInputElement).checked)} />
    <span>
      {words}
      <small>{children}</small>
    </span>
  </label>
);
