/** A question before something that is not easily taken back: the focus goes to the answer, and back again. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface Props {
  /** The button that asks, and the one that does. */
  asks: string;
  does: string;
  kind: "button" | "link";
  question: ComponentChildren;
  go: () => Promise<unknown>;
}

export function ConfirmedAct({ asks, does, kind, question, go }: Props) {
  const asked = useSignal(false);
  const busy = useSignal(false);
  const first = useRef<HTMLButtonElement>(null);
  const drawn = useRef(false);
  useLayoutEffect(() => {
    if (drawn.current) first.current?.focus({ preventScroll: true });
    drawn.current = true;
  }, [asked.value]);
  const answer = async () => {
    if (busy.peek()) return;
    busy.value = true;
    await go();
    busy.value = asked.value = false;
  };
  const back = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    asked.value = false;
  };
  if (!asked.value) {
    return (
      <p class="buttons">
        <button type="button" class={kind} ref={first} onClick={() => (asked.value = true)}>
          {asks}
        </button>
      </p>
    );
  }
  return (
    <div role="group" aria-label={does} onKeyDown={back}>
      <p>{question}</p>
      <p class="buttons">
        <button type="button" class={kind} ref={first} onClick={() => (asked.value = false)}>
          Back
        </button>
        <button type="button" class={kind === "button" ? "button filled" : "link"} aria-disabled={busy.value ? "true" : undefined} onClick={() => void answer()}>
          {does}
        </button>
      </p>
    </div>
  );
}
