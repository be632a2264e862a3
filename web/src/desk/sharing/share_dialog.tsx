/** The dialog that shares a review: under which name, what goes along, as a link or in its file. */
import { useSignal } from "@preact/signals";
import { Dialog } from "../../parts/dialog";
import { annotationsOn } from "../../state/annotations";
import { announce } from "../../state/announce";
import { reviewOf } from "../../state/reviews";
import { othersOn, setShareName, shareName, sharing } from "../../state/shares";
import { plural } from "../../state/words";
import { BrokenLink, linkTo } from "../../sharing/link";
import { HubError } from "../../wire/client";
import { fetchShared, shareIntoFile } from "../../wire/shares";
import type { Review } from "../../wire/types.gen";
import "../../style/sharing.css";

export function ShareDialog({ onClose }: { onClose: () => void }) {
  const review = reviewOf(sharing.value ?? "");
  return (
    <Dialog kind="share-dialog" title="Share" onClose={onClose}>
      {review === null ? <p>This review is not here any more.</p> : <ShareForm review={review} />}
    </Dialog>
  );
}

const MOST_NAMES = 8;

function namesOf(others: ReadonlyMap<string, number>): string {
  const named = [...others].slice(0, MOST_NAMES).map(([author, count]) => `${author} (${count})`).join(", ");
  return others.size <= MOST_NAMES ? named : `${named} and ${others.size - MOST_NAMES} more`;
}

/** Characters that some chats and mail programs cut a message at. */
const LONG = 8_000;
const lengthWords = (link: string) => (link.length <= LONG ? [] : [`It has ${link.length.toLocaleString("en-GB")} characters: a chat may cut it, so send it in a file, or put the marks into the document’s own.`]);

/** Makes a link or writes the file, and says what came of it. */
function useSharing(review: Review) {
  const along = useSignal(true);
  const link = useSignal("");
  const said = useSignal("");
  const failed = useSignal("");
  const attempt = async (work: () => Promise<void>) => {
    [link.value, said.value, failed.value] = ["", "", shareName.peek().trim() === "" ? "Write your name first: your marks travel under it." : ""];
    if (failed.peek() !== "") return;
    try {
      await work();
    } catch (failure) {
      if (failure instanceof HubError) failed.value = failure.told;
      else if (failure instanceof BrokenLink) failed.value = `${failure.message} ${failure.hint}`;
      else throw failure;
    }
  };
  const copyLink = () =>
    attempt(async () => {
      const { shared, left_out } = await fetchShared(review.id, shareName.peek(), along.peek());
      link.value = await linkTo(shared, location.origin);
      const copied = await navigator.clipboard.writeText(link.peek()).then(() => true, () => false);
      said.value = [copied ? "The link is copied." : "Copy the link from here.", "Whoever has it can read the text and the marks; it goes through no server.", ...lengthWords(link.peek()), ...left_out].join(" ");
      announce(copied ? "The link is copied" : "The link is made");
    });
  const intoFile = () =>
    attempt(async () => {
      const { marks, left_out } = await shareIntoFile(review.id, shareName.peek(), along.peek());
      said.value = [`${review.file ?? "The file"} has ${plural(marks, "mark")} in a block at its end, to be committed with it.`, ...left_out].join(" ");
      announce("The marks are in the file");
    });
  return { along, link, said, failed, copyLink, intoFile };
}

function ShareForm({ review }: { review: Review }) {
  const { along, link, said, failed, copyLink, intoFile } = useSharing(review);
  const others = othersOn(review.id, review.revision);
  const own = annotationsOn(review.id, review.revision).value.length - [...others.values()].reduce((sum, count) => sum + count, 0);
  return (
    <form onSubmit={(event) => (event.preventDefault(), void copyLink())}>
      <label class="share-name">
        Your name
        <input type="text" value={shareName.value} maxLength={100} autocomplete="name" spellcheck={false} autofocus onInput={(event) => setShareName(event.currentTarget.value)} />
      </label>
      <p class="share-along">
        The text goes along with {own === 0 ? "no mark of yours" : plural(own, "mark")}
        {own === 0 ? "" : " of yours"}.
      </p>
      {others.size === 0 ? null : (
        <label class="setting">
          <input type="checkbox" checked={along.value} onChange={(event) => (along.value = event.currentTarget.checked)} />
          <span>Also the marks of others, under their names: {namesOf(others)}</span>
        </label>
      )}
      <div class="buttons">
        {review.file === null ? null : (
          <button type="button" class="button" onClick={() => void intoFile()}>
            Marks into the file
          </button>
        )}
        <button type="submit" class="button filled">
          Copy link
        </button>
      </div>
      {link.value === "" ? null : <textarea class="share-link" aria-label="Link" readOnly rows={3} value={link.value} onFocus={(event) => event.currentTarget.select()} />}
      <p role="status" class="share-said">{said.value}</p>
      <p role="alert" class="heed">{failed.value}</p>
    </form>
  );
}
