/** The left rail: the inbox by workspace, and the way to everything that is not waiting. */
import { inbox, inboxItems, waiting } from "../../state/reviews";
import { active, shownReview } from "../../state/panes";
import { Icon, Seal, type Shape } from "../../parts/icon";
import { chosenItem, openReview } from "../commands";
import { run } from "../commands";
import type { Command } from "../../state/keys";
import { Item } from "./item";

export function Rail() {
  return (
    <nav class="rail" aria-label="Inbox">
      <div class="brand">
        <Seal />
        <h1>Countermark</h1>
        <button type="button" class="search" aria-label="Search earlier reviews" title="Search" onClick={() => run("search")}>
          <Icon shape="search" />
          <kbd class="cap">/</kbd>
        </button>
        <span class="waiting">{waiting.value === 0 ? "" : `${waiting.value} wait${waiting.value === 1 ? "s" : ""}`}</span>
      </div>
      <Groups />
      <Foot />
    </nav>
  );
}

function Groups() {
  const current = shownReview(active.value);
  const items = inboxItems.value;
  // One stop for Tab: the item that was chosen last, else the one on the desk, else the first.
  const stop = [chosenItem.value, current].find((id) => items.some((review) => review.id === id)) ?? items[0]?.id;
  return (
    <div class="list" onFocusIn={remember}>
      {inbox.value.map((group) => (
        <section class="group" key={group.workspace} aria-label={group.name}>
          <h2 title={group.workspace}>
            {group.name} <b class="figures">{group.items.length}</b>
          </h2>
          <ul>
            {group.items.map((review) => (
              <Item
                key={review.id}
                review={review}
                current={review.id === current}
                tabIndex={review.id === stop ? 0 : -1}
                onOpen={(beside) => openReview(review.id, beside)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function remember(event: FocusEvent) {
  const id = event.target instanceof HTMLElement ? event.target.dataset["review"] : undefined;
  if (id !== undefined) chosenItem.value = id;
}

function Foot() {
  const kind = active.value?.view.kind;
  return (
    <div class="foot">
      <FootLine shape="journal" words="Journal" command="journal" current={kind === "journal"} />
      <FootLine shape="history" words="History" command="search" current={kind === "history"} />
      <FootLine shape="settings" words="Settings" command="settings" current={false} />
      <FootLine shape="keyboard" words="Keys" command="keys" current={false} cap="?" />
    </div>
  );
}

interface LineProps {
  shape: Shape;
  words: string;
  command: Command;
  current: boolean;
  cap?: string;
}

const FootLine = ({ shape, words, command, current, cap }: LineProps) => (
  <button type="button" title={words} aria-current={current ? "true" : undefined} onClick={() => run(command)}>
    <Icon shape={shape} />
    <span>{words}</span>
    {cap === undefined ? null : <kbd class="cap">{cap}</kbd>}
  </button>
);
