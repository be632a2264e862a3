/** The person's settings, as the hub keeps them. */
import { signal } from "@preact/signals";
import { saveSettings } from "../wire/client";
import type { DeskSettings, Label, Theme } from "../wire/types.gen";
import { announce } from "./announce";
import { keep, kept } from "./keep";

/** Until the hub has answered, as at the last visit: a letter must not be a command for who has switched that off. */
export const singleKeys = signal(kept("single_keys") !== false);
export const theme = signal<Theme>("system");
/** The person's own quick labels, in the person's order; "Looks good" is always there besides. */
export const quickLabels = signal<readonly Label[]>([]);

function showTheme(chosen: Theme): void {
  theme.value = chosen;
  keep("theme", chosen);
  if (chosen === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = chosen;
}

/** Before the hub has answered: the theme of the last visit, so that nothing flashes. */
export function showKeptTheme(): void {
  const last = kept("theme");
  if (last === "light" || last === "dark") showTheme(last);
}

function switchSingleKeys(on: boolean): void {
  singleKeys.value = on;
  keep("single_keys", on);
}

export function adoptSettings(settings: Partial<DeskSettings>): void {
  switchSingleKeys(settings.single_keys ?? true);
  showTheme(settings.theme ?? "system");
  quickLabels.value = settings.labels ?? [];
}

/** How many changes are on their way to the hub, and what its feed has told meanwhile: the newest of each setting. */
let saving = 0;
const told = new Map<string, unknown>();

export async function changeSettings(change: Partial<DeskSettings>): Promise<void> {
  const before: DeskSettings = { single_keys: singleKeys.value, theme: theme.value, labels: [...quickLabels.value] };
  adoptSettings({ ...before, ...change });
  saving += 1;
  try {
    await saveSettings(change);
  } catch {
    adoptSettings(before);
    announce("The setting was not saved: the hub does not answer");
  } finally {
    saving -= 1;
    if (saving === 0) takeTold();
  }
}

/** A setting as an entry of the feed tells it: changed here, in another tab or in another browser. */
export function takeSetting(name: unknown, value: unknown): void {
  if (typeof name !== "string") return;
  told.set(name, value);
  // The person's hand is ahead of the feed: an earlier change of theirs must not come back for a moment.
  if (saving === 0) takeTold();
}

function takeTold(): void {
  for (const [name, value] of told) {
    if (name === "single_keys" && typeof value === "boolean") switchSingleKeys(value);
    if (name === "theme" && (value === "system" || value === "light" || value === "dark")) showTheme(value);
    if (name === "labels" && typeof value === "string") quickLabels.value = JSON.parse(value) as Label[];
  }
  told.clear();
}
