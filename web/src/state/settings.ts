/** The person's settings: those of the hub, and the two that belong to this browser alone. */
import { signal } from "@preact/signals";
import { saveSettings } from "../wire/client";
import type { QuickLabel } from "../wire/annotation_types";
import type { Settings, Theme } from "../wire/types";
import { announce } from "./announce";
import { keep, kept } from "./keep";

export const singleKeys = signal(true);
export const theme = signal<Theme>("system");
/** The person's own quick labels, in the person's order; "Looks good" is always there besides. */
export const quickLabels = signal<readonly QuickLabel[]>([]);
/** Whether this browser may say that something waits while the desk is hidden. */
export const notifies = signal(kept("notifies") === true);

export function showTheme(chosen: Theme): void {
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

export function adoptSettings(settings: Partial<Settings>): void {
  singleKeys.value = settings.single_keys ?? true;
  showTheme(settings.theme ?? "system");
  quickLabels.value = settings.labels ?? [];
}

export async function changeSettings(change: Partial<Settings>): Promise<void> {
  const before: Settings = { single_keys: singleKeys.value, theme: theme.value, labels: [...quickLabels.value] };
  adoptSettings({ ...before, ...change });
  try {
    await saveSettings({ ...before, ...change });
  } catch {
    adoptSettings(before);
    announce("The setting was not saved: the hub does not answer");
  }
}

export async function allowNotices(wanted: boolean): Promise<void> {
  const granted = wanted && (await Notification.requestPermission()) === "granted";
  notifies.value = granted;
  keep("notifies", granted);
}
