// A recorded search as a tree that is played back event by event. All values are from the view of the side to
// move at the root: there the moves are chosen for the greatest value (MAX), where the other side moves for the
// least (MIN).

import type { NodeKind, Reason, SkipReason, Trace, TraceScore } from "../engine/trace";

export interface ThinkNode {
  index: number;
  parent: number | null;
  children: number[];
  move: string | null;
  kind: NodeKind;
  isMax: boolean;
  ply: number;
  depth: number;
  /** Lower and upper end of the window, for the side to move at the root. */
  low: TraceScore;
  high: TraceScore;
  value: TraceScore | null;
  /** `exact`, or the value is at least or at most this. */
  bound: "exact" | "least" | "most";
  reason: Reason;
  skipped: { reason: SkipReason; moves: string[] }[];
  unrecorded: number;
  /** The number of recorded nodes below it and itself. */
  size: number;
  isPv: boolean;
  /** The numbers of the events at which it is entered and left. */
  enter: number;
  leave: number;
}

export interface Event {
  node: number;
  isEnter: boolean;
}

export interface Think {
  trace: Trace;
  nodes: ThinkNode[];
  roots: number[];
  /** Before the first event nothing has happened: step n is after n events. */
  events: Event[];
  /** After each step: nodes entered (passes are not counted), and nodes left by a cut. */
  entered: Uint32Array;
  cut: Uint32Array;
  /** The line of moves to each node, joined; for looking up the same node in another search. */
  lines: string[];
}

/** Reasons for which a node was left before all its moves were searched. */
const CUTS = new Set<Reason>([
  "beta", "table", "null-move", "razoring", "reverse-futility", "probcut", "multicut", "solver", "mate-distance", "stand-pat",
]);

export function isCut(reason: Reason): boolean {
  return CUTS.has(reason);
}

/** A score as a number that can be compared: wins beyond every number of points, the sooner the greater. */
export function rank(score: TraceScore): number {
  if (typeof score === "number") return score;
  const [word, plies] = score.split(" ");
  if (word === "inf") return Number.POSITIVE_INFINITY;
  if (word === "-inf") return Number.NEGATIVE_INFINITY;
  const size = 1e15 - Number(plies);
  return word === "win" ? size : -size;
}

/** The same score for the other side. */
export function turned(score: TraceScore): TraceScore {
  if (typeof score === "number") return score === 0 ? 0 : -score;
  if (score === "inf") return "-inf";
  if (score === "-inf") return "inf";
  return score.startsWith("win") ? score.replace("win", "loss") : score.replace("loss", "win");
}

const TURNED = { exact: "exact", lower: "most", upper: "least" } as const;
const STRAIGHT = { exact: "exact", lower: "least", upper: "most" } as const;

export function think(trace: Trace): Think {
  const rootSide = trace.nodes[0]?.side ?? 0;
  const nodes = trace.nodes.map((node, index): ThinkNode => {
    const isMax = node.side === rootSide;
    const view = (score: TraceScore) => (isMax ? score : turned(score));
    return {
      index,
      parent: node.parent ?? null,
      children: [],
      move: node.move ?? null,
      kind: node.kind ?? "move",
      isMax,
      ply: node.ply,
      depth: node.depth,
      low: view(isMax ? node.alpha : node.beta),
      high: view(isMax ? node.beta : node.alpha),
      value: node.value === null ? null : view(node.value),
      bound: (isMax ? STRAIGHT : TURNED)[node.bound],
      reason: node.reason,
      skipped: node.skipped ?? [],
      unrecorded: node.unrecorded ?? 0,
      size: 1,
      isPv: false,
      enter: 0,
      leave: 0,
    };
  });
  const roots: number[] = [];
  for (const node of nodes) {
    if (node.parent === null) roots.push(node.index);
    else nodes[node.parent]!.children.push(node.index);
  }
  for (let index = nodes.length - 1; index >= 0; index -= 1) {
    const { parent, size } = nodes[index]!;
    if (parent !== null) nodes[parent]!.size += size;
  }
  markPv(nodes, roots, trace.result.pv);
  const events = eventsOf(nodes);
  const entered = new Uint32Array(events.length + 1);
  const cut = new Uint32Array(events.length + 1);
  events.forEach(({ node: index, isEnter }, step) => {
    const node = nodes[index]!;
    entered[step + 1] = entered[step]! + (isEnter && node.parent !== null ? 1 : 0);
    cut[step + 1] = cut[step]! + (!isEnter && isCut(node.reason) ? 1 : 0);
  });
  const lines: string[] = [];
  for (const node of nodes) {
    lines.push(node.parent === null ? "" : `${lines[node.parent]} ${node.move ?? "-"}`);
  }
  return { trace, nodes, roots, events, entered, cut, lines };
}

/** The nodes of the principal variation in the last pass: of several searches of a move the last. */
function markPv(nodes: ThinkNode[], roots: number[], pv: string[]) {
  let at = roots.at(-1);
  if (at === undefined) return;
  nodes[at]!.isPv = true;
  for (const move of pv) {
    const next: number | undefined = nodes[at]!.children.filter((child) => nodes[child]!.move === move).at(-1);
    if (next === undefined) return;
    nodes[next]!.isPv = true;
    at = next;
  }
}

/** Nodes are entered in their order; each is left before the next one that is not below it is entered. */
function eventsOf(nodes: ThinkNode[]): Event[] {
  const events: Event[] = [];
  const open: number[] = [];
  const leaveTo = (parent: number | null) => {
    while (open.length && open.at(-1) !== parent) {
      const node = open.pop()!;
      nodes[node]!.leave = events.length;
      events.push({ node, isEnter: false });
    }
  };
  for (const node of nodes) {
    leaveTo(node.parent);
    node.enter = events.length;
    events.push({ node: node.index, isEnter: true });
    open.push(node.index);
  }
  leaveTo(null);
  return events;
}

/** The node of the last event. */
export function nodeAt(model: Think, step: number): ThinkNode | null {
  const event = model.events[Math.min(step, model.events.length) - 1];
  return event ? model.nodes[event.node]! : null;
}

/** From the root of the pass to a node. */
export function pathTo(model: Think, index: number): ThinkNode[] {
  const path: ThinkNode[] = [];
  for (let at: number | null = index; at !== null; at = model.nodes[at]!.parent) path.push(model.nodes[at]!);
  return path.reverse();
}

/** The moves to a node, as far as they can be shown on a board: a null move is none. */
export function movesTo(model: Think, index: number): string[] {
  const moves: string[] = [];
  for (const node of pathTo(model, index)) {
    if (node.kind === "null-move") break;
    if (node.move !== null) moves.push(node.move);
  }
  return moves;
}

/** How many nodes minimax needs below the moves that a node skipped; `null` if that was not recorded. */
export function savedNodes(node: ThinkNode, model: Think, sizes: Map<string, number> | null): number | null {
  if (!sizes) return null;
  let sum = 0;
  for (const { moves } of node.skipped) {
    for (const move of moves) {
      const size = sizes.get(`${model.lines[node.index]} ${move}`);
      if (size === undefined) return null;
      sum += size;
    }
  }
  return sum;
}

/** The number of nodes of each line of a complete search. */
export function sizesByLine(model: Think): Map<string, number> | null {
  if (!model.trace.complete || model.trace.algorithm !== "minimax") return null;
  return new Map(model.nodes.map((node) => [model.lines[node.index]!, node.size]));
}
