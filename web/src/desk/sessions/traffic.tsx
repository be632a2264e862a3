/** The raw lines of a session and what its program writes beside them, with a filter. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { filteredLines, followTraffic } from "../../state/sessions/traffic";
import { exactTime, plural } from "../../state/words";
import type { RawLine } from "../../wire/types.gen";

const KINDS: Readonly<Record<RawLine["direction"], string>> = { to_agent: "to the agent", from_agent: "from the agent", stderr: "its messages", junk: "no protocol" };
const SIGNS: Readonly<Record<RawLine["direction"], string>> = { to_agent: "→", from_agent: "←", stderr: "!", junk: "?" };
/** So many are drawn: the newest of those that fit. */
const MOST_DRAWN = 500;
/** A longer line is cut; the export has it whole. */
const LONGEST = 4000;

export function Traffic({ session }: { session: string }) {
  const traffic = useMemo(() => followTraffic(session), [session]);
  useEffect(() => traffic.stop, [traffic]);
  const words = useSignal("");
  const kinds = useSignal<ReadonlySet<RawLine["direction"]>>(new Set(["to_agent", "from_agent", "stderr", "junk"]));
  const all = filteredLines(traffic.lines.value, kinds.value, words.value);
  const toggle = (kind: RawLine["direction"]) => {
    const next = new Set(kinds.peek());
    if (!next.delete(kind)) next.add(kind);
    kinds.value = next;
  };
  return (
    <section class="session-traffic" aria-label="Traffic">
      <div class="session-filter">
        <input type="search" aria-label="Lines with these words" placeholder="Lines with …" value={words.value} onInput={(event) => (words.value = event.currentTarget.value)} />
        {(Object.keys(KINDS) as RawLine["direction"][]).map((kind) => (
          <label key={kind}>
            <input type="checkbox" checked={kinds.value.has(kind)} onChange={() => toggle(kind)} /> {KINDS[kind]}
          </label>
        ))}
        <small class="figures">{plural(all.length, "line")}</small>
      </div>
      <ol tabIndex={0} aria-label="Lines, the newest last">
        {all.slice(-MOST_DRAWN).map(({ number, at, direction, text }) => (
          <li key={number} class={direction}>
            <time class="figures">{exactTime(new Date(at).toISOString())}</time>
            <span title={KINDS[direction]}>
              {SIGNS[direction]}
              <span class="unseen"> {KINDS[direction]}</span>
            </span>
            <code>{text.length > LONGEST ? `${text.slice(0, LONGEST)} … and ${plural(text.length - LONGEST, "character")}` : text}</code>
          </li>
        ))}
      </ol>
    </section>
  );
}
