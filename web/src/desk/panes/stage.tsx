/** Where the panes stand: each in its place, never redrawn when another one moves. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { activate, activeId, panes, tree, type Pane, type View } from "../../state/panes";
import { bordersOf, panesOf, rectanglesOf, type Rectangle } from "../../state/split_tree";
import { openCommand, problems, trouble } from "../../state/hub";
import { siteOf, sites, sitesKnown } from "../../state/pages/sites";
import { sessionLine } from "../../state/sessions/list";
import { itemOf, noneEver, reviewOf, waiting } from "../../state/reviews";
import { capitalised, nounOf, plural, toldApart } from "../../state/words";
import { later } from "../../parts/later";
import { Announced } from "../announced";
import { ReviewPane } from "../reviews/review_pane";
import { PaneBorder } from "./border";
import { target } from "./drag";
import { PaneHead, PlanHead } from "./pane_head";

const JournalPane = later(() => import("../journal/journal_pane").then((part) => part.JournalPane));
const RulesPane = later(() => import("../rules/rules_pane").then((part) => part.RulesPane));
const PermissionPane = later(() => import("../permissions/permission_pane").then((part) => part.PermissionPane));
const QuestionPane = later(() => import("../questions/question_pane").then((part) => part.QuestionPane));
const PagesPane = later(() => import("../pages/pages_pane").then((part) => part.PagesPane));
const SessionPane = later(() => import("../sessions/session_pane").then((part) => part.SessionPane));
const AgentsPane = later(() => import("../agents/agents_pane").then((part) => part.AgentsPane));
const SessionsPane = later(() => import("../sessions/opening/sessions_pane").then((part) => part.SessionsPane));
const HistoryPane = later(() => import("../history/history_pane").then((part) => part.HistoryPane));

const percent = (share: number) => `${(share * 100).toFixed(4)}%`;
const placed = ({ left, top, width, height }: Rectangle) => ({
  left: percent(left),
  top: percent(top),
  width: percent(width),
  height: percent(height),
});

export function Stage() {
  const places = rectanglesOf(tree.value);
  const dropped = target.value;
  const order = panesOf(tree.value);
  const names = toldApart(order.map((id) => nameOf(panes.value.get(id)?.view ?? { kind: "empty" })));
  return (
    <div class="stage">
      <Notice />
      <div class="panes">
        {order.map((id, index) => {
          const pane = panes.value.get(id);
          const place = places.get(id);
          return pane === undefined || place === undefined ? null : (
            <PaneFrame key={id} pane={pane} name={names[index] ?? ""} place={place} several={places.size > 1} />
          );
        })}
        {bordersOf(tree.value).map((border) => (
          <PaneBorder key={[...border.path, border.index].join(".")} border={border} />
        ))}
        {dropped === null ? null : <div class="drop" style={placed(dropped.half)} />}
      </div>
    </div>
  );
}

function Notice() {
  const kind = trouble.value;
  return (
    <div role="status">
      {kind === "away" ? <p class="notice">The hub does not answer; trying again. What you write is kept in this browser.</p> : null}
      {kind === "outdated" ? (
        <p class="notice">
          The hub was updated.
          <button type="button" class="link" onClick={() => location.reload()}>
            Load the new page
          </button>
        </p>
      ) : null}
      {problems.value.map((problem) => (
        <p class="notice" key={problem}>
          {capitalised(problem)}
        </p>
      ))}
    </div>
  );
}

function nounIn(id: string): string {
  const review = reviewOf(id);
  return review === null ? "Plan" : nounOf(review);
}

function sessionName(id: string): string {
  const line = sessionLine(id);
  return `Session: ${line === null ? "loading" : line.title || line.folder_name}`;
}

function nameOf(view: View): string {
  if (view.kind === "review") return `${nounIn(view.review)}: ${reviewOf(view.review)?.title ?? "loading"}`;
  if (view.kind === "permission") return `Permission: ${itemOf(view.permission)?.title ?? "loading"}`;
  if (view.kind === "question") return `Question: ${itemOf(view.question)?.title ?? "loading"}`;
  if (view.kind === "pages") return view.site === null ? "All pages" : `Pages: ${siteOf(view.site)?.name ?? "loading"}`;
  if (view.kind === "session") return sessionName(view.session);
  return { agents: "Agents", sessions: "Sessions", journal: "Journal", rules: "Rules", history: "History", empty: "Empty pane" }[view.kind];
}

/** A pane that changes its place among the others keeps where it was scrolled to. */
function useScrollKept(id: string, order: string) {
  const top = useRef(0);
  const frame = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // Asking a page that stands at its top would only make the browser lay it out early.
    const scroll = top.current === 0 ? null : frame.current?.querySelector(".scroll");
    if (scroll && scroll.scrollTop !== top.current) scroll.scrollTop = top.current;
  }, [order]);
  const remember = (event: Event) => {
    if (event.target instanceof HTMLElement && event.target.id === `${id}-scroll`) top.current = event.target.scrollTop;
  };
  return { frame, remember };
}

