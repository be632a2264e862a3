/** A rule as a sentence; chosen, it shows how it stands in its file. */
import type { RuleShown } from "../../wire/types.gen";
import { piecesOf } from "../../state/rules";
import { dateWords } from "../../state/words";

/** Names and patterns as machines speak. */
export const RuleSentence = ({ sentence }: { sentence: string }) => (
  <>
    {piecesOf(sentence).map(({ words, mono }, index) => (mono ? <code key={index}>{words}</code> : <span key={index}>{words}</span>))}
  </>
);

const endWords = ({ expires, counts }: RuleShown) => {
  if (expires === null) return counts ? "" : ", not trusted: it counts for nothing";
  return counts ? `, until ${dateWords(expires)}` : `, ended on ${dateWords(expires)}`;
};

export function RuleLine({ rule }: { rule: RuleShown }) {
  const { id, decision, sentence, toml, line, message, justification, counts } = rule;
  return (
    <li class={counts ? `rule-line ${decision}` : "rule-line idle"}>
      <details>
        <summary>
          <span class="said">
            <RuleSentence sentence={sentence} />
            <span class="end">{endWords(rule)}</span>
          </span>
          <small>{id}</small>
        </summary>
        {justification === "" ? null : <p>{justification}</p>}
        {message === "" ? null : <p>The agent is told: “{message}”</p>}
        <pre tabIndex={0} aria-label={`Rule ${id} as it stands in its file`}>
          <code>{toml}</code>
        </pre>
        {line === 0 ? null : <p>Line {line}.</p>}
      </details>
    </li>
  );
}
