/** The frame in which Mermaid draws. */
import mermaid from "mermaid";
import { asXml, pictureIn, serve } from "./frame";
import { colourVariables } from "./mermaid_colours";
import { DRAWING_FACE, type DrawingColours } from "./messages";

const FONT = `"${DRAWING_FACE}", "Helvetica Neue", Arial, sans-serif`;
/** The words of C4 are white, whatever the theme says. */
const UNDER_WHITE = ["#575145", "#6b6456", "#7a7264"] as const;
/** Edges do not run through their labels; the first thought stands in its circle's middle. */
const LABELS = ".edgeLabel rect, .labelBkg, .edgeLabel .background { opacity: 1 !important; } .section-root text { text-anchor: middle; }";
const MOST_CHARACTERS = 50_000;
const MOST_EDGES = 500;

/** What an author may not set by `%%{init}%%` or front matter: what loads, styles, links, or unlocks the others. */
const OURS = [
  "secure", "securityLevel", "startOnLoad", "maxTextSize", "maxEdges", "suppressErrorRendering", "dompurifyConfig", "htmlLabels",
  "theme", "themeCSS", "themeVariables", "fontFamily", "altFontFamily", "darkMode", "logLevel", "deterministicIds", "deterministicIDSeed",
  "arrowMarkerAbsolute", "forceLegacyMathML", "legacyMathML", "wrap", "look", "handDrawnSeed", "layout",
];

function c4Colours(): Record<string, string> {
  const kinds = ["person", "system", "system_db", "system_queue", "container", "container_db", "container_queue", "component", "component_db", "component_queue"];
  const pairs = kinds.flatMap((kind, at) => {
    const [own, other] = [UNDER_WHITE[at === 0 ? 0 : 1], UNDER_WHITE[2]];
    return [[`${kind}_bg_color`, own], [`${kind}_border_color`, own], [`external_${kind}_bg_color`, other], [`external_${kind}_border_color`, other]];
  });
  return Object.fromEntries(pairs) as Record<string, string>;
}

function prepare(colours: DrawingColours): void {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    secure: OURS,
    htmlLabels: false,
    themeCSS: LABELS,
    flowchart: { useMaxWidth: false },
    sequence: { actorFontFamily: FONT, noteFontFamily: FONT, messageFontFamily: FONT },
    c4: c4Colours(),
    // Rows of 32 bits stand in the page's width as they are.
    packet: { bitWidth: 18 },
    theme: "base",
    darkMode: colours.dark,
    themeVariables: { ...colourVariables(colours), fontFamily: FONT, fontSize: "14px" },
    fontFamily: FONT,
    maxTextSize: MOST_CHARACTERS,
    maxEdges: MOST_EDGES,
    suppressErrorRendering: true,
    deterministicIds: true,
    logLevel: "fatal",
  });
}

serve(async ({ id, source, colours }) => {
  if (source.length > MOST_CHARACTERS) throw new Error(`The source is longer than ${MOST_CHARACTERS} characters.`);
  prepare(colours);
  document.body.replaceChildren();
  const { svg } = await mermaid.render(`drawing${id}`, source);
  return asXml(pictureIn(svg));
});
