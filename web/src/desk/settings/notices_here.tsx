/** Which kinds of things this browser tells of, while no desk is looked at. */
import "../../style/notices.css";
import { KINDS, noticeKinds, permission, wantNotices, type NoticeKind } from "../../state/notices";

const WORDS: Record<NoticeKind, string> = { review: "A plan waits", permission: "A permission waits", question: "A question waits", session: "A turn of a session has ended" };

export function NoticesHere() {
  return (
    <>
      <h2 id="notices-here">Notifications of this browser</h2>
      <p class="small" id="notices-here-what">
        While no desk is looked at, one of the system for all that come together. It says which agent waits, never for what.
      </p>
      <div role="group" aria-labelledby="notices-here" aria-describedby="notices-here-what">
        {KINDS.map((kind) => (
          <label class="setting" key={kind}>
            <input
              type="checkbox"
              checked={noticeKinds.value.has(kind)}
              onChange={(event) => void want(kind, event.target as HTMLInputElement)}
            />
            <span>{WORDS[kind]}</span>
          </label>
        ))}
      </div>
      <p class="heed" role="status">
        {permission.value === "denied" ? "This browser refuses notifications of this page. Its own settings allow them again." : null}
        {permission.value === "missing" ? "This browser has no notifications at this address." : null}
      </p>
    </>
  );
}

/** The box shows what is so, not what was wished for. */
async function want(kind: (typeof KINDS)[number], box: HTMLInputElement): Promise<void> {
  await wantNotices(kind, box.checked);
  box.checked = noticeKinds.peek().has(kind);
}
