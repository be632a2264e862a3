/** Why a permission was decided as it was: which rule on which line, and why the others did not. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { piecesOf } from "../../state/rules";
import { shortDigest } from "../../state/words";
import { HubError } from "../../wire/client";
import { fetchExplanation } from "../../wire/rules";
import type { ConsideredRule, PermissionExplanation } from "../../wire/types.gen";

export function Why({ permission }: { permission: string }) {
  const known = useSignal<PermissionExplanation | HubError | null>(null);
  useEffect(() => {
    void fetchExplanation(permission).then(
      (found) => (known.value = found),
      (problem: unknown) => {
        if (!(problem instanceof HubError)) throw problem;
        known.value = problem;
      },
    );
  }, []);
  const found = known.value;
  if (found === null) return null;
  return (
    <section class="why" aria-label="Why">
      <h2>Why</h2>
      {found instanceof HubError ? <p>It cannot be told: {found.message.replace(/\.$/u, "")}.</p> : <Told found={found} />}
    </section>
  );
}

const Words = ({ words }: { words: string }) => (
  <>{piecesOf(words).map((piece, index) => (piece.mono ? <code key={index}>{piece.words}</code> : <span key={index}>{piece.words}</span>))}</>
);

const SAID: Record<PermissionExplanation["decision"], string> = { allow: "The rules allowed it", ask: "The rules asked for a person", deny: "The rules denied it" };

function Told({ found }: { found: PermissionExplanation }) {
  const { decision, mode, why, rule, text, line, file_sha256, considered, left_out } = found;
  const others = considered.filter((each) => !(each.is_match && each.id === rule));
  return (
    <>
      <p>
        {SAID[decision]}, in the mode {mode}: <Words words={why} />.
      </p>
      {rule === null ? null : (
        <p>
          It is rule <code>{rule}</code>{line === null ? "" : `, line ${line}`}{file_sha256 === null ? "" : ` of file ${shortDigest(file_sha256)}`}, as it stood then:
        </p>
      )}
      {text === null ? null : <pre tabIndex={0} aria-label="The rule that decided"><code>{text}</code></pre>}
      {others.length === 0 ? null : (
        <details>
          <summary>Why {others.length + left_out} others did not decide</summary>
          <ul>
            {others.map((each) => (
              <Other key={`${each.source}-${each.id}`} other={each} />
            ))}
          </ul>
          {left_out === 0 ? null : <p>and {left_out} more</p>}
        </details>
      )}
    </>
  );
}

const Other = ({ other: { id, source, decision, line, why } }: { other: ConsideredRule }) => (
  <li>
    <code>{id}</code> ({source}{line === 0 ? "" : `, line ${line}`}; {decision}) <Words words={why} />
  </li>
);
