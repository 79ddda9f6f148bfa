// The moves of a game with their branches.

export interface Node {
  move: string;
  parent: Node | null;
  children: Node[];
  /** The child that was visited last: where redo leads. */
  next: Node | null;
  ply: number;
  /** The engine's score after the move, for the first side; null if there is none. */
  score: NodeScore | null;
  /** What a review says about the move. */
  mark?: "inaccuracy" | "mistake" | "blunder" | "best";
  /** What the review would have played. */
  better?: string;
}

export interface NodeScore {
  /** Points; null for a proven result. */
  points: number | null;
  /** Plies to a win of the first side, or if negative of the second; infinite if the game is won already. */
  mate: number | null;
}

export function root(): Node {
  return { move: "", parent: null, children: [], next: null, ply: 0, score: null };
}

/** The child that plays this move, added if it is new. */
export function child(parent: Node, move: string): Node {
  let found = parent.children.find((node) => node.move === move);
  if (!found) {
    found = { move, parent, children: [], next: null, ply: parent.ply + 1, score: null };
    parent.children.push(found);
  }
  parent.next = found;
  return found;
}

/** The nodes from the first move to this one. */
export function path(node: Node): Node[] {
  const nodes: Node[] = [];
  for (let at: Node | null = node; at?.parent; at = at.parent) nodes.push(at);
  return nodes.reverse();
}

export function moves(node: Node): string[] {
  return path(node).map((each) => each.move);
}

/** The path to this node and on along the moves that were visited last. */
export function fullLine(node: Node): Node[] {
  const nodes = path(node);
  for (let at = node.next; at; at = at.next) nodes.push(at);
  return nodes;
}

/** Plays moves below a node and returns the last one. */
export function extend(node: Node, texts: string[]): Node {
  return texts.reduce(child, node);
}

export function topOf(node: Node): Node {
  let at = node;
  while (at.parent) at = at.parent;
  return at;
}
