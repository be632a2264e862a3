/** The browser tab says how much waits, in its title and on its icon, and the app's icon too; never what. */
import { effect } from "@preact/signals";
import { waiting } from "../state/reviews";

/** Seal red and paper, fixed: an icon cannot see the page's theme. */
function iconWith(count: number): string {
  const badge =
    count === 0
      ? ""
      : `<circle cx="23" cy="9" r="9" fill="#1f1c17"/><text x="23" y="13.4" font-family="sans-serif" font-size="12.5" font-weight="700" text-anchor="middle" fill="#fcfaf5">${count > 9 ? "9+" : count}</text>`;
  const disc = '<circle cx="15" cy="17" r="14" fill="#b3261a"/><path d="M8.5 17.5l4.6 4.4 8.6-9.4" fill="none" stroke="#fcfaf5" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round"/>';
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${disc}${badge}</svg>`)}`;
}

/** Of a desk that is installed as an app; a browser that has no such badge, or refuses it, shows the tab's. */
function badgeApp(count: number): void {
  if (!("setAppBadge" in navigator)) return;
  (count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count)).catch(() => undefined);
}

export function followInTab(): void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  effect(() => {
    const count = waiting.value;
    document.title = count === 0 ? "Countermark" : `(${count}) Countermark`;
    if (icon !== null) icon.href = iconWith(count);
    badgeApp(count);
  });
}
