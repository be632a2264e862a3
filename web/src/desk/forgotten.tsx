/** What stands in the place of an item whose texts were removed. */
import type { ComponentChildren } from "preact";
import { outcomeWords } from "../state/asked";
import type { Asked } from "../state/items";
import type { Pane } from "../state/panes";
import { dayName } from "../state/words";
import type { Review } from "../wire/types.gen";
import { Announced } from "./announced";
import { AskedByline } from "./asked/head";

const byWhom = ({ forgotten_by }: Asked | Review) => (forgotten_by === "retention" ? "by the setting keep_days" : "by you");

/** The page of it: when it was forgotten, by whose will, and what is still known. */
export function ForgottenPage({ pane, item, children }: { pane: Pane; item: Asked | Review; children: ComponentChildren }) {
  return (
    <>
      <div class="scroll" id={`${pane.id}-scroll`} tabIndex={0} role="group" aria-label="Forgotten">
        <div class="spread">
          <div class="page">
            <h1>Forgotten</h1>
            {children}
            <p>
              Its texts were forgotten on {dayName(item.forgotten_at ?? item.opened_at)} {byWhom(item)}. That it was asked and decided, when and how, stays in the journal.
            </p>
          </div>
        </div>
      </div>
      <Announced pane={pane.id} />
    </>
  );
}

export const ForgottenAsked = ({ pane, item }: { pane: Pane; item: Asked }) => (
  <ForgottenPage pane={pane} item={item}>
    <AskedByline item={item} asker={`${item.agent_name} asked`} />
    <p>{outcomeWords(item)}.</p>
  </ForgottenPage>
);
