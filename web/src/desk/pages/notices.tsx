/** What must be said before anything else: the file cannot be read, a part of it cannot, words have lost their place. */
import { announce } from "../../state/announce";
import { shown } from "../../state/pages/links";
import { setAside, type PageReview } from "../../state/pages/review";
import { stranded, throwAway, wordsIn, type PageWords } from "../../state/pages/words";
import { plural } from "../../state/words";
import { ConfirmedAct } from "./asking";
import { LinkButton } from "../../parts/link_button";

export const Broken = ({ site, why }: { site: string; why: string }) => (
  <div class="trouble">
    <div role="alert">
      <h2>The file of this site cannot be read</h2>
      <p class="why">{shown(why)}</p>
    </div>
    <p>Mend it by hand or with git, and this page follows by itself. Until then nothing is written to it.</p>
    <ConfirmedAct
      kind="button"
      asks="Set aside and start anew …"
      does="Set it aside"
      question="The file gets another name beside its place, and an empty one begins. Nothing in it is lost."
      go={() => setAside(site)}
    />
  </div>
);

const WHERE: Record<string, string> = { annotations: "Annotation", pageNotes: "Page note", page_notes: "Page note" };

export const Problems = ({ problems }: Pick<PageReview, "problems">) =>
  problems.length === 0 ? null : (
    <details class="problems">
      <summary>{plural(problems.length, "entry", "entries")} of the file cannot be read, or not whole</summary>
      <p>What cannot be read stays in the file as it is.</p>
      <ul>
        {problems.map(({ where, index, why }) => (
          <li key={`${where} ${index}`}>
            {WHERE[where] ?? where} {index + 1}: {shown(why)}
          </li>
        ))}
      </ul>
    </details>
  );

/** Somebody took an annotation away while the person was writing about it. */
export function Stranded({ site, there }: { site: string; there: ReadonlySet<string> }) {
  return (
    <>
      {stranded(wordsIn(site).value, there).map((words) => (
        <div key={`${words.purpose} ${words.about}`} class="trouble words-left" role="group" aria-label="Words that have lost their place">
          <p>What you were writing about is no longer in the file{words.called === "" ? "" : <>: “{shown(words.called)}”</>}. Your words:</p>
          <p class="said">{shown(words.text)}</p>
          <p class="deeds always">
            <LinkButton words="Copy them" onClick={() => void copy(words)} />
            <LinkButton words="Throw away" onClick={() => throwAway(site, words)} />
          </p>
        </div>
      ))}
    </>
  );
}

async function copy({ text }: PageWords): Promise<void> {
  await navigator.clipboard.writeText(text).then(
    () => announce("Copied"),
    () => announce("Not copied: this browser does not allow it"),
  );
}
