/** One page of a site: its title, its notes, its annotations. */
import { pageLink, shown } from "../../state/pages/links";
import type { PageNote } from "../../state/pages/entries";
import type { PageGroup } from "../../state/pages/filter";
import { leavingOf } from "../../state/pages/leaving";
import * as acts from "./acts";
import { LinkButton } from "../../parts/link_button";
import { Gone, AnnotationRow, When } from "./row";
import { PageForm } from "./writing";

interface Props {
  pane: string;
  site: string;
  address: string | null;
  group: PageGroup;
}

const groupId = (pane: string, url: string) => `${pane}-page-${url}`;

export function PageGroupList({ pane, site, address, group }: Props) {
  const { url, title, notes, marks } = group;
  const link = pageLink(address, url);
  const heading = groupId(pane, url);
  const called = title === "" ? url : title;
  return (
    <section class="of-page" aria-label={`${shown(called)}, ${shown(url)}`} data-page={url}>
      <div class="title">
        <h2 id={heading} dir="auto" title={url}>
          {shown(called) || "A page without a name"}
        </h2>
        <Address url={url} link={link} />
      </div>
      <div class="whole">
        {notes.map((note) => (
          <WholeNote key={note.id} pane={pane} site={site} note={note} />
        ))}
        <PageForm pane={pane} site={site} purpose="note" about={url} />
        <p class="deeds">
          <LinkButton words="Note on this page" cap="g" onClick={() => acts.noteOn(pane, site, group)} />
        </p>
      </div>
      <ol class="rows">
        {marks.map((numbered) => (
          <AnnotationRow key={numbered.mark.id} pane={pane} site={site} numbered={numbered} />
        ))}
      </ol>
    </section>
  );
}

/** Only a path of the site itself, on this machine, becomes a link. */
const Address = ({ url, link }: { url: string; link: string | null }) =>
  link === null ? (
    <code class="address">{shown(url)}</code>
  ) : (
    <a class="address" href={link} target="_blank" rel="noopener noreferrer" title="Open in the page, in a new tab">
      <code>{shown(url)}</code>
      <span class="unseen"> opens in a new tab</span>
      <span aria-hidden="true"> ↗</span>
    </a>
  );

function WholeNote({ pane, site, note }: Omit<Props, "address" | "group"> & { note: PageNote }) {
  const going = leavingOf(site, note.id);
  return (
    <div class="whole-note" id={acts.rowId(pane, note.id)} tabIndex={-1} role="group" aria-label="Note on the page">
      {going === null ? (
        <>
          <p class="words" dir="auto">
            <span class="kind">On the whole</span>
            <span class="said">{shown(note.note)}</span>
            <When at={note.updated_at ?? note.created_at} />
            <span class="deeds">
              <LinkButton words="Edit" onClick={() => acts.editNote(pane, site, note)} />
              <LinkButton words="Delete" onClick={() => acts.removeNote(site, note)} />
            </span>
          </p>
          <PageForm pane={pane} site={site} purpose="edit_note" about={note.id} reads={note.note} />
        </>
      ) : (
        <Gone pane={pane} leaving={going} />
      )}
    </div>
  );
}
