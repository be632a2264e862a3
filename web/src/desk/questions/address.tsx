/** An address that a server wants to be opened: shown whole, opened by nobody but the person. */
import { useMemo } from "preact/hooks";
import { AgentWords } from "../../parts/agent_words";

/** The host of what a browser can open safely; null: no link is made of it. */
function hostOf(url: string): string | null {
  try {
    const { protocol, host } = new URL(url);
    return protocol === "https:" || protocol === "http:" ? host : null;
  } catch {
    return null;
  }
}

export function Address({ url }: { url: string }) {
  const host = useMemo(() => hostOf(url), [url]);
  return (
    <div class="asked-block address">
      <pre class="command">
        <code>
          <AgentWords words={url} />
        </code>
      </pre>
      {host === null ? (
        <p class="heed">This is no address of a page, so it cannot be opened from here.</p>
      ) : (
        <p>
          <a class="link" href={url} target="_blank" rel="noopener noreferrer">
            Open it on {host}
          </a>
          <span class="quiet"> Nothing opens it by itself. What you do there stays between you and that page.</span>
        </p>
      )}
    </div>
  );
}
