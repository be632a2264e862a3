/** Mermaid's many colours, of the desk's few: paper, ink, and quiet tones where parts must be told apart. */
import type { DrawingColours } from "./messages";

const QUIET = {
  light: ["#e6ddc8", "#d3dfd6", "#dcd6e2", "#ecdcc9", "#cfdbe1", "#e2d8d0", "#dbe0c8", "#d6d6d6", "#e8d9d9", "#cde0dd", "#e4e0d2", "#d4cfc2"],
  dark: ["#4a4435", "#34463b", "#433d4c", "#4f4231", "#35434b", "#48403a", "#40462f", "#444240", "#4b3c3c", "#31474a", "#45423a", "#3a362e"],
};
/** Lines and small filled areas of a plot: the same tones, with the contrast that a line needs. */
const STRONG = {
  light: ["#5c5340", "#3f6650", "#665a7d", "#8a6534", "#3f677c", "#7a5f4e", "#66702e", "#5f5f5f"],
  dark: ["#cfc3a4", "#9cc7ab", "#bfb2d6", "#dcb885", "#9cc3d6", "#cfb3a1", "#c3cc92", "#c4c4c4"],
};

const numbered = (name: string, values: readonly string[], from: number) =>
  Object.fromEntries(values.map((value, at) => [`${name}${at + from}`, value]));

function surfaces({ paper, sheet, ink, ink2, ink3, rule, dark }: DrawingColours) {
  return {
    darkMode: dark,
    background: paper,
    primaryColor: sheet,
    primaryTextColor: ink,
    primaryBorderColor: ink3,
    secondaryColor: rule,
    secondaryTextColor: ink,
    secondaryBorderColor: ink3,
    tertiaryColor: paper,
    tertiaryTextColor: ink,
    tertiaryBorderColor: ink3,
    lineColor: ink2,
    textColor: ink,
    titleColor: ink,
    mainBkg: sheet,
    nodeBorder: ink3,
    nodeTextColor: ink,
    clusterBkg: paper,
    clusterBorder: ink3,
    edgeLabelBackground: paper,
    noteBkgColor: rule,
    noteTextColor: ink,
    noteBorderColor: ink3,
    attributeBackgroundColorOdd: paper,
    attributeBackgroundColorEven: sheet,
    rowOdd: paper,
    rowEven: sheet,
    errorBkgColor: paper,
    errorTextColor: ink,
  };
}

function sequence({ paper, sheet, ink, ink2, ink3, rule }: DrawingColours) {
  return {
    actorBkg: sheet,
    actorBorder: ink3,
    actorTextColor: ink,
    actorLineColor: ink3,
    signalColor: ink2,
    signalTextColor: ink,
    labelBoxBkgColor: sheet,
    labelBoxBorderColor: ink3,
    labelTextColor: ink,
    loopTextColor: ink,
    activationBkgColor: rule,
    activationBorderColor: ink3,
    sequenceNumberColor: paper,
  };
}

function gantt({ paper, sheet, ink, ink2, ink3, rule }: DrawingColours) {
  return {
    sectionBkgColor: sheet,
    altSectionBkgColor: paper,
    sectionBkgColor2: sheet,
    taskBkgColor: rule,
    taskBorderColor: ink3,
    taskTextColor: ink,
    taskTextDarkColor: ink,
    taskTextLightColor: ink,
    taskTextOutsideColor: ink,
    taskTextClickableColor: ink,
    activeTaskBkgColor: paper,
    activeTaskBorderColor: ink,
    doneTaskBkgColor: sheet,
    doneTaskBorderColor: ink3,
    critBkgColor: rule,
    critBorderColor: ink,
    gridColor: rule,
    todayLineColor: ink2,
    excludeBkgColor: rule,
    vertLineColor: ink2,
  };
}

function plots({ paper, sheet, ink, ink2, ink3, rule, dark }: DrawingColours) {
  const strong = STRONG[dark ? "dark" : "light"];
  return {
    pieStrokeColor: ink3,
    pieOuterStrokeColor: ink3,
    pieTitleTextColor: ink,
    pieSectionTextColor: ink,
    pieLegendTextColor: ink,
    pieOpacity: "1",
    xyChart: {
      backgroundColor: paper,
      titleColor: ink,
      xAxisLabelColor: ink,
      xAxisTitleColor: ink,
      xAxisTickColor: ink3,
      xAxisLineColor: ink3,
      yAxisLabelColor: ink,
      yAxisTitleColor: ink,
      yAxisTickColor: ink3,
      yAxisLineColor: ink3,
      plotColorPalette: strong.join(","),
    },
    packet: {
      startByteColor: ink,
      endByteColor: ink,
      labelColor: ink,
      titleColor: ink,
      blockStrokeColor: ink3,
      blockFillColor: sheet,
    },
    archEdgeColor: ink2,
    archEdgeArrowColor: ink2,
    archGroupBorderColor: ink3,
    radar: { axisColor: ink3, graticuleColor: rule, graticuleOpacity: 0.4 },
    quadrantPointFill: strong[0],
    quadrantPointTextFill: ink,
    ...numbered("venn", strong, 1),
  };
}

/** Commits and their branches: a label stands on its branch's colour. */
function history({ paper, sheet, ink, ink3, dark }: DrawingColours) {
  const strong = STRONG[dark ? "dark" : "light"];
  return {
    ...numbered("git", strong, 0),
    ...numbered("gitInv", strong.map(() => ink), 0),
    ...numbered("gitBranchLabel", strong.map(() => paper), 0),
    commitLabelColor: ink,
    commitLabelBackground: sheet,
    tagLabelColor: ink,
    tagLabelBackground: sheet,
    tagLabelBorder: ink3,
    branchLabelColor: paper,
  };
}

/** Parts told apart by tone: pies, mind maps, time lines, journeys, quadrants. */
function tones({ ink, ink3, dark }: DrawingColours) {
  const quiet = QUIET[dark ? "dark" : "light"];
  const inks = quiet.map(() => ink);
  return {
    ...numbered("pie", quiet, 1),
    ...numbered("cScale", quiet, 0),
    ...numbered("cScaleLabel", inks, 0),
    ...numbered("cScaleInv", quiet.map(() => ink3), 0),
    ...numbered("cScalePeer", quiet.map(() => ink3), 0),
    ...numbered("fillType", quiet.slice(0, 8), 0),
    ...numbered("surface", quiet.slice(0, 5), 0),
    ...numbered("actor", quiet.slice(0, 6), 0),
    ...Object.fromEntries(quiet.slice(0, 4).flatMap((tone, at) => [[`quadrant${at + 1}Fill`, tone], [`quadrant${at + 1}TextFill`, ink]])),
  };
}

export const colourVariables = (colours: DrawingColours) => ({
  ...surfaces(colours),
  ...sequence(colours),
  ...gantt(colours),
  ...plots(colours),
  ...history(colours),
  ...tones(colours),
});
