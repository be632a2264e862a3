/** What a browser sees that the hub does not know: what to do, in one sentence. */
import { openCommand } from "../state/hub";

export const SignInPage = ({ why }: { why: string | null }) => (
  <main class="sign-in">
    <h1>This browser is not signed in.</h1>
    <p>
      Run <code>{openCommand.value}</code> in a terminal on this machine. It opens the desk with a link that works once.
    </p>
    {why === null ? null : <p class="heed">{why}</p>}
  </main>
);

export const Unreachable = () => (
  <main class="sign-in">
    <h1>The hub does not answer.</h1>
    <p>
      Trying again every second. If it stays away, start it with <code>{openCommand.value}</code>.
    </p>
  </main>
);
