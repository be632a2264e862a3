/** Asks before the texts of a decided item are removed for good: what goes, what stays, what is not reached. */
import { useEffect, useRef } from "preact/hooks";
import { Dialog } from "../../parts/dialog";
import type { Item } from "../../state/items";
import type { ForgottenNow } from "../../wire/types.gen";
import { nounOf, toForget, type ToForget } from "./to_forget";
import { useForgetting } from "./use_forgetting";
import { amountWords } from "./words";
import "../../style/forgetting.css";

export function ForgetDialog({ onClose }: { onClose: () => void }) {
  const asked = toForget.peek();
  return asked === null ? null : <Asked asked={asked} onClose={onClose} />;
}

/** The page of the item is another one afterwards, and the button that asked is gone from it. */
function useFocusAfterwards(pane: string): void {
  const settle = () => {
    if (document.activeElement === document.body) document.getElementById(`${pane}-scroll`)?.focus();
  };
  useEffect(() => () => void window.setTimeout(settle), []);
}

/** What acts here is chosen by itself: the chord that sends an answer everywhere else does nothing. */
function dropChord(event: KeyboardEvent): void {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.preventDefault();
}

function Asked({ asked: { pane, item }, onClose }: { asked: ToForget; onClose: () => void }) {
  useFocusAfterwards(pane);
  const { busy, failed, done, forget } = useForgetting(item, onClose);
  return (
    <Dialog kind="forget-dialog" title={done === null ? `Forget this ${nounOf(item)}?` : "Forgotten, but not everywhere"} onClose={onClose}>
      <div onKeyDown={dropChord}>
        {done === null ? (
          <Question item={item} busy={busy} failed={failed} onForget={() => void forget()} onClose={onClose} />
        ) : (
          <Left told={done} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

interface QuestionProps {
  item: Item;
  busy: boolean;
  failed: string;
  onForget: () => void;
  onClose: () => void;
}

function Question({ item, busy, failed, onForget, onClose }: QuestionProps) {
  return (
    <>
      <p class="forget-title">{item.item_kind === "permission" ? <code>{item.title}</code> : item.title}</p>
      <dl>
        <dt>Goes</dt>
        <dd>Its title, texts, marks, images, unsent words and answers, from every file of the data folder. It cannot be brought back.</dd>
        <dt>Stays</dt>
        <dd>That it was asked and decided, when, how and by whom, in which folder, and digests. The journal still verifies, and says that you have forgotten it.</dd>
        <dt>Not reached</dt>
        <dd>Copies elsewhere: what was exported or shared, backups, and what the agent itself keeps.</dd>
      </dl>
      <p role="alert" class="heed">
        {failed}
      </p>
      <p role="status" class="forget-busy">
        {busy ? "Forgetting: the files are written anew, which takes a while where there is much." : ""}
      </p>
      <p class="buttons">
        <button type="button" class="button" autofocus onClick={onClose}>
          {busy ? "Close" : "Keep it"}
        </button>
        <button type="button" class={busy ? "button cannot" : "button filled"} aria-disabled={busy ? "true" : undefined} onClick={onForget}>
          Forget it
        </button>
      </p>
    </>
  );
}

/** It is forgotten, and there is something left to know: the same words as in a terminal. */
function Left({ told, onClose }: { told: ForgottenNow; onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <div role="status">
      <p>{amountWords(told)}</p>
      {told.is_clean ? null : (
        <p>
          <span class="heed">A file still has bytes of it:</span> something reads the database, or the disk is full. The hub goes on trying, and <code>countermark forget {told.id}</code> in a terminal tells whether it has succeeded.
        </p>
      )}
      {told.copies.map((words) => (
        <p key={words}>{words}</p>
      ))}
      <p class="buttons">
        <button type="button" class="button filled" ref={close} onClick={onClose}>
          Close
        </button>
      </p>
    </div>
  );
}
