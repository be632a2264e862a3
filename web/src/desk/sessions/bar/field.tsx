/** Where a person writes to the agent: several lines, slash commands, files by @, and what is pasted or dropped. */
import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { AgentWords } from "../../../parts/agent_words";
import { pastedFiles } from "../../../state/images";
import { attachFiles, attachPath, attachText, isLongPaste } from "../../../state/sessions/attaching";
import { changeDraft, promptDraft } from "../../../state/sessions/drafts";
import type { SlashCommand } from "../../../wire/types.gen";
import { commandsFor, completed, filesFor, hintFor, NO_FILES, wantedAt, type Completion, type FoundFiles } from "../../../state/sessions/suggestions";
import { fetchSessionFiles } from "../../../wire/sessions";
import type { WorkspaceFile } from "../../../wire/types.gen";
import { HubError } from "../../../wire/client";

interface Props {
  pane: string;
  session: string;
  commands: readonly SlashCommand[];
  placeholder: string;
}

type Suggestion = { kind: "command"; command: SlashCommand } | { kind: "file"; file: WorkspaceFile };

export function WordsField({ pane, session, commands, placeholder }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const draft = promptDraft(session).value;
  const wanted = useSignal<Completion | null>(null);
  const chosen = useSignal(0);
  const files = useFiles(session, wanted);
  const suggestions = suggestionsFor(wanted.value, commands, files.value);
  const id = `${pane}-words`;
  const look = () => {
    const at = area.current;
    const next = at === null ? null : wantedAt(at.value, at.selectionStart);
    if (next?.words !== wanted.peek()?.words || next?.kind !== wanted.peek()?.kind) chosen.value = 0;
    wanted.value = next;
  };
  const take = (suggestion: Suggestion) => {
    const at = area.current;
    if (at === null || wanted.value === null) return;
    const put = suggestion.kind === "command" ? `/${suggestion.command.name}` : `@${suggestion.file.name}`;
    const next = completed(at.value, at.selectionStart, wanted.value, put);
    if (suggestion.kind === "file") attachPath(session, suggestion.file.path, suggestion.file.name);
    changeDraft(session, { text: next.text });
    wanted.value = null;
    caretTo(at, next);
  };
  useLayoutEffect(() => grow(area.current), [draft.text]);
  const isOpen = suggestions.length > 0;
  const hint = hintFor(commands, draft.text);
  return (
    <div class="session-field">
      <textarea
        id={id}
        ref={area}
        rows={1}
        value={draft.text}
        placeholder={placeholder}
        aria-label="Your words to the agent"
        aria-haspopup="listbox"
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen ? `${id}-${Math.min(chosen.value, suggestions.length - 1)}` : undefined}
        aria-describedby={hint === null ? undefined : `${id}-hint`}
        spellcheck
        onInput={(event) => (changeDraft(session, { text: event.currentTarget.value }), look())}
        onClick={look}
        onBlur={() => window.setTimeout(() => (wanted.value = null), 150)}
        onPaste={(event) => paste(event, session)}
        onKeyDown={(event) => keys(event, { suggestions, chosen, wanted, take })}
        onKeyUp={(event) => event.key.startsWith("Arrow") && look()}
      />
      {/* Behind the field, whose Tab takes one of them: the list itself is no stop on the way back. */}
      {isOpen ? <Suggestions id={id} suggestions={suggestions} chosen={Math.min(chosen.value, suggestions.length - 1)} onTake={take} /> : null}
      {hint === null ? null : <p class="session-hint" id={`${id}-hint`}>{hint}</p>}
    </div>
  );
}

/** The text is drawn anew first. */
function caretTo(area: HTMLTextAreaElement, { text, caret }: { text: string; caret: number }): void {
  area.value = text;
  area.setSelectionRange(caret, caret);
  area.focus();
}

