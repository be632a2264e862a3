/** What was folded is read on from where it stands: the page must not keep its place below what came in between. */
import { useLayoutEffect, useRef } from "preact/hooks";

export function useReadingOn<Part extends HTMLElement>(whole: boolean) {
  const part = useRef<Part>(null);
  const was = useRef(whole);
  useLayoutEffect(() => {
    if (whole && !was.current) part.current?.scrollIntoView({ block: "start" });
    was.current = whole;
  }, [whole]);
  return part;
}
