// Where the nodes of a tree are drawn: leaves side by side in the order of the search, a parent above the middle of
// its children. The places are those of the complete tree, so that nothing moves while the search is played back.
// Where most of a large tree is folded, a folded node takes the place of one leaf.

import type { SkipReason } from "../engine/trace";
import type { Think } from "./model";

/** From one leaf to the next, with short and with long texts, and from one ply to the next. */
const SLOTS = [34, 44] as const;
const ROW = 74;
const MOST_ROW = 140;

export interface Placed {
  node: number;
  x: number;
  y: number;
  /** Its descendants are not drawn. */
  folded: boolean;
}

/** Moves that a node did not search. */
export interface Ghost {
  node: number;
  reason: SkipReason;
  count: number;
  x: number;
  y: number;
}

export interface Layout {
  placed: Placed[];
  /** The place of each node in `placed`; -1 if it is not drawn. */
  place: Int32Array;
  ghosts: Ghost[];
  slot: number;
  row: number;
  width: number;
  height: number;
}

/** The width of a leaf: moves of four letters and values with fractions need more. */
function slotOf({ nodes }: Think): number {
  const isLong = nodes.some(({ move, value }) => (move?.length ?? 0) > 3 || (typeof value === "number" && !Number.isInteger(value)));
  return SLOTS[isLong ? 1 : 0];
}

/**
 * Lays out all nodes, or with `path` only the nodes on it and their children; the nodes of the path are then one above
 * the other. The rows fill this height if they are not too far apart then.
 */
export function layOut(model: Think, path: Set<number> | null, fill: number): Layout {
  const { nodes } = model;
  const placed: Placed[] = [];
  const ghosts: Ghost[] = [];
  const place = new Int32Array(nodes.length).fill(-1);
  const slot = slotOf(model);
  let slots = 0;
  let rows = 0;
  const next = () => (slots++ + 0.5) * slot;
  const visit = (index: number, row: number): number => {
    const node = nodes[index]!;
    const folded = path !== null && !path.has(index) && node.children.length > 0;
    const inner: number[] = [];
    let below: number | null = null;
    rows = Math.max(rows, row + 1);
    if (!folded) {
      for (const child of node.children) {
        const x = visit(child, row + 1);
        inner.push(x);
        if (path?.has(child)) below = x;
      }
      for (const { reason, moves } of node.skipped) {
        const x = next();
        ghosts.push({ node: index, reason, count: moves.length, x, y: row + 1.5 });
        inner.push(x);
        rows = Math.max(rows, row + 2);
      }
    }
    const x = below ?? (inner.length ? (inner[0]! + inner.at(-1)!) / 2 : next());
    place[index] = placed.length;
    placed.push({ node: index, x, y: row + 0.5, folded });
    return x;
  };
  for (const root of model.roots) visit(root, 0);
  const row = Math.min(Math.max(ROW, fill / Math.max(rows, 1)), MOST_ROW);
  for (const each of [...placed, ...ghosts]) each.y *= row;
  return { placed, place, ghosts, slot, row, width: Math.max(slots, 1) * slot, height: Math.max(rows, 1) * row };
}
