/** The bar of a permission or a question: how long it waits, what silence means, and what will be sent. */
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { narrate } from "../../state/announce";
import type { AskedBar } from "../../state/asked_bar";
import { deafness } from "../../state/cards";
import type { Countdown } from "../../state/inbox";
import { activeId, type Pane } from "../../state/panes";
import { capitalised, countdown } from "../../state/words";
import { ownKey } from "../../parts/caps";
import { Ring } from "../../parts/icon";
import { Stations } from "../../parts/stations";
import { openNext } from "../opening";

interface Props {
  pane: Pane;
  bar: AskedBar;
  onSend: () => void;
  onWait: () => void;
  /** What stands before the filled button, while an answer is wanted. */
  children: ComponentChildren;
}

export function AnswerBar({ pane, bar, onSend, onWait, children }: Props) {
  useLastSeconds(pane, bar.countdown);
  return (
    <div class={bar.send === null ? "bar answering" : "bar answering open"} id={`${pane.id}-bar`} role="group" aria-label="Decision">
      {bar.countdown === null ? null : <BigClock left={bar.countdown} />}
      <div class="says">
        <p class={bar.tone === "heed" ? "headline heed" : "headline"}>{bar.headline}</p>
        <p class="small" title={bar.small}>{bar.small}</p>
      </div>
      {bar.dots.length === 0 ? null : <Stations dots={bar.dots} />}
      {bar.stoppable ? (
        <button type="button" class="button slight" onClick={onWait}>
          Keep waiting
          <Key words="h" />
        </button>
      ) : null}
      <span class="push" />
      {bar.reason === null ? null : (
        <p class="reason" id={`${pane.id}-reason`}>
          {capitalised(bar.reason)}
        </p>
      )}
      <div class="offers">
        {bar.send === null ? (
          <button type="button" class="button" onClick={openNext}>
            Next item
            <Key words="n" />
          </button>
        ) : (
          <>
            {children}
            <SendButton pane={pane} label={bar.send} cannot={bar.reason} onSend={onSend} />
          </>
        )}
      </div>
    </div>
  );
}

interface OtherProps {
  pane: Pane;
  words: string;
  cap?: string;
  pressed: boolean;
  onClick: () => void;
}

/** An answer that is in reach beside the filled button; it is chosen, and not sent. */
export const OtherAnswer = ({ pane, words, cap, pressed, onClick }: OtherProps) => (
  <button type="button" class="button" aria-pressed={pressed} aria-disabled={deafness(pane.id).value ? "true" : undefined} onClick={onClick}>
    {words}
    {cap === undefined ? null : <Key words={cap} />}
  </button>
);

const Key = ({ words }: { words: string }) => (
  <span class="key" aria-hidden="true">
    {words}
  </span>
);

interface SendProps {
  pane: Pane;
  label: string;
  cannot: string | null;
  onSend: () => void;
}

function SendButton({ pane, label, cannot, onSend }: SendProps) {
  const deaf = deafness(pane.id).value;
  const off = cannot !== null;
  return (
    <button
      type="button"
      class={off ? "button cannot" : "button filled"}
      aria-disabled={off || deaf ? "true" : undefined}
      aria-describedby={off ? `${pane.id}-reason` : undefined}
      title={cannot ?? undefined}
      onClick={() => !off && !deaf && onSend()}
    >
      {label}
      <Key words={ownKey("Ctrl ⏎")} />
    </button>
  );
}

const BigClock = ({ left }: { left: Countdown }) => (
  <span class={left.heed ? "big clock figures heed" : "big clock figures"}>
    <Ring share={left.share} />
    <span>
      <span class="unseen">expires in </span>
      {countdown(left.left_ms)}
    </span>
  </span>
);

/** Said once for who listens, as the ring changes its colour for who looks. */
function useLastSeconds(pane: Pane, left: Countdown | null): void {
  const heed = left?.heed === true && activeId.value === pane.id;
  useEffect(() => {
    if (heed) narrate("15 seconds left");
  }, [heed]);
}
