/** The journal as a file that the browser saves: all of it, or what the filter leaves. */
import { useSignal } from "@preact/signals";
import { LinkButton } from "../../parts/link_button";
import { save } from "../../parts/save";
import { WordMenu } from "../../parts/word_menu";
import { announce } from "../../state/announce";
import { filter, isFiltered } from "../../state/journal/lines";
import { exportJournal, type ExportFormat } from "../../state/journal/export";
import { HubError } from "../../wire/client";

export function Export({ pane }: { pane: string }) {
  const state = useSignal("");
  const start = async (format: ExportFormat) => {
    document.getElementById(`${pane}-export`)?.hidePopover();
    try {
      const file = await exportJournal(filter.peek(), format, (count) => (state.value = `${count.toLocaleString("en-GB")} entries …`));
      save(file, `journal-${new Date().toISOString().slice(0, 10)}.${format}`);
      announce("The journal is exported");
    } catch (failure) {
      if (!(failure instanceof HubError)) throw failure;
      announce(`Not exported: ${failure.message}`);
    }
    state.value = "";
  };
  const { everything } = filter.value;
  const what = isFiltered(filter.value) || !everything ? "What the filter shows" : "All entries";
  return (
    <>
      <span class="where">{state.value}</span>
      <WordMenu id={`${pane}-export`} words="Export" label="Export the journal">
        <p>{what}, up to now.</p>
        <LinkButton words="JSON lines, with their hashes" onClick={() => void start("jsonl")} />
        <LinkButton words="CSV, for a spreadsheet" onClick={() => void start("csv")} />
      </WordMenu>
    </>
  );
}
