// What a review says about each move: how much of the game it gave away.

import { share } from "./score";
import type { Node } from "./tree";

/** Shares of the evaluation bar that a move may lose. */
const LIMITS: [NonNullable<Node["mark"]>, number][] = [
  ["blunder", 0.3],
  ["mistake", 0.17],
  ["inaccuracy", 0.08],
];

/**
 * Marks the moves of a game whose positions have scores. `nodes` begins with the start position, `first` is the
 * side that moves there. Returns how many were marked.
 */
export function judge(nodes: Node[], game: string, first: 0 | 1): number {
  let marked = 0;
  nodes.forEach((node, index) => {
    const before = nodes[index - 1];
    if (!before?.score || !node.score) return;
    const sign = (index - 1 + first) % 2 === 0 ? 1 : -1;
    const lost = sign * (share(before.score, game) - share(node.score, game));
    const found = node.better ? LIMITS.find(([, limit]) => lost >= limit) : undefined;
    node.mark = found?.[0] ?? "best";
    if (found) marked += 1;
  });
  return marked;
}
