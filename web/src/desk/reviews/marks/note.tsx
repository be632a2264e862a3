/** A note beside its mark: number, kind, words, and what can be done about it. */
import { answerRefusal } from "../../../state/marking";
import { MARK_KINDS } from "../../../state/mark_kinds";
import { chosenMark, isChoosable, isOnWhole } from "../../../state/annotations";
import type { MarkWords } from "../../../state/drafts/marks";
import type { Annotation } from "../../../wire/types.gen";
import * as acts from "./acts";
import { Composer, shortened } from "./composer";
import { LinkButton } from "../../../parts/link_button";
import { FateLine } from "./fate";
import type { MarginItem } from "./items";
import type { PaneMarks } from "./pane_marks";
import { ComingPictures, Pictures } from "./pictures";

export const noteId = (pane: string, id: string) => `${pane}-note-${id}`;

interface Props {
  paneMarks: PaneMarks;
  item: MarginItem;
}

export function MarginNote({ paneMarks, item }: Props) {
  if (paneMarks.composing.value === item.id) return <Composer paneMarks={paneMarks} slot={item.id} />;
  return item.is === "draft" ? <DraftNote paneMarks={paneMarks} draft={item.draft} /> : <MarkNote paneMarks={paneMarks} mark={item.mark} carried={item.carried} />;
}

/** Words that were left while they were written. */
const DraftNote = ({ paneMarks, draft }: { paneMarks: PaneMarks; draft: MarkWords }) => (
  <div class="note unfinished" onPointerEnter={() => (paneMarks.pointed.value = draft.slot)} onPointerLeave={() => (paneMarks.pointed.value = null)}>
    <p>
      <span class="kind">{MARK_KINDS[draft.mark.kind].title}, a draft</span>
      <span class="said">{[draft.mark.text, draft.words].filter((words) => words !== "").join("\n")}</span>
    </p>
    <Pictures images={draft.mark.images} />
    <ComingPictures review={paneMarks.review} slot={draft.slot} />
    <p class="does always">
      <LinkButton words="Write on" onClick={() => paneMarks.compose(draft.slot)} />
      <LinkButton words="Throw away" onClick={() => acts.throwAway(paneMarks, draft)} />
    </p>
  </div>
);

function MarkNote({ paneMarks, mark, carried }: { paneMarks: PaneMarks; mark: Annotation; carried: boolean }) {
  const number = paneMarks.numbers.value.get(mark.id) ?? null;
  const chosen = chosenMark(paneMarks.pane).value === mark.id;
  const refused = paneMarks.refusalOf(mark.id);
  const go = (event: Event) => {
    if (event.target instanceof Element && event.target.closest("button, a") === null) acts.goToMark(paneMarks, mark);
  };
  const classes = ["note", carried ? "carried" : "", mark.author === null ? "" : "other", chosen ? "chosen" : "", mark.fate ?? "", mark.status].join(" ");
  return (
    <div
      class={classes}
      role="group"
      aria-label={number === null ? "Note on the whole" : `Mark ${number}`}
      onClick={go}
      onPointerEnter={() => (paneMarks.pointed.value = mark.id)}
      onPointerLeave={() => (paneMarks.pointed.value = null)}
      onFocusIn={() => (paneMarks.pointed.value = mark.id)}
      onFocusOut={() => (paneMarks.pointed.value = null)}
    >
      {number === null ? null : <Number number={number} kind={MARK_KINDS[mark.kind].title} onClick={() => acts.goToMark(paneMarks, mark)} />}
      {mark.author === null ? null : <Whose mark={mark} author={mark.author} />}
      <Words mark={mark} carried={carried} />
      <Pictures images={mark.images} />
      {refused === null ? null : <Refused paneMarks={paneMarks} mark={mark} why={refused} />}
      {carried || mark.fate === "changed" ? <FateLine paneMarks={paneMarks} mark={mark} carried={carried} /> : null}
      {!carried && paneMarks.open ? <Deeds paneMarks={paneMarks} mark={mark} /> : null}
    </div>
  );
}

const Number = ({ number, kind, onClick }: { number: number; kind: string; onClick: () => void }) => (
  <button type="button" class="number" aria-label={`${number}: ${kind}, go to its place`} onClick={onClick}>
    {number}
  </button>
);

function Words({ mark, carried }: { mark: Annotation; carried: boolean }) {
  const { label, words, text, quote } = mark;
  const kind = isOnWhole(mark) ? "note" : mark.kind;
  const stood = kind === "note" && quote !== "";
  const bare = words === "" && label === null;
  return (
    <p class="words">
      {(carried && words !== "") || label !== null ? null : <span class="kind">{MARK_KINDS[kind].title}</span>}
      {label === null ? null : <strong class="label">{label}</strong>}
      {words === "" ? null : <span class="said">{words}</span>}
      {stood ? <q>{shortened(quote)}</q> : null}
      {bare && carried ? <span class="said">{text === "" ? `“${shortened(quote)}”` : text}</span> : null}
    </p>
  );
}

/** Whose words these are, and whether they go to the agent. */
const Whose = ({ mark, author }: { mark: Annotation; author: string }) => (
  <p class="whose">
    <strong>{author}</strong>
    {mark.sent ? null : <span>{mark.chosen ? "goes along" : "stays here"}</span>}
  </p>
);

function Deeds({ paneMarks, mark }: { paneMarks: PaneMarks; mark: Annotation }) {
  return mark.author === null ? <OwnDeeds paneMarks={paneMarks} mark={mark} /> : <OthersDeeds paneMarks={paneMarks} mark={mark} author={mark.author} />;
}

const OthersDeeds = ({ paneMarks, mark, author }: { paneMarks: PaneMarks; mark: Annotation; author: string }) => (
  <p class="does">
    {isChoosable(mark, paneMarks.revision) ? (
      <>
        <LinkButton words={mark.chosen ? "Leave out" : "Take along"} cap="t" onClick={() => acts.takeMark(paneMarks, mark, false)} />
        <LinkButton words={`All of ${author}`} cap="T" onClick={() => acts.takeMark(paneMarks, mark, true)} />
      </>
    ) : null}
    <LinkButton words="Remove" cap="⌫" onClick={() => acts.erase(paneMarks, mark)} />
  </p>
);

const OwnDeeds = ({ paneMarks, mark }: { paneMarks: PaneMarks; mark: Annotation }) => (
  <p class="does">
    <LinkButton words={mark.words === "" && mark.kind !== "comment" ? "Say why" : "Edit"} cap="e" onClick={() => acts.edit(paneMarks, mark)} />
    <LinkButton words="Remove" cap="⌫" onClick={() => acts.erase(paneMarks, mark)} />
  </p>
);

const Refused = ({ paneMarks, mark, why }: { paneMarks: PaneMarks; mark: Annotation; why: string }) => (
  <div role="alert">
    <p class="heed">Not kept at the hub: {why}</p>
    <p class="does always">
      <LinkButton words="Try again" onClick={() => answerRefusal(paneMarks.review, mark.id, true)} />
      <LinkButton words="Give it up" onClick={() => answerRefusal(paneMarks.review, mark.id, false)} />
    </p>
  </div>
);
