/** The raw lines of a session and what its program writes beside them, with a filter. */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { AgentWords } from "../../parts/agent_words";
import { LinkButton } from "../../parts/link_button";
import { filteredLines, followTraffic } from "../../state/sessions/traffic";
import { exactTime, plural } from "../../state/words";
import type { RawLine } from "../../wire/types.gen";

const KINDS: Readonly<Record<RawLine["direction"], string>> = { to_agent: "to the agent", from_agent: "from the agent", stderr: "its messages", junk: "no protocol" };
const SIGNS: Readonly<Record<RawLine["direction"], string>> = { to_agent: "→", from_agent: "←", stderr: "!", junk: "?" };
/** So many are drawn: the newest of those that fit. */
const MOST_DRAWN = 500;
/** A longer line is cut until it is asked for. */
const LONGEST = 4000;
/** Whoever is so near to the end looks at the newest. */
const NEAR_PX = 24;
const FRAMES = 10;

export function Traffic({ session }: { session: string }) {
  const traffic = useMemo(() => followTraffic(session), [session]);
  useEffect(() => traffic.stop, [traffic]);
  const words = useSignal("");
  const kinds = useSignal<ReadonlySet<RawLine["direction"]>>(new Set(["to_agent", "from_agent", "stderr", "junk"]));
  const all = filteredLines(traffic.lines.value, kinds.value, words.value);
  const drawn = all.slice(-MOST_DRAWN);
  const end = useEnd(drawn.at(-1)?.number);
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
      <ol tabIndex={0} aria-label="Lines, the newest last" {...end}>
        {drawn.map((line) => (
          <Line key={line.number} line={line} />
        ))}
      </ol>
    </section>
  );
}

function Line({ line: { at, direction, text } }: { line: RawLine }) {
  const whole = useSignal(false);
  const isCut = text.length > LONGEST && !whole.value;
  return (
    <li class={direction}>
      <time class="figures">{exactTime(new Date(at).toISOString())}</time>
      <span title={KINDS[direction]}>
        {SIGNS[direction]}
        <span class="unseen"> {KINDS[direction]}</span>
      </span>
      <code>
        <AgentWords words={isCut ? text.slice(0, LONGEST) : text} />
        {isCut ? <LinkButton words={`… and ${plural(text.length - LONGEST, "character")}`} onClick={() => (whole.value = true)} /> : null}
      </code>
    </li>
  );
}

/** Keeps the newest line in sight until a hand goes elsewhere. */
function useEnd(newest: number | undefined) {
  const list = useRef<HTMLOListElement>(null);
  const isByHand = useRef(false);
  const touch = () => (isByHand.current = true);
  const look = () => {
    const shown = list.current;
    if (shown !== null && shown.scrollHeight - shown.scrollTop - shown.clientHeight < NEAR_PX) isByHand.current = false;
  };
  const toEnd = (frames: number) => {
    if (isByHand.current || list.current === null) return;
    list.current.scrollTop = list.current.scrollHeight;
    // Lines out of sight have a supposed height until they are drawn.
    if (frames > 0) window.requestAnimationFrame(() => toEnd(frames - 1));
  };
  useLayoutEffect(() => toEnd(FRAMES), [newest]);
  return { ref: list, onScroll: look, onWheel: touch, onKeyDown: touch, onPointerDown: touch };
}
