/** Sends the wish to the hub, and says what has become of it. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { announce } from "../../state/announce";
import type { Item } from "../../state/items";
import { forgetAtHub } from "../../wire/history";
import { HubError } from "../../wire/client";
import type { ForgottenNow } from "../../wire/types.gen";
import { amountWords, failureWords, isWhole } from "./words";

export function useForgetting(item: Item, onClose: () => void) {
  const busy = useSignal(false);
  const failed = useSignal("");
  const done = useSignal<ForgottenNow | null>(null);
  const isShown = useRef(true);
  useEffect(() => () => void (isShown.current = false), []);
  const finish = (told: ForgottenNow) => {
    // What is left to be known stays until it was read; the dialog may have been left meanwhile.
    if (isShown.current && !isWhole(told)) return void (done.value = told);
    if (isShown.current) onClose();
    announce(amountWords(told));
  };
  const forget = async () => {
    if (busy.peek()) return;
    [busy.value, failed.value] = [true, ""];
    try {
      finish(await forgetAtHub(item.item_kind, item.id));
    } catch (failure) {
      if (!(failure instanceof HubError)) throw failure;
      if (isShown.current) failed.value = failureWords(failure);
      else announce(failureWords(failure));
    } finally {
      busy.value = false;
    }
  };
  return { busy: busy.value, failed: failed.value, done: done.value, forget };
}
