/** The desk: rail, panes, whatever dialog is open, and the voice for those who listen. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { said } from "../state/announce";
import { standing } from "../state/hub";
import { active, phoneShows, tree } from "../state/panes";
import { arrivedLink } from "../state/shares";
import { narrowest } from "../state/split_tree";
import { later } from "../parts/later";
import { Icon, type Shape } from "../parts/icon";
import { run } from "./commands";
import { openDialog } from "./dialogs";
import { Rail } from "./inbox/rail";
import { Stage } from "./panes/stage";
import { SignInPage, Unreachable } from "./sign_in";

const KeysDialog = later(() => import("./keys/keys_dialog").then((part) => part.KeysDialog));
const SettingsDialog = later(() => import("./settings/settings_dialog").then((part) => part.SettingsDialog));
const PreviewDialog = later(() => import("./reviews/preview").then((part) => part.PreviewDialog));
const TogetherDialog = later(() => import("./permissions/together_dialog").then((part) => part.TogetherDialog));
const GrantsDialog = later(() => import("./permissions/grants_dialog").then((part) => part.GrantsDialog));
const ServersDialog = later(() => import("./settings/servers_dialog").then((part) => part.ServersDialog));
const NewSessionDialog = later(() => import("./sessions/opening/new_session").then((part) => part.NewSessionDialog));
const ShareDialog = later(() => import("./sharing/share_dialog").then((part) => part.ShareDialog));
const ForgetDialog = later(() => import("./forgetting/forget_dialog").then((part) => part.ForgetDialog));
const OpenDialog = later(() => import("./sharing/open_dialog").then((part) => part.OpenDialog));
const Palette = later(() => import("./palette/palette").then((part) => part.Palette));

const RAIL_PX = 272;
/** What a page needs with its edges: below this the rail makes itself small. */
const PAGE_PX = 672;

function useSlimRail(): boolean {
  const width = useSignal(window.innerWidth);
  useEffect(() => {
    const measure = () => (width.value = window.innerWidth);
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, []);
  return width.value >= 600 && (width.value - RAIL_PX) * narrowest(tree.value) < PAGE_PX;
}

export function Desk() {
  const here = standing.value;
  if (here.at === "starting") return null;
  if (here.at === "signed_out") return <SignInPage why={here.why} />;
  if (here.at === "unreachable") return <Unreachable />;
  return <SignedInDesk />;
}

function SignedInDesk() {
  const slim = useSlimRail();
  return (
    <>
      <main class={slim ? "desk slim" : "desk"} data-shows={phoneShows.value} data-kind={active.value?.view.kind}>
        <Rail />
        <Stage />
        <Tabs />
      </main>
      <ShownDialog />
      <p class="unseen" role="status" aria-live="polite">
        {said.value}
      </p>
    </>
  );
}

function ShownDialog() {
  const shown = openDialog.value;
  // Whatever else is open is left first.
  if (shown === null && arrivedLink.value !== null) return <OpenDialog onClose={() => (arrivedLink.value = null)} />;
  // A dialog tells a moment later that it was closed: by then another one may be open.
  const close = () => {
    if (openDialog.peek() === shown) openDialog.value = null;
  };
  switch (shown) {
    case "keys":
      return <KeysDialog onClose={close} />;
    case "settings":
      return <SettingsDialog onClose={close} />;
    case "preview":
      return <PreviewDialog onClose={close} />;
    case "together":
      return <TogetherDialog onClose={close} />;
    case "grants":
      return <GrantsDialog onClose={close} />;
    case "servers":
      return <ServersDialog onClose={close} />;
    case "new_session":
      return <NewSessionDialog onClose={close} />;
    case "share":
      return <ShareDialog onClose={close} />;
    case "forget":
      return <ForgetDialog onClose={close} />;
    case "commands":
      return <Palette onClose={close} />;
    case null:
      return null;
  }
}

/** A phone shows one thing at a time. */
function Tabs() {
  const inbox = phoneShows.value === "inbox";
  const kind = active.value?.view.kind;
  return (
    <nav class="tabs" aria-label="Desk">
      <Tab shape="sheet" words="Inbox" current={inbox} onClick={() => (phoneShows.value = "inbox")} />
      <Tab shape="journal" words="Journal" current={!inbox && kind === "journal"} onClick={() => run("journal")} />
      <Tab shape="search" words="Search" current={!inbox && kind === "history"} onClick={() => run("search")} />
    </nav>
  );
}

interface TabProps {
  shape: Shape;
  words: string;
  current: boolean;
  onClick: () => void;
}

const Tab = ({ shape, words, current, onClick }: TabProps) => (
  <button type="button" aria-current={current ? "true" : undefined} onClick={onClick}>
    <Icon shape={shape} />
    {words}
  </button>
);
