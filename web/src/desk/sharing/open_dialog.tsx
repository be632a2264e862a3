/** The dialog that a link leads to: what it carries, and whether it is opened here. */
import { useSignal } from "@preact/signals";
import { Fragment } from "preact";
import { useEffect } from "preact/hooks";
import { AgentWords } from "../../parts/agent_words";
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

/** Characters of a title or a name, and names. */
const MOST_TOLD = 200;
const MOST_NAMES = 8;

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
  const isOpening = useSignal(false);
  const link = arrivedLink.value ?? "";
  useEffect(() => {
    let isWanted = true;
    // A link that is pasted over another one is looked at anew: nobody opens one and has read the other.
    known.value = { at: "reading" };
    void look(link).then((found) => {
      if (isWanted) known.value = found;
    });
    return () => {
      isWanted = false;
    };
  }, [link]);
  const leave = (review: string | null) => {
    onClose();
    // The dialog gives the focus back first.
    if (review !== null) window.setTimeout(() => openItem({ item_kind: "review", id: review }));
  };
  const go = async () => {
    if (isOpening.peek()) return;
    isOpening.value = true;
    const found = await openThere(link);
    isOpening.value = false;
    known.value = found;
    if (found.at !== "opened") return;
    if (found.received.left_out.length > 0) return;
    announce(received(found.received));
    leave(found.received.review);
  };
  return (
    <Dialog kind="share-dialog" title="Open what was shared" onClose={() => leave(null)}>
      <Content known={known.value} isOpening={isOpening.value} onGo={() => void go()} onLeave={leave} />
    </Dialog>
  );
}

function received({ added, changed, opened }: Received): string {
  const marks = `${plural(added, "new mark")}${changed === 0 ? "" : `, ${changed} changed`}`;
  return opened ? `Opened, with ${plural(added, "mark")}` : `Merged into the review that was here: ${marks}`;
}

function Content({ known, isOpening, onGo, onLeave }: { known: Known; isOpening: boolean; onGo: () => void; onLeave: (review: string | null) => void }) {
  switch (known.at) {
    case "reading":
      return <p role="status">…</p>;
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
            <button type="button" class="button filled" autofocus aria-disabled={isOpening} onClick={onGo}>{isOpening ? "Opening it …" : "Open it here"}</button>
          </div>
        </>
      );
  }
}

function About({ shared }: { shared: SharedReview }) {
  const counts = new Map<string, number>();
  for (const { by = "" } of shared.marks) counts.set(by, (counts.get(by) ?? 0) + 1);
  const named = [...counts].slice(0, MOST_NAMES);
  const rest = counts.size - named.length;
  return (
    <>
      <p class="share-title">{shared.title === "" ? "A document without a title" : <Told words={shared.title} />}</p>
      <p>
        Shared by <Name of={shared.by} />, with {plural(shared.marks.length, "mark")}
        {named.map(([by, count], at) => (
          <Fragment key={by}>
            {at === 0 ? " of " : ", "}
            <Name of={by} /> ({count})
          </Fragment>
        ))}
        {rest === 0 ? "" : ` and of ${plural(rest, "other person", "other people")}`}.
      </p>
    </>
  );
}

const Name = ({ of: name }: { of: string }) => (name.trim() === "" ? <>somebody without a name</> : <Told words={name} />);

/** What a stranger wrote into the link: one line that turns nothing around it, with what would not be seen spelled out. */
const Told = ({ words }: { words: string }) => <AgentWords words={words.length <= MOST_TOLD ? words : `${words.slice(0, MOST_TOLD)}…`} />;
