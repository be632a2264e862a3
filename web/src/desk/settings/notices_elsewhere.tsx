/** What the hub tells outside of the desk: shown, not changed; the settings file is where keys belong. */
import { useLayoutEffect } from "preact/hooks";
import { elsewhere, loadElsewhere, sendTest, testing, trouble } from "../../state/elsewhere";
import { now } from "../../state/clock";
import { whenWords } from "../../state/words";
import type { NoticeService, NoticeState } from "../../wire/types.gen";
import "../../style/notices.css";

const KINDS = { review: "plans", permission: "permissions", question: "questions" } as const;

export function NoticesElsewhere() {
  useLayoutEffect(() => void loadElsewhere(), []);
  const state = elsewhere.value;
  return (
    <section class="elsewhere" aria-labelledby="elsewhere">
      <h2 id="elsewhere">Notifications elsewhere</h2>
      {state === null ? null : state.services.length === 0 ? <Nothing /> : <Services state={state} />}
      <p class="heed" role="alert">
        {trouble.value === "" ? null : `${trouble.value.replace(/\.$/u, "")}.`}
      </p>
    </section>
  );
}

const Nothing = () => (
  <p class="small">
    Nothing leaves this machine. To be told on a phone, in a chat or by mail, name services under <code>[notify]</code> in <code>settings.toml</code> of the data folder.
  </p>
);

function Services({ state }: { state: NoticeState }) {
  return (
    <>
      <p class="small">
        The one way in which something leaves this machine: which kind of thing waits, of which agent, and a link. It is set in <code>settings.toml</code>, and counts when the hub starts.
      </p>
      <dl>
        {facts(state).map(([name, words]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <ul aria-label="Services">
        {state.services.map((service, at) => (
          <Service key={at} service={service} />
        ))}
      </ul>
      {state.installed ? null : (
        <p class="heed">
          What sends them is not installed: <code>pip install 'countermark[notify]'</code>, then restart the hub.
        </p>
      )}
      <p class="setting">
        <button type="button" class="button" aria-disabled={testing.value ? "true" : undefined} onClick={() => void sendTest()}>
          {testing.value ? "Sending …" : "Send a test"}
        </button>
      </p>
    </>
  );
}

function facts({ kinds, after, agents, quiet, name_workspace }: NoticeState): [string, string][] {
  const others = Object.entries(agents).map(([agent, seconds]) => (seconds === null ? `${agent} never` : `${agent} ${duration(seconds)}`));
  return [
    ["Of", kinds.map((kind) => KINDS[kind]).join(", ") || "nothing"],
    ["Unanswered for", [duration(after), ...others].join("; ")],
    ["Quiet hours", quiet === null ? "none" : quiet.replace("-", " to ")],
    ["Names the folder", name_workspace ? "yes" : "no"],
  ];
}

function duration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

const Service = ({ service: { service, last } }: { service: NoticeService }) => (
  <li>
    <code>{service}</code>
    {last === null ? (
      <span>nothing sent yet</span>
    ) : (
      <span class={last.sent ? undefined : "heed"}>
        {last.sent ? "sent" : "not sent"} {whenWords(last.at, now.value)}
        {last.sent ? "" : `: ${last.why}`}
        {last.attempts > 1 ? `, ${last.attempts} attempts` : ""}
      </span>
    )}
  </li>
);
