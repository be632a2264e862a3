/** How an element is called. */

/** Its name and what tells it at first sight: `img.hero-image`, `section#expertise`. */
export function label(element: Element): string {
  const [first] = element.classList;
  if (element.id !== "") return `${element.localName}#${element.id}`;
  return first === undefined ? element.localName : `${element.localName}.${first}`;
}
