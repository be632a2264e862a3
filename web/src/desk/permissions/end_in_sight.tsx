/** The end of something that has to be read: it tells when it has stood before the person's eyes. */
import { useEffect, useRef } from "preact/hooks";

/** What was scrolled past in one leap counts, too: the end of the page shows nothing of it. */
const PASSED = "1000000px 0px 0px 0px";

export function EndInSight({ onSeen }: { onSeen: () => void }) {
  const end = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const mark = end.current;
    if (mark === null) return undefined;
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting) || document.visibilityState !== "visible") return;
      watcher.disconnect();
      onSeen();
    }, { root: mark.closest(".scroll"), rootMargin: PASSED });
    watcher.observe(mark);
    return () => watcher.disconnect();
  }, []);
  return <span class="end-in-sight" ref={end} aria-hidden="true" />;
}
