/** What is known about a call: where it runs, what it reaches, which rule asks, what was decided before. */
import { Quoted } from "../../parts/quoted";
import type { Fact } from "../../wire/types.gen";

/** Sentences of the desk; all others quote what machines say. A rule without a name is one that is missing. */
const isSentence = ({ name, more }: Fact) => name === "Before" || (name === "Rule" && more === "");

export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl class="facts">
    {facts.map((fact, at) => (
      <Line key={at} fact={fact} />
    ))}
  </dl>
);

const Line = ({ fact }: { fact: Fact }) => {
  const { name, text, more, heed } = fact;
  return (
    <div>
      <dt>{name}</dt>
      <dd class={heed ? "heed" : undefined}>
        {isSentence(fact) ? <Quoted words={text} /> : <code>{text}</code>}
        {more === "" ? null : <span class="more"><Quoted words={/^[,;:]/.test(more) ? more : ` ${more}`} /></span>}
      </dd>
    </div>
  );
};
