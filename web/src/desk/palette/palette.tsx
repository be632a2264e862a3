/** The command list: everything the desk can do and everything that waits, found by typing. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Caps, isMac } from "../../parts/caps";
import { Dialog } from "../../parts/dialog";
import { Icon } from "../../parts/icon";
import { capsOf } from "../../state/keys";
import { hitsFor, type PaletteMatch } from "../../state/palette";
import { shortPath, sites } from "../../state/pages/sites";
import { inboxItems } from "../../state/reviews";
import { run } from "../commands";
import { ITEM_SHAPE } from "../inbox/item";
import { openLine } from "../opening";

function nameOf(hit: PaletteMatch): string {
  if (hit.kind === "command") return hit.binding.command;
  return hit.kind === "site" ? hit.site.id : hit.item.id;
}

const idOf = (hit: PaletteMatch) => `hit-${nameOf(hit)}`;

export function Palette({ onClose }: { onClose: () => void }) {
  const words = useSignal("");
  const at = useSignal(0);
  const hits = hitsFor(words.value, inboxItems.value, sites.value);
  const chosen = hits[Math.min(at.value, hits.length - 1)];
  useEffect(() => {
    if (chosen !== undefined) document.getElementById(idOf(chosen))?.scrollIntoView({ block: "nearest" });
  }, [at.value]);
  const take = (hit: PaletteMatch) => {
    onClose();
    // The dialog gives the focus back first; the command may want it elsewhere.
    window.setTimeout(() => (hit.kind === "command" ? run(hit.binding.command) : openLine(nameOf(hit))));
  };
  const key = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) at.value = (at.value + step + hits.length) % Math.max(1, hits.length);
    else if (event.key === "Enter" && chosen !== undefined && !event.isComposing) take(chosen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const input = (event: Event) => {
    words.value = (event.target as HTMLInputElement).value;
    at.value = 0;
  };
  return (
    <Dialog kind="palette" title="Commands" onClose={onClose} bare>
      <input
        type="text"
        role="combobox"
        aria-label="Command or item"
        aria-expanded="true"
        aria-controls="hits"
        aria-activedescendant={chosen === undefined ? undefined : idOf(chosen)}
        placeholder="Command or item"
        autofocus
        onInput={input}
        onKeyDown={key}
      />
      <ul role="listbox" id="hits" aria-label="Commands and items">
        {hits.map((hit) => (
          <li key={idOf(hit)} id={idOf(hit)} role="option" aria-selected={hit === chosen} onClick={() => take(hit)}>
            <HitLine hit={hit} />
          </li>
        ))}
      </ul>
      {hits.length === 0 ? <p class="none">Nothing is called that.</p> : null}
    </Dialog>
  );
}

function HitLine({ hit }: { hit: PaletteMatch }) {
  if (hit.kind === "command") {
    return (
      <>
        <span>{hit.binding.says}</span>
        <small>{hit.binding.group}</small>
        <Caps caps={capsOf(hit.binding, isMac)} />
      </>
    );
  }
  if (hit.kind === "site") {
    return (
      <>
        <Icon shape="window" />
        <span>Pages of {hit.site.name}</span>
        <small>{shortPath(hit.site.root)}</small>
      </>
    );
  }
  return (
    <>
      <Icon shape={ITEM_SHAPE[hit.item.item_kind]} />
      <span>{hit.item.title}</span>
      <small>{hit.item.workspace_name}</small>
    </>
  );
}
