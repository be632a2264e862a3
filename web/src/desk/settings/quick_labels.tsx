/** The quick labels: one line each, edited where it stands. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { announce } from "../../state/announce";
import { BUILT_IN, cannotKeep, LONGEST_LABEL, LONGEST_TIP, MOST_LABELS, moveLabel, withLabel, withoutLabel } from "../../state/labels";
import { changeSettings, quickLabels } from "../../state/settings";
import type { Label } from "../../wire/types.gen";
import { Icon } from "../../parts/icon";
import "../../style/labels.css";

const save = (labels: Label[]) => void changeSettings({ labels });

/** Which line is open: by its name, for the list may change in another browser meanwhile; or a new one. */
type Open = { name: string } | "new" | null;

export function QuickLabels() {
  const open = useSignal<Open>(null);
  const list = useRef<HTMLUListElement>(null);
  const labels = quickLabels.value;
  /** Null for one that is not in the list. */
  const place = (it: Open) => {
    const at = it === null || it === "new" ? -1 : labels.findIndex(({ label }) => label === it.name);
    return at < 0 ? null : at;
  };
  const close = () => {
    const at = place(open.peek());
    open.value = null;
    // The focus goes back to the line that was open, or to the button that opened a new one.
    const name = at === null ? ".add" : `li[data-at="${at}"] .edit`;
    window.setTimeout(() => list.current?.parentElement?.querySelector<HTMLElement>(name)?.focus());
  };
  const keep = (label: Label) => {
    save(withLabel(labels, label, place(open.value)));
    close();
  };
  return (
    <div class="labels">
      <h2 id="labels">Quick labels</h2>
      <p class="small" id="labels-what">
        A label marks a place with one press; what stands beside it is told to the agent.
      </p>
      <ul aria-labelledby="labels" ref={list}>
        <li>
          <span class="name">{BUILT_IN.label}</span>
          <span class="tip">always there</span>
        </li>
        {labels.map((label, at) =>
          place(open.value) === at ? (
            <li key={label.label}>
              <LabelForm before={label} at={at} onKeep={keep} onClose={close} />
            </li>
          ) : (
            <Line key={label.label} label={label} at={at} onEdit={() => (open.value = { name: label.label })} />
          ),
        )}
        {open.value === "new" ? (
          <li>
            <LabelForm before={{ label: "", tip: "" }} at={null} onKeep={keep} onClose={close} />
          </li>
        ) : null}
      </ul>
      {open.value === "new" ? null : labels.length >= MOST_LABELS ? (
        <p class="small">{MOST_LABELS} labels are the most.</p>
      ) : (
        <button type="button" class="link add" onClick={() => (open.value = "new")}>
          Add a label
        </button>
      )}
    </div>
  );
}

function Line({ label, at, onEdit }: { label: Label; at: number; onEdit: () => void }) {
  const labels = quickLabels.value;
  const move = (by: 1 | -1) => {
    save(moveLabel(labels, at, by));
    announce(`${label.label}, now ${at + by + 1} of ${labels.length}`);
  };
  const tool = (words: string, shape: "up" | "down" | "close", act: () => void, off = false) => (
    <button type="button" class="tool" aria-label={`${words} ${label.label}`} title={words} aria-disabled={off ? "true" : undefined} onClick={() => !off && act()}>
      <Icon shape={shape} />
    </button>
  );
  return (
    <li data-at={at}>
      <button type="button" class="edit" aria-label={`Change ${label.label}`} onClick={onEdit}>
        <span class="name">{label.label}</span>
        <span class="tip">{label.tip}</span>
      </button>
      {tool("Move up:", "up", () => move(-1), at === 0)}
      {tool("Move down:", "down", () => move(1), at === labels.length - 1)}
      {tool("Remove", "close", () => save(withoutLabel(labels, at)))}
    </li>
  );
}

interface FormProps {
  before: Label;
  at: number | null;
  onKeep: (label: Label) => void;
  onClose: () => void;
}

function LabelForm({ before, at, onKeep, onClose }: FormProps) {
  const label = useSignal(before.label);
  const tip = useSignal(before.tip);
  const tried = useSignal(false);
  const name = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => name.current?.focus(), []);
  const wrong = cannotKeep(quickLabels.value, { label: label.value, tip: tip.value }, at);
  const send = (event: Event) => {
    event.preventDefault();
    tried.value = true;
    if (wrong === null) onKeep({ label: label.value, tip: tip.value });
    else name.current?.focus();
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // Only the line closes; the settings stay open.
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  const typed = (field: typeof label) => (event: Event) => (field.value = (event.target as HTMLInputElement).value);
  return (
    <form class="label-form" onSubmit={send} onKeyDown={key}>
      <label>
        Label
        <input ref={name} value={label.value} maxLength={LONGEST_LABEL} autocomplete="off" onInput={typed(label)} aria-describedby="label-wrong" />
      </label>
      <label>
        What it tells the agent
        <textarea value={tip.value} maxLength={LONGEST_TIP} rows={2} onInput={typed(tip)} />
      </label>
      <p class="heed" id="label-wrong" role="alert">
        {tried.value ? wrong : null}
      </p>
      <p class="buttons">
        <button type="button" class="button" onClick={onClose}>
          Back
        </button>
        <button type="submit" class="button filled">
          {at === null ? "Add" : "Keep"}
        </button>
      </p>
    </form>
  );
}
