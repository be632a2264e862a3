/** What was marked: words with what stands around them, or an element, as a proof shows it. */
import type { Marked, PageMark } from "../../state/pages/entries";
import { shown } from "../../state/pages/links";

/** So much of what stands around the words helps to find them; more of it would hide them. */
const AROUND = 70;
const LONGEST = 600;

function tail(words: string): string {
  if (words.length <= AROUND) return words;
  const cut = words.slice(-AROUND);
  return `… ${cut.slice(cut.indexOf(" ") + 1)}`;
}

function lead(words: string): string {
  if (words.length <= AROUND) return words;
  const cut = words.slice(0, AROUND);
  return `${cut.slice(0, cut.lastIndexOf(" ") < 0 ? AROUND : cut.lastIndexOf(" "))} …`;
}

const whole = (words: string) => (words.length <= LONGEST ? words : `${words.slice(0, LONGEST / 2)} … ${words.slice(-LONGEST / 2)}`);

export function MarkedThing({ mark, number, onNumber }: { mark: PageMark; number: number; onNumber: () => void }) {
  const { marked, picture } = mark;
  return (
    <div class="marked">
      {marked.kind === "text" ? (
        <Words marked={marked} number={<Number number={number} onClick={onNumber} />} />
      ) : (
        <Element marked={marked} number={<Number number={number} onClick={onNumber} />} />
      )}
      {picture === null ? null : <img class="picture" src={picture} alt={`Annotation ${number}, as it looked`} loading="lazy" decoding="async" />}
      <Where mark={mark} />
    </div>
  );
}

const Number = ({ number, onClick }: { number: number; onClick: () => void }) => (
  <button type="button" class="number" aria-label={`Annotation ${number}`} onClick={onClick}>
    {number}
  </button>
);

type Numbered<Kind extends Marked["kind"]> = { marked: Extract<Marked, { kind: Kind }>; number: preact.JSX.Element };

function Words({ marked, number }: Numbered<"text">) {
  const { quote, before, after, replaced } = marked;
  return (
    <p class="quote" dir="auto">
      <span class="around">{shown(tail(before))}</span>
      {replaced === null ? <mark>{shown(whole(quote))}</mark> : <del>{shown(whole(quote))}</del>}
      {replaced === null ? null : <ins>{shown(whole(replaced))}</ins>}
      {number}
      <span class="around">{shown(lead(after))}</span>
    </p>
  );
}

const Element = ({ marked, number }: Numbered<"element">) => (
  <p class="element">
    <mark>{shown(marked.description) || "an element"}</mark>
    {number}
    {marked.also.map((one) => (
      <span key={one} class="also">
        and <code>{shown(one)}</code>
      </span>
    ))}
    {marked.preview === "" ? null : <code class="preview">{shown(marked.preview)}</code>}
  </p>
);

const Where = ({ mark: { source, component } }: { mark: PageMark }) =>
  source === null ? null : (
    <p class="source">
      <code>{shown(source)}</code>
      {component === null ? null : <span>{shown(component)}</span>}
    </p>
  );
