/** What a call changes in a file: the lines that go and the lines that come. */
import { linesOf } from "../../../state/sessions/calls";
import type { DiffOutput } from "../../../wire/types.gen";

interface Props {
  session: string;
  /** The part that the difference belongs to. */
  call: string;
  output: DiffOutput;
}

export function CallDifference({ output }: Props) {
  const { path, old, new: fresh } = output;
  return (
    <figure class="session-difference" aria-label={`Change of ${path}`}>
      <figcaption>
        <code>{path}</code>
        {old === null ? " new file" : fresh === null ? " deleted" : ""}
      </figcaption>
      <pre tabIndex={0} role="group" aria-label={`Lines of ${path}`}>
        {linesOf(old).map((line, at) => <del key={`old-${at}`}>{line}{"\n"}</del>)}
        {linesOf(fresh).map((line, at) => <ins key={`new-${at}`}>{line}{"\n"}</ins>)}
      </pre>
    </figure>
  );
}
