/** The decision bar: what stands, how far the answer has come, and what can be done about it. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Bar, Offer } from "../../state/bar_facts";
import { deafness } from "../../state/cards";
import { phaseOf } from "../../state/decisions";
import { barIn } from "../../state/pane_bar";
import type { Pane } from "../../state/panes";
import { amid, capitalised } from "../../state/words";
import { ownKey } from "../../parts/caps";
import { CountdownClock } from "../../parts/countdown";
import { Icon, Seal } from "../../parts/icon";
import { Stations } from "../../parts/stations";
import { isTyping } from "../../parts/typing";
import type { Review } from "../../wire/types.gen";
import { showPreview } from "../commands";
import { choose } from "./choices";
import { GoingOn } from "./going_on";

const ASKING = new Set(["confirm", "open", "failed", "stale"]);

export function DecisionBar({ pane, review }: { pane: Pane; review: Review }) {
  const bar = barIn(pane);
  const group = useRef<HTMLDivElement>(null);
  const phase = phaseOf(review.id).value.at;
  const returning = useRef<boolean | null>(null);
  useLayoutEffect(() => {
    const takesFromWriter = returning.current === null && isTyping(document.activeElement); // a pane that has just come
    // A question takes the focus as a whole: no answer in it is chosen beforehand.
    if (ASKING.has(phase) && !takesFromWriter) group.current?.focus();
    else if (returning.current && phase === "rest") document.getElementById(`${pane.id}-scroll`)?.focus({ preventScroll: true });
    returning.current = phase !== "rest";
  }, [phase]);
  if (bar === null) return null;
  const enter = (event: KeyboardEvent) => {
    const filled = bar.offers.find((offer) => offer.filled && offer.cannot === null);
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.repeat || event.target !== group.current || filled === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    choose(pane, review.id, filled.choice, "enter");
  };
  const classes = ["bar", review.status === "open" ? "open" : "", bar.asks === null ? "" : "asks"].join(" ").trim();
  const question = `${pane.id}-question`;
  return (
    <div class={classes} id={`${pane.id}-bar`} role="group" aria-label="Decision" aria-describedby={ASKING.has(phase) ? question : undefined} tabIndex={-1} ref={group} onKeyDown={enter}>
      {bar.seal ? <Seal ringed /> : null}
      <div class="says" id={question}>
        <p class={bar.tone === "heed" ? "headline heed" : "headline"}>{bar.headline}</p>
        <p class="small">{bar.small}</p>
      </div>
      {bar.countdown === null ? null : <CountdownClock left={bar.countdown} />}
      {bar.dots.length === 0 ? null : <Stations dots={bar.dots} />}
      {bar.preview ? <PreviewLink pane={pane} review={review} letters={bar.asks === null && phase !== "writing"} /> : null}
      <span class="push" />
      <Reason pane={pane} bar={bar} />
      {bar.asks === "approve" || bar.asks === "approve_with_notes" ? <GoingOn review={review} /> : null}
      <Offers pane={pane} review={review} offers={bar.offers} />
    </div>
  );
}

/** `letters`: whether the letter for it is a command now. */
const PreviewLink = ({ pane, review, letters }: { pane: Pane; review: Review; letters: boolean }) => (
  <button type="button" class="button slight" title={`What ${amid(review.agent_name)} ${review.status === "open" ? "will get" : "got"}`} onClick={() => showPreview(pane.id, review.id)}>
    Preview
    {letters ? (
      <span class="key" aria-hidden="true">
        p
      </span>
    ) : null}
  </button>
);

function reasonOf(bar: Bar): string | null {
  const blocked = bar.offers.find(({ choice, cannot }) => choice === "approve" && cannot !== null);
  return blocked?.cannot ?? bar.reason;
}

function Reason({ pane, bar }: { pane: Pane; bar: Bar }) {
  const words = reasonOf(bar);
  return words === null ? null : (
    <p class="reason" id={`${pane.id}-reason`}>
      {capitalised(words)}
    </p>
  );
}

interface OffersProps {
  pane: Pane;
  review: Review;
  offers: readonly Offer[];
}

function Offers({ pane, review, offers }: OffersProps) {
  const more = useSignal(false);
  const three = offers.length > 2;
  const third = offers.at(-1);
  const draw = (offer: Offer, extra = "") => <OfferButton key={offer.choice} pane={pane} review={review} offer={offer} extra={extra} />;
  return (
    <div class={three ? "offers three" : "offers"} onClick={() => (more.value = false)}>
      {offers.map((offer, index) => draw(offer, index === 2 ? "third" : ""))}
      {three && third !== undefined ? (
        <button type="button" class="button more" aria-label="More" aria-expanded={more.value} onClick={(event) => toggle(event, more)}>
          <Icon shape="more" />
        </button>
      ) : null}
      {three && more.value && third !== undefined ? <div class="menu">{draw(third)}</div> : null}
    </div>
  );
}

function toggle(event: Event, more: { value: boolean }): void {
  event.stopPropagation();
  more.value = !more.value;
}

function OfferButton({ pane, review, offer, extra }: { pane: Pane; review: Review; offer: Offer; extra: string }) {
  // Deaf for a moment after it appeared; told to machines, not shown: it would only flicker.
  const deaf = deafness(pane.id).value && offer.choice !== "back";
  const off = offer.cannot !== null;
  const classes = ["button", offer.filled && !off ? "filled" : "", off ? "cannot" : "", extra].join(" ").trim();
  return (
    <button
      type="button"
      class={classes}
      aria-disabled={off || deaf ? "true" : undefined}
      aria-describedby={off ? `${pane.id}-reason` : undefined}
      title={offer.cannot ?? undefined}
      onClick={() => !off && choose(pane, review.id, offer.choice, "click")}
    >
      {offer.label}
      {offer.key === null ? null : (
        <span class="key" aria-hidden="true">
          {ownKey(offer.key)}
        </span>
      )}
    </button>
  );
}
