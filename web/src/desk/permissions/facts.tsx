/** What is known about a call: where it runs, what it reaches, which rule asks, what was decided before. */
import type { Fact } from "../../wire/types.gen";

/** These are sentences; all others quote what machines say. */
const SENTENCES = new Set(["Before"]);

export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl class="facts">
    {facts.map(({ name, text, more, heed }, at) => (
      <div key={at}>
        <dt>{name}</dt>
        <dd class={heed ? "heed" : undefined}>
          {SENTENCES.has(name) ? text : <code>{text}</code>}
          {more === "" ? null : <span class="more">{/^[,;:]/.test(more) ? more : ` ${more}`}</span>}
        </dd>
      </div>
    ))}
  </dl>
);
