/** The frame in which formulas become MathML. */
import temml from "temml";
import { serve } from "./frame";

serve(({ source, display }) =>
  // Without `trust` nothing links, loads or styles; a formula's macros end with it.
  temml.renderToString(source, { displayMode: display, throwOnError: true, maxExpand: 500, maxSize: [20, 20], trust: false }),
);
