/** The number of a line: with it a person chooses the line, and with Shift all up to it. */
import type { CodeLine } from "../../../state/sessions/differences";

const KINDS = { same: "", removed: ", removed", added: ", added" };

export const LineNumber = ({ line }: { line: CodeLine }) => (
  <td class="n">
    <button type="button" tabIndex={-1} data-side={line.side} data-line={line.number} aria-label={`Comment on line ${line.number}${KINDS[line.kind]}`}>
      {line.number}
    </button>
  </td>
);