/** A browser that does not grow the field by itself is helped. */
function grow(area: HTMLTextAreaElement | null): void {
  if (area === null || CSS.supports("field-sizing", "content")) return;
  area.style.height = "auto";
  area.style.height = `${area.scrollHeight}px`;
}

function paste(event: ClipboardEvent, session: string): void {
  const data = event.clipboardData;
  const files = pastedFiles(data);
  const text = data?.getData("text/plain") ?? "";
  if (files.length > 0) attachFiles(session, files);
  else if (isLongPaste(text)) attachText(session, text);
  else return;
  event.preventDefault();
}

function suggestionsFor(wanted: Completion | null, commands: readonly SlashCommand[], files: FoundFiles): Suggestion[] {
  if (wanted === null) return [];
  if (wanted.kind === "file") return filesFor(files, wanted.words).map((file) => ({ kind: "file", file }));
  return commandsFor(commands, wanted.words).map((command) => ({ kind: "command", command }));
}

interface Choosing {
  suggestions: readonly Suggestion[];
  chosen: Signal<number>;
  wanted: Signal<Completion | null>;
  take: (suggestion: Suggestion) => void;
}

function keys(event: KeyboardEvent, { suggestions, chosen, wanted, take }: Choosing): void {
  if (suggestions.length === 0 || event.isComposing) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const current = suggestions[Math.min(chosen.peek(), suggestions.length - 1)];
  if (step !== undefined) chosen.value = (Math.min(chosen.peek(), suggestions.length - 1) + step + suggestions.length) % suggestions.length;
  else if (event.key === "Escape") wanted.value = null;
  else if ((event.key === "Enter" || event.key === "Tab") && !event.ctrlKey && !event.metaKey && !event.shiftKey && current !== undefined) take(current);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

const ASK_MS = 120;

/** The files of the workspace that fit what was typed; asked for when the hand rests. */
function useFiles(session: string, wanted: Signal<Completion | null>): Signal<FoundFiles> {
  const files = useSignal<FoundFiles>(NO_FILES);
  const words = wanted.value?.kind === "file" ? wanted.value.words : null;
  useEffect(() => {
    files.value = words === null ? NO_FILES : files.peek();
    if (words === null) return undefined;
    let isMine = true;
    const ask = () =>
      void fetchSessionFiles(session, words).then(
        (answer) => isMine && (files.value = { words, files: answer.files }),
        (failure: unknown) => {
          if (!(failure instanceof HubError)) throw failure;
        },
      );
    const timer = window.setTimeout(ask, ASK_MS);
    return () => {
      isMine = false;
      window.clearTimeout(timer);
    };
  }, [session, words]);
  return files;
}

interface SuggestionsProps {
  id: string;
  suggestions: readonly Suggestion[];
  chosen: number;
  onTake: (suggestion: Suggestion) => void;
}

function Suggestions({ id, suggestions, chosen, onTake }: SuggestionsProps) {
  useEffect(() => document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: "nearest" }), [chosen]);
  const isCommands = suggestions[0]?.kind === "command";
  return (
    <ul class="session-suggestions" id={`${id}-list`} role="listbox" aria-label={isCommands ? "Commands of the agent" : "Files of the workspace"} tabIndex={0}>
      {suggestions.map((suggestion, at) => (
        // Pressed, not clicked: the field keeps the focus.
        <li key={at} id={`${id}-${at}`} role="option" aria-selected={at === chosen} onMouseDown={(event) => (event.preventDefault(), onTake(suggestion))}>
          {suggestion.kind === "command" ? (
            <>
              <code>/<AgentWords words={suggestion.command.name} /></code>
              {suggestion.command.hint === null ? null : <small><AgentWords words={suggestion.command.hint} /></small>}
              <span><AgentWords words={suggestion.command.description} /></span>
            </>
          ) : (
            <code><AgentWords words={suggestion.file.name} /></code>
          )}
        </li>
      ))}
    </ul>
  );
}
