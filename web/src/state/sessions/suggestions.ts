/** What can be completed where a person writes: slash commands at the beginning, files of the workspace after an @. Pure. */
import type { SlashCommand, WorkspaceFile } from "../../wire/types.gen";

export interface Completion {
  kind: "command" | "file";
  /** What was typed of it. */
  words: string;
  /** Where it begins in the text, its sign included. */
  from: number;
}

/** What the caret stands in; null: nothing that could be completed. */
export function wantedAt(text: string, caret: number): Completion | null {
  const before = text.slice(0, caret);
  const command = /^\/([^\s/]*)$/u.exec(before);
  if (command !== null) return { kind: "command", words: command[1] ?? "", from: 0 };
  const file = /(?:^|\s)@([^\s@]*)$/u.exec(before);
  return file === null ? null : { kind: "file", words: file[1] ?? "", from: caret - (file[1] ?? "").length - 1 };
}

/** Those whose name has the words, those that begin with them first. */
export function commandsFor(commands: readonly SlashCommand[], words: string): SlashCommand[] {
  const wanted = words.toLowerCase();
  const rank = ({ name }: SlashCommand) => name.toLowerCase().indexOf(wanted);
  return commands.filter((each) => rank(each) >= 0).toSorted((one, other) => Math.min(rank(one), 1) - Math.min(rank(other), 1));
}

/** What the hub has found for some words. */
export interface FoundFiles {
  readonly words: string;
  readonly files: readonly WorkspaceFile[];
}

export const NO_FILES: FoundFiles = { words: "", files: [] };

/** Until the hub has answered to the newest words, those of its last answer that have them: a quick hand takes no other file. */
export function filesFor({ words, files }: FoundFiles, wanted: string): readonly WorkspaceFile[] {
  return words === wanted ? files : files.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()));
}

/** The text with what was wanted in it, and where the caret is then. */
export function completed(text: string, caret: number, { from }: Completion, put: string): { text: string; caret: number } {
  const rest = text.slice(caret).replace(/^ /u, "");
  return { text: `${text.slice(0, from)}${put} ${rest}`, caret: from + put.length + 1 };
}

/** What may follow a command that is written already, as the agent hints. */
export function hintFor(commands: readonly SlashCommand[], text: string): string | null {
  const name = /^\/(\S+)\s*$/u.exec(text)?.[1];
  return commands.find((each) => each.name === name)?.hint ?? null;
}
