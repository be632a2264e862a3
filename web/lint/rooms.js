/** The rooms of the web side, lowest first: a file may import its own room and the ones below it. */
const ROOMS = [["wire"], ["sharing"], ["state", "anchors", "drawings"], ["parts"], ["desk", "overlay"]];

function floorOf(path) {
  const room = /\/src\/([^/]+)\//.exec(path)?.[1];
  const floor = ROOMS.findIndex((names) => names.includes(room));
  return floor < 0 ? null : { room, floor };
}

function refusal(from, to) {
  if (from === null || to === null || from.room === to.room) return null;
  if (to.floor > from.floor) return `${from.room}/ stands below ${to.room}/ and must not import it`;
  if (to.floor === from.floor) return `${from.room}/ and ${to.room}/ never import each other`;
  return null;
}

export const downwardsOnly = {
  meta: { type: "problem", schema: [] },
  create(context) {
    const here = context.filename.replaceAll("\\", "/");
    const check = (node) => {
      const source = node.source?.value;
      if (typeof source !== "string" || !source.startsWith(".")) return;
      const target = new URL(source, `file://${here}`).pathname;
      const message = refusal(floorOf(here), floorOf(target));
      if (message !== null) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};
