/** A decided item leaves the desk: as a file that the browser saves, or on paper. */
import { LinkButton } from "../../parts/link_button";
import { save } from "../../parts/save";
import { WordMenu } from "../../parts/word_menu";
import { announce } from "../../state/announce";
import type { ItemName } from "../../state/items";
import { activate, type Pane } from "../../state/panes";
import { fetchExported, HubError, type ExportForm } from "../../wire/client";
import "../../style/word_menu.css";

/** Drawings can take seconds; until then nothing needs to be said. */
const QUIET_MS = 1000;

function teller(): (made: number, all: number) => void {
  let next = performance.now() + QUIET_MS;
  return (made, all) => {
    if (performance.now() < next) return;
    next = performance.now() + 2 * QUIET_MS;
    announce(`Drawing for the file: ${made} of ${all}.`);
  };
}

/** The hub has no browser: what is drawn in its file is drawn here. */
async function drawn(file: Blob): Promise<Blob> {
  const part = await import("./drawn_file").catch(() => null); // a hub that is away leaves the sources as they are
  return part === null ? file : part.withDrawings(file, teller());
}

async function start(item: ItemName, form: ExportForm): Promise<void> {
  try {
    const { name, file } = await fetchExported(item.item_kind, item.id, form);
    save(form === "html" ? await drawn(file) : file, name);
    announce(`Exported: ${name}`);
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    announce(`Not exported: ${failure.told}`);
  }
}

export function ExportMenu({ pane, item }: { pane: Pane; item: ItemName }) {
  const id = `${pane.id}-export`;
  const close = () => document.getElementById(id)?.hidePopover();
  const choose = (form: ExportForm) => {
    close();
    void start(item, form);
  };
  const print = () => {
    close();
    activate(pane.id); // what is printed is the active pane
    window.print();
  };
  return (
    <WordMenu id={id} words="Export" label="Export this">
      <LinkButton words="Markdown, with the marks as footnotes" onClick={() => choose("markdown")} />
      <LinkButton words="HTML, one file that looks like this page" onClick={() => choose("html")} />
      <LinkButton words="JSON, for scripts" onClick={() => choose("json")} />
      <hr />
      <LinkButton words="Print" onClick={print} />
    </WordMenu>
  );
}
