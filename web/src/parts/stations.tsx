/** The stations of an answer on its way, filled as far as it has come. */
import type { Dot } from "../state/bar_facts";

export const Stations = ({ dots }: { dots: readonly Dot[] }) => (
  <ol class="stations" aria-label="How far the answer has come">
    {dots.map((dot, index) => (
      <li key={index} class={`station ${dot.state}`} aria-label={`${dot.words}: ${dot.state === "open" ? "not yet" : "yes"}`}>
        <i />
        {dot.words}
      </li>
    ))}
  </ol>
);
