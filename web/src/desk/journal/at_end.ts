/** Calls for more when the end of a list comes near. */
export function atEnd(element: Element | null, more: () => Promise<void>): () => void {
  if (element === null) return () => undefined;
  const root = element.closest(".scroll");
  const observer = new IntersectionObserver(([seen]) => {
    if (seen?.isIntersecting === true) void more();
  }, { root, rootMargin: "400px" });
  observer.observe(element);
  return () => observer.disconnect();
}
