// Lines of a board as the data of a path.

import type { Place } from "../engine/rows";
import type { Geometry } from "./geometry";

/** A path through pairs of places. */
export function segments(at: Geometry, pairs: [Place, Place][]): string {
  return pairs
    .map(([from, to]) => {
      const [a, b] = [at.centre(from), at.centre(to)];
      return `M${a.x} ${a.y}L${b.x} ${b.y}`;
    })
    .join("");
}

export function place(column: number, row: number): Place {
  return { column, row };
}

export function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
