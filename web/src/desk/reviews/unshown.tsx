/** The quiet line that counts what the source says and the page does not; it opens the list of it. */
import { plural } from "../../state/words";
import type { UnshownItem, UnshownWords } from "../../wire/types.gen";

type UnshownKind = UnshownItem["kind"];

const NAMES: Record<UnshownKind, [one: string, many: string]> = {
  link_address: ["link address", "link addresses"],
  link_title: ["link title", "link titles"],
  link_label: ["link label", "link labels"],
  definition: ["link definition", "link definitions"],
  footnote: ["footnote or its name", "footnotes or their names"],
  picture: ["description of a picture", "descriptions of pictures"],
  picture_data: ["picture’s data", "pictures’ data"],
  code_label: ["label of code", "labels of code"],
  attribute: ["attribute of a tag", "attributes of tags"],
  cell: ["table row with extra cells", "table rows with extra cells"],
  comment: ["comment", "comments"],
  words: ["line with other words", "lines with other words"],
};

const countWords = (kind: UnshownKind, count: number) => `${count} ${NAMES[kind][count === 1 ? 0 : 1]}`;

export function UnshownLine({ unshown }: { unshown: UnshownWords }) {
  const { counts, items } = unshown;
  const more = counts.reduce((sum, { count }) => sum + count, 0) - items.length;
  return (
    <details class="byline unshown">
      <summary>Not shown in the text: {counts.map(({ kind, count }) => countWords(kind, count)).join(", ")}</summary>
      <table>
        <caption class="unseen">What the source says and the text does not show</caption>
        <thead class="unseen">
          <tr>
            <th scope="col">Line</th>
            <th scope="col">What</th>
            <th scope="col">Words</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ kind, line, text }, at) => (
            <tr key={at}>
              <td>{line}</td>
              <td>{NAMES[kind][0]}</td>
              <td>
                <code>{text}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 ? <p>And {plural(more, "more place")}: the source has them all.</p> : null}
    </details>
  );
}
