/** Where the desk begins. */
// First of all: its request is on its way while the other modules are read.
import "../state/early_opening";
import { render } from "preact";
import "../style/fonts.gen.css";
import "../style/tokens.css";
import "../style/base.css";
import "../style/rail.css";
import "../style/panes.css";
import "../style/lists.css";
import "../style/document.css";
import "../style/headings.css";
import "../style/matter.css";
import "../style/bar.css";
import "../style/going_on.css";
import "../style/rooms.css";
import "../style/dialog.css";
// Of parts that come later: a sheet that came later too would have the browser look through a long text once more.
import "../style/marks.css";
import "../style/notes.css";
import "../style/composing.css";
import "../style/folds.css";
import "../style/columns.css";
import "../style/comparison.css";
import "../style/forced.css";
import "../style/print.css";
import { nextTask } from "../parts/next_task";
import { startClock } from "../state/clock";
import { followDeeds } from "../state/attention";
import { areWordsUnkept, followOtherTabs } from "../state/drafts/answers";
import { guardLeaving } from "../state/drafts/sending";
import { start } from "../state/hub";
import { followLooks } from "../state/looking";
import { showKeptTheme } from "../state/settings";
import { arrive, settleDesk } from "./arrivals";
import { Desk } from "./desk";
import { guardDrops } from "./drops";
import { followTurns } from "./notices";
import { followWayBack } from "./phone";
import { followLinks } from "./sharing/arriving";
import { listenToKeys } from "./shortcuts";
import { followInTab } from "./tab_title";

// Before anything else can see the address.
followLinks();
showKeptTheme();
startClock();
followOtherTabs();
guardLeaving(areWordsUnkept);
guardDrops();
listenToKeys();
followInTab();
followDeeds();
followLooks();
followTurns();
followWayBack();
// Asked before anything is drawn, and drawn in a task of its own: reading the program was long enough for one.
void start({ arrived: arrive, ready: settleDesk });
void nextTask().then(() => {
  const host = document.getElementById("desk");
  if (host !== null) render(<Desk />, host);
});
