/** A line of the ledger: time, kind, words. */
import type { ComponentChildren } from "preact";
import { Icon, type Shape } from "../../../parts/icon";
import { clockTime } from "../../../state/words";

interface Props {
  at: number;
  shape: Shape;
  /** How it is set: prompt, agent, call … */
  kind: string;
  /** What the glyph stands for, to those who listen. */
  spoken: string;
  id?: string;
  children: ComponentChildren;
}

export function LedgerLine({ at, shape, kind, spoken, id, children }: Props) {
  const iso = new Date(at).toISOString();
  return (
    <li class="session-line" data-kind={kind} data-part={id}>
      <time class="figures" dateTime={iso}>
        {clockTime(iso)}
      </time>
      <span class="session-glyph">
        <Icon shape={shape} />
        <span class="unseen">{spoken}</span>
      </span>
      <div class="session-said">{children}</div>
    </li>
  );
}

/** What a line has more, folded; a line that matters is open from the beginning. */
export const Folded = ({ words, children }: { words: ComponentChildren; children: ComponentChildren }) => (
  <details class="session-fold">
    <summary>{words}</summary>
    {children}
  </details>
);

/** What only machines read, folded. */
export const RawFold = ({ words, raw }: { words: string; raw: string }) => (
  <Folded words={words}>
    <pre class="session-raw" tabIndex={0} aria-label={words}>{indented(raw)}</pre>
  </Folded>
);

const LONGEST_PARSED = 200_000;

function indented(raw: string): string {
  if (raw.length > LONGEST_PARSED) return raw;
  try {
    return JSON.stringify(JSON.parse(raw), null, 2);
  } catch {
    return raw;
  }
}
