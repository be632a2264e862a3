/** Which commands and items fit what was typed into the command list. */
import { BINDINGS, type Binding } from "./keys";
import type { PageSite } from "../wire/types.gen";
import type { Item } from "./items";

export type PaletteMatch = { kind: "command"; binding: Binding } | { kind: "item"; item: Item } | { kind: "site"; site: PageSite };

const HIDDEN = new Set(["commands", "open_item", "open_item_beside", "back", "answer_7", "answer_8", "answer_9"]);

/** Every typed word must begin a word of the text. */
export function fits(text: string, words: string): boolean {
  const parts = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .every((word) => parts.some((part) => part.startsWith(word)));
}

export function hitsFor(words: string, waiting: readonly Item[], sites: readonly PageSite[] = []): PaletteMatch[] {
  const listed = waiting
    .filter((item) => fits(`${item.title} ${item.workspace_name}`, words))
    .map((item) => ({ kind: "item", item }) as const);
  const pages = sites.filter((site) => fits(`pages ${site.name} ${site.root}`, words)).map((site) => ({ kind: "site", site }) as const);
  const items: PaletteMatch[] = [...listed, ...pages];
  const commands = BINDINGS.filter((binding) => !HIDDEN.has(binding.command) && fits(`${binding.says} ${binding.group}`, words)).map(
    (binding) => ({ kind: "command", binding }) as const,
  );
  return words.trim() === "" ? [...commands, ...items] : [...items, ...commands];
}
