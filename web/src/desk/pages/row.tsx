/** One annotation: what was marked in the page's column, and in the margin the note, the thread and what can be done. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../../parts/icon";
import { LinkButton } from "../../parts/link_button";
import { slowNow } from "../../state/clock";
import { nameOfMark, type PageMark, type Reply } from "../../state/pages/entries";
import type { NumberedMark } from "../../state/pages/filter";
import { leavingOf, type Leaving } from "../../state/pages/leaving";
import { shown } from "../../state/pages/links";
import { wordsIn } from "../../state/pages/words";
import { whenWords } from "../../state/words";
import * as acts from "./acts";
import { MarkedThing } from "./marked";
import { PageForm } from "./writing";

interface Props {
  pane: string;
  site: string;
  numbered: NumberedMark;
}

/** A row that goes hands the focus on, so that a person at the keyboard is not thrown back to the top. */
function useFocusHandedOn(pane: string) {
  const row = useRef<HTMLLIElement>(null);
  useLayoutEffect(
    () => () => {
      const gone = row.current;
      if (gone === null || !gone.contains(document.activeElement)) return;
      const rows = [...(gone.closest(".scroll")?.querySelectorAll<HTMLElement>(".row") ?? [])];
      const at = rows.indexOf(gone);
      const next = rows[at + 1]?.id ?? rows[at - 1]?.id ?? `${pane}-scroll`;
      window.setTimeout(() => document.getElementById(next)?.focus({ preventScroll: true }));
    },
    [],
  );
  return row;
}

const CUT = 80;

export function AnnotationRow({ pane, site, numbered }: Props) {
  const { mark, number } = numbered;
  const row = useFocusHandedOn(pane);
  const going = leavingOf(site, mark.id);
  const chosen = acts.chosenIn(pane);
  const take = () => (chosen.value = mark.id);
  const classes = ["row", mark.status, chosen.value === mark.id ? "chosen" : "", going === null ? "" : "leaving"].join(" ").trim();
  return (
    <li
      class={classes}
      ref={row}
      id={acts.rowId(pane, mark.id)}
      tabIndex={-1}
      data-mark={mark.id}
      aria-label={`${number}, ${STATUS[mark.status]}: ${shown(nameOfMark(mark).slice(0, CUT))}`}
      onFocusIn={take}
      onPointerDown={take}
    >
      <MarkedThing mark={mark} number={number} onNumber={() => row.current?.focus()} />
      <div class="beside">
        {going === null ? <Note pane={pane} site={site} mark={mark} /> : <Gone pane={pane} leaving={going} />}
      </div>
    </li>
  );
}

const STATUS = { open: "open", in_progress: "in progress", addressed: "addressed" } as const;

/** In its last seconds there is one thing to do about it, and it has the focus. */
export function Gone({ pane, leaving }: { pane: string; leaving: Leaving }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.closest(`#${pane}`) != null) button.current?.focus({ preventScroll: true });
  }, []);
  return (
    <p class="gone">
      <Icon shape={leaving.verb === "Accepted" ? "tick" : "crossed"} /> {leaving.verb}, and out of the file in a moment
      <button type="button" class="link" ref={button} onClick={() => acts.undo(pane, leaving.site, leaving.id)}>
        Undo
      </button>
    </p>
  );
}

/** What is being written has buttons of its own: two rows of them would ask twice. */
const isBeingWritten = (site: string, id: string) => wordsIn(site).value.some(({ about, purpose }) => about === id && purpose !== "note");

function Note({ pane, site, mark }: Omit<Props, "numbered"> & { mark: PageMark }) {
  const bare = mark.note.trim() === "";
  return (
    <>
      <p class="words" dir="auto">
        <span class="kind">{mark.marked.kind === "text" ? "Comment" : "Element"}</span>
        {bare ? <span class="kind">without words</span> : <span class="said">{shown(mark.note)}</span>}
        <When at={mark.created_at} />
      </p>
      <PageForm pane={pane} site={site} purpose="edit" about={mark.id} reads={mark.note} />
      {mark.replies.length === 0 ? null : <Thread replies={mark.replies} />}
      <Fate mark={mark} />
      <PageForm pane={pane} site={site} purpose="reopen" about={mark.id} />
      <PageForm pane={pane} site={site} purpose="reply" about={mark.id} />
      {isBeingWritten(site, mark.id) ? null : <Deeds pane={pane} site={site} mark={mark} />}
    </>
  );
}

export function When({ at, after = "" }: { at: string | null; after?: string }) {
  return at === null ? null : (
    <time dateTime={at} title={new Date(at).toLocaleString("en-GB")}>
      {after}
      {whenWords(at, slowNow.value)}
    </time>
  );
}

const Thread = ({ replies }: { replies: readonly Reply[] }) => (
  <ol class="thread-of" aria-label="Replies">
    {replies.map(({ by, words, at }, index) => (
      <li key={`${at ?? ""} ${index}`} dir="auto">
        <span class={by === "you" ? "who you" : "who"}>{by === "you" ? "You" : "Agent"}</span>
        <span class="said">{shown(words)}</span>
        <When at={at} />
      </li>
    ))}
  </ol>
);

function Fate({ mark: { status, status_at } }: { mark: PageMark }) {
  if (status === "open") return null;
  return status === "addressed" ? (
    <p class="fate done">
      <Icon shape="tick" /> Addressed <When at={status_at} />
    </p>
  ) : (
    <p class="fate">
      <Icon shape="changes" /> In progress <When at={status_at} after="since " />
    </p>
  );
}

function Deeds({ pane, site, mark }: Omit<Props, "numbered"> & { mark: PageMark }) {
  const reopen = <LinkButton words="Reopen" cap="r" onClick={() => acts.reopen(pane, site, mark)} />;
  const reply = <LinkButton words="Reply" cap="c" onClick={() => acts.reply(pane, site, mark)} />;
  if (mark.status === "addressed") {
    return (
      <p class="deeds answer">
        <button type="button" class="button" title="Key: a. Takes it out of the file." onClick={() => acts.accept(site, mark)}>
          Accept
          <span class="key" aria-hidden="true">
            a
          </span>
        </button>
        <button type="button" class="button" title="Key: r" onClick={() => acts.reopen(pane, site, mark)}>
          Reopen
          <span class="key" aria-hidden="true">
            r
          </span>
        </button>
        {reply}
      </p>
    );
  }
  return (
    <p class="deeds">
      {reply}
      <LinkButton words="Edit" cap="e" onClick={() => acts.edit(pane, site, mark)} />
      {mark.status === "open" ? <LinkButton words="Delete" cap="⌫" onClick={() => acts.remove(site, mark)} /> : reopen}
    </p>
  );
}
