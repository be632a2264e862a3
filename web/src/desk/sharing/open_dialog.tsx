/** The dialog that a link leads to: what it carries, and whether it is opened here. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Dialog } from "../../parts/dialog";
import { announce } from "../../state/announce";
import { arrivedLink } from "../../state/shares";
import { plural } from "../../state/words";
import { BrokenLink, isSharedLink, openedLink, type SharedReview } from "../../sharing/link";
import { HubError } from "../../wire/client";
import { openAtHub } from "../../wire/shares";
import type { Received } from "../../wire/types.gen";
import { openItem } from "../opening";
import "../../style/sharing.css";

type Known = { at: "reading" } | { at: "ours"; shared: SharedReview } | { at: "other" } | { at: "broken"; why: string } | { at: "opened"; received: Received };

async function look(link: string): Promise<Known> {
  if (!isSharedLink(link)) return { at: "other" };
  try {
    return { at: "ours", shared: await openedLink(link) };
  } catch (failure) {
    if (!(failure instanceof BrokenLink)) throw failure;
    return { at: "broken", why: `${failure.message} ${failure.hint}` };
  }
}

async function openThere(link: string): Promise<Known> {
  try {
    return { at: "opened", received: await openAtHub(link) };
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    return { at: "broken", why: failure.told };
  }
}

export function OpenDialog({ onClose }: { onClose: () => void }) {
  const known = useSignal<Known>({ at: "reading" });
  const link = arrivedLink.value ?? "";
  useEffect(() => {
    void look(link).then((found) => (known.value = found));
  }, [link]);
  const leave = (review: string | null) => {
    onClose();
    // The dialog gives the focus back first.
    if (review !== null) window.setTimeout(() => openItem({ item_kind: "review", id: review }));
  };
  const go = async () => {
    const found = await openThere(link);
    known.value = found;
    if (found.at !== "opened") return;
    if (found.received.left_out.length > 0) return;
    announce(received(found.received));
    leave(found.received.review);
  };
  return (
    <Dialog kind="share-dialog" title="Open what was shared" onClose={() => leave(null)}>
      <Content known={known.value} onGo={() => void go()} onLeave={leave} />
    </Dialog>
  );
}

function received({ added, changed, opened }: Received): string {
  const marks = `${plural(added, "new mark")}${changed === 0 ? "" : `, ${changed} changed`}`;
  return opened ? `Opened, with ${plural(added, "mark")}` : `Merged into the review that was here: ${marks}`;
}

function Content({ known, onGo, onLeave }: { known: Known; onGo: () => void; onLeave: (review: string | null) => void }) {
  switch (known.at) {
    case "reading":
      return <p>…</p>;
    case "broken":
      return <p role="alert" class="heed">{known.why}</p>;
    case "opened":
      return (
        <>
          <div role="status">
            <p>{received(known.received)}.</p>
            {known.received.left_out.map((each) => <p key={each}>{each}</p>)}
          </div>
          <div class="buttons">
            <button type="button" class="button filled" autofocus onClick={() => onLeave(known.received.review)}>Show it</button>
          </div>
        </>
      );
    case "ours":
    case "other":
      return (
        <>
          {known.at === "ours" ? <About shared={known.shared} /> : <p>This looks like a plan that was shared with Plannotator.</p>}
          <p class="share-along">Marks of others come under their names; none goes to an agent before you choose it.</p>
          <div class="buttons">
            <button type="button" class="button" onClick={() => onLeave(null)}>Not now</button>
            <button type="button" class="button filled" autofocus onClick={onGo}>Open it here</button>
          </div>
        </>
      );
  }
}

function About({ shared }: { shared: SharedReview }) {
  const counts = new Map<string, number>();
  for (const { by = "" } of shared.marks) counts.set(by, (counts.get(by) ?? 0) + 1);
  const whose = [...counts].map(([by, count]) => `${by === "" ? "somebody without a name" : by} (${count})`).join(", ");
  return (
    <>
      <p class="share-title">{shared.title === "" ? "A document without a title" : shared.title}</p>
      <p>
        Shared by {shared.by === "" ? "somebody without a name" : shared.by}, with {plural(shared.marks.length, "mark")}
        {whose === "" ? "" : ` of ${whose}`}.
      </p>
    </>
  );
}