interface FrameProps {
  pane: Pane;
  name: string;
  place: Rectangle;
  several: boolean;
}

function PaneFrame({ pane, name, place, several }: FrameProps) {
  const active = activeId.value === pane.id;
  const { frame, remember } = useScrollKept(pane.id, panesOf(tree.value).join());
  const classes = ["pane", several ? "several" : "", active ? "active" : "", pane.fresh ? "fresh" : ""].join(" ");
  const take = () => activate(pane.id);
  return (
    <section
      id={pane.id}
      ref={frame}
      class={classes}
      aria-label={name}
      style={placed(place)}
      onPointerDown={take}
      onFocusIn={take}
      onScrollCapture={remember}
    >
      <Content pane={pane} several={several} />
      {BRINGS_ITS_VOICE.has(pane.view.kind) ? null : <Announced pane={pane.id} />}
    </section>
  );
}

/** Where a bar stands, what the desk says stands above it. */
const BRINGS_ITS_VOICE = new Set<View["kind"]>(["review", "permission", "question", "session"]);

function Content({ pane, several }: { pane: Pane; several: boolean }) {
  const { view } = pane;
  switch (view.kind) {
    case "review":
      return (
        <>
          <PaneHead pane={pane} shape="sheet" title={nounIn(view.review)} closable>
            <PlanHead pane={pane} id={view.review} />
          </PaneHead>
          <ReviewPane pane={pane} id={view.review} />
        </>
      );
    case "permission":
      return <PermissionPane pane={pane} id={view.permission} />;
    case "question":
      return <QuestionPane pane={pane} id={view.question} />;
    case "journal":
      return <JournalPane pane={pane} item={view.item} />;
    case "rules":
      return <RulesPane pane={pane} />;
    case "session":
      return <SessionPane pane={pane} session={view.session} />;
    case "sessions":
      return <SessionsPane pane={pane} />;
    case "agents":
      return <AgentsPane pane={pane} />;
    case "history":
      return <HistoryPane pane={pane} />;
    case "pages":
      return <PagesPane pane={pane} site={view.site} />;
    case "empty":
      return <Empty pane={pane} several={several} />;
  }
}

const Empty = ({ pane, several }: { pane: Pane; several: boolean }) => (
  <>
    {several ? <PaneHead pane={pane} shape="sheet" title="Empty" closable><span class="push" /></PaneHead> : null}
    <div class="blank scroll" id={`${pane.id}-scroll`} tabIndex={-1}>
      <EmptyWords />
    </div>
  </>
);

const isFirstRun = () => noneEver.value && sitesKnown.value && sites.value.length === 0;

function EmptyWords() {
  const count = waiting.value;
  if (isFirstRun()) return <FirstWords />;
  return (
    <>
      <h1>{count === 0 ? "Nothing waits for you." : `${plural(count, "item")} wait${count === 1 ? "s" : ""} for you.`}</h1>
      <p>{count === 0 ? "What comes next opens here by itself." : "Choose one from the inbox."}</p>
    </>
  );
}

const FIRST_COMMANDS = [
  ["install claude-code", "What Claude Code asks opens here; codex, copilot, gemini, opencode and qwen are installed the same way"],
  ["review NOTES.md", "a file of yours, or of any agent"],
  ["demo", "a sample plan, to try it on"],
] as const;

/** As it has to be typed here: with the folder of this hub's data, or the program's, where these are not the usual ones. */
const ownCommand = (command: string) => openCommand.value.replace(/open$/, command);

/** Until the first item has come: what makes one come. */
const FirstWords = () => (
  <>
    <h1>Nothing waits for you.</h1>
    <p>Nothing has come yet: run one of these in a terminal, and it opens here by itself.</p>
    <dl class="first">
      {FIRST_COMMANDS.map(([command, what]) => (
        <div key={command}>
          <dt>
            <code>{ownCommand(command)}</code>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  </>
);
