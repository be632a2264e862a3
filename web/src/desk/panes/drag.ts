/** Dragging a pane by its head onto an edge of another one. */
import { signal } from "@preact/signals";
import { activate, move, panes, tree } from "../../state/panes";
import { rectanglesOf, type Edge, type Rectangle } from "../../state/split_tree";

interface Target {
  pane: string;
  edge: Edge;
  /** The half that would be taken, in fractions of the desk. */
  half: Rectangle;
}

export const target = signal<Target | null>(null);

const FAR_ENOUGH_PX = 6;

/** The edge that a point inside a place lies nearest to. */
function nearestEdge(x: number, y: number): Edge {
  const distances: [Edge, number][] = [["left", x], ["right", 1 - x], ["top", y], ["bottom", 1 - y]];
  distances.sort(([, one], [, other]) => one - other);
  return distances[0]?.[0] ?? "right";
}

function halfOf({ left, top, width, height }: Rectangle, edge: Edge): Rectangle {
  if (edge === "left" || edge === "right") return { left: edge === "left" ? left : left + width / 2, top, width: width / 2, height };
  return { left, top: edge === "top" ? top : top + height / 2, width, height: height / 2 };
}

function find(x: number, y: number, dragged: string): Target | null {
  for (const [pane, place] of rectanglesOf(tree.peek())) {
    const inside = { x: (x - place.left) / place.width, y: (y - place.top) / place.height };
    if (pane === dragged || inside.x < 0 || inside.x > 1 || inside.y < 0 || inside.y > 1) continue;
    const edge = nearestEdge(inside.x, inside.y);
    return { pane, edge, half: halfOf(place, edge) };
  }
  return null;
}

export function startDrag(event: PointerEvent, pane: string): void {
  activate(pane);
  const stage = (event.currentTarget as HTMLElement).closest(".panes");
  const onTool = event.target instanceof Element && event.target.closest("button") !== null;
  if (stage === null || onTool || event.button !== 0 || panes.peek().size < 2) return;
  const from = { x: event.clientX, y: event.clientY };
  const ground = stage.getBoundingClientRect();
  const moving = ({ clientX, clientY }: PointerEvent) => {
    const far = Math.hypot(clientX - from.x, clientY - from.y) > FAR_ENOUGH_PX;
    if (far) target.value = find((clientX - ground.left) / ground.width, (clientY - ground.top) / ground.height, pane);
  };
  const done = (end: Event) => {
    const found = target.peek();
    target.value = null;
    window.removeEventListener("pointermove", moving);
    for (const kind of ["pointerup", "pointercancel", "keydown"]) window.removeEventListener(kind, done);
    if (end.type === "pointerup" && found !== null) move(pane, found.pane, found.edge);
  };
  window.addEventListener("pointermove", moving);
  for (const kind of ["pointerup", "pointercancel", "keydown"]) window.addEventListener(kind, done);
}
