/** The left rail: the inbox by workspace, and the way to everything that is not waiting. */
import { decidedToday, rail, railIds, ruleCount } from "../../state/rail";
import { waiting } from "../../state/reviews";
import { runningCount } from "../../state/sessions/list";
import { active, shownItem, shownSession, shownSite } from "../../state/panes";
import { Icon, Seal, type Shape } from "../../parts/icon";
import { chosenItem, run } from "../commands";
import { openItem, openSessionPane, openSite } from "../opening";
import type { Command } from "../../state/keys";
import { InboxItem } from "./item";
import { SessionItem } from "./session_item";
import { SiteItem } from "./site_item";

export function Rail() {
  return (
    <nav class="rail" aria-label="Inbox">
      <div class="brand">
        <Seal />
        <h1>Countermark</h1>
        <button type="button" class="search" aria-label="Search what was decided" title="Search" onClick={() => run("search")}>
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
  const current = shownItem(active.value) ?? shownSession(active.value) ?? shownSite(active.value);
  const items = railIds.value;
  // One stop for Tab: the item that was chosen last, else the one on the desk, else the first.
  const stop = [chosenItem.value, current].find((id) => id !== null && items.includes(id)) ?? items[0];
  return (
    <div class="list" onFocusIn={remember}>
      {rail.value.map((group) => (
        <section class="group" key={group.workspace} aria-label={group.name}>
          <h2 title={group.workspace}>
            {group.name} {group.items.length === 0 ? null : <b class="figures">{group.items.length}</b>}
          </h2>
          <ul>
            {group.items.map((item) => (
              <InboxItem
                key={item.id}
                item={item}
                current={item.id === current}
                tabIndex={item.id === stop ? 0 : -1}
                onOpen={(beside) => openItem(item, beside)}
              />
            ))}
            {group.sessions.map((line) => (
              <SessionItem
                key={line.id}
                line={line}
                current={line.id === current}
                tabIndex={line.id === stop ? 0 : -1}
                onOpen={(beside) => openSessionPane(line.id, beside)}
              />
            ))}
            {group.sites.map((site) => (
              <SiteItem
                key={site.id}
                site={site}
                called={site.name === group.name ? "Pages" : `Pages of ${site.name}`}
                current={site.id === current}
                tabIndex={site.id === stop ? 0 : -1}
                onOpen={(beside) => openSite(site.id, beside)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function remember(event: FocusEvent) {
  const id = event.target instanceof HTMLElement ? event.target.dataset["item"] : undefined;
  if (id !== undefined) chosenItem.value = id;
}

function Foot() {
  const kind = active.value?.view.kind;
  return (
    <div class="foot">
      <FootLine shape="window" words="Pages" command="pages" current={kind === "pages"} />
      <FootLine shape="prompt" words="Sessions" command="sessions" current={kind === "sessions"} count={runningCount.value === 0 ? "" : `${runningCount.value} running`} />
      <FootLine shape="journal" words="Journal" command="journal" current={kind === "journal"} count={decidedToday.value} />
      <FootLine shape="rules" words="Rules" command="rules" current={kind === "rules"} count={ruleCount.value} />
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
  /** What is known beside the name; empty until it is. */
  count?: string;
}

const FootLine = ({ shape, words, command, current, cap, count = "" }: LineProps) => (
  <button type="button" title={words} aria-current={current ? "true" : undefined} onClick={() => run(command)}>
    <Icon shape={shape} />
    <span>{words}</span>
    {count === "" ? null : <small class="figures">{count}</small>}
    {cap === undefined ? null : <kbd class="cap">{cap}</kbd>}
  </button>
);
