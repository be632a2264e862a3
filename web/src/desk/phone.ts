/** On a phone the browser's own way back leads from a plan to the list. */
import { effect } from "@preact/signals";
import { phoneShows } from "../state/panes";

const PHONE = window.matchMedia("(max-width: 599px)");

export function followWayBack(): void {
  effect(() => {
    const inPane = phoneShows.value === "pane";
    if (PHONE.matches && inPane && history.state !== "pane") history.pushState("pane", "");
    if (PHONE.matches && !inPane && history.state === "pane") history.back();
  });
  window.addEventListener("popstate", (event) => {
    if (PHONE.matches) phoneShows.value = event.state === "pane" ? "pane" : "inbox";
  });
}
