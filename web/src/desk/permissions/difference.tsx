/** What becomes of a file: the lines that go, the lines that come, and the words in them that differ. */
import { changedParts, countRows, foldRows } from "../../state/pieces";
import type { ChangedRow, FileChange } from "../../wire/types.gen";
import { EndInSight } from "./end_in_sight";
import { Rest } from "./rest";

interface Props {
  change: FileChange;
  whole: boolean;
  onWhole: () => void;
  onSeen: () => void;
}

export function Difference({ change, whole, onWhole, onSeen }: Props) {
  const folded = foldRows(change.rows);
  const left = whole ? 0 : folded.left;
  const { added, removed } = countRows(change.rows);
  return (
    <section class="asked-block change" aria-label={`Change of ${change.path}`}>
      <p class="path">
        <code>{change.path}</code>
        <span class="figures">
          {change.is_new ? "new file, " : ""}+{added} −{removed}
        </span>
      </p>
      {change.problem === null ? null : <p class="heed">{change.problem}</p>}
      <table>
        <caption class="unseen">Lines before and after</caption>
        <thead class="unseen">
          <tr>
            <th scope="col">Before</th>
            <th scope="col">After</th>
            <th scope="col">Line</th>
          </tr>
        </thead>
        <tbody>
          {(left === 0 ? change.rows : folded.rows).map((row, at) => (
            <Row key={at} row={row} />
          ))}
        </tbody>
      </table>
      {change.is_whole ? null : <p class="quiet">Lines that stay as they are, and are far from a change, are left out.</p>}
      {left === 0 ? <EndInSight onSeen={onSeen} /> : <Rest left={left} what="line" onWhole={onWhole} />}
    </section>
  );
}

const SPOKEN: Record<ChangedRow["change"], string> = { same: "", removed: "removed: ", added: "added: ", gap: "" };

function Row({ row }: { row: ChangedRow }) {
  if (row.change === "gap") {
    return (
      <tr class="gap">
        <td colSpan={3}>{row.text}</td>
      </tr>
    );
  }
  return (
    <tr class={row.change}>
      <td class="n">{row.before}</td>
      <td class="n">{row.after}</td>
      <td class="line">
        {row.change === "same" ? null : <span class="unseen">{SPOKEN[row.change]}</span>}
        {changedParts(row).map(({ text, differs }, at) => (differs ? <Differs key={at} text={text} change={row.change} /> : text))}
      </td>
    </tr>
  );
}

const Differs = ({ text, change }: { text: string; change: ChangedRow["change"] }) => (change === "added" ? <ins>{text}</ins> : <del>{text}</del>);
