// The letters and numbers around a board.

import type { BoardView } from "../engine/rows";
import { type Geometry, MARGIN } from "./geometry";

export function Coordinates({ view, at, colour }: { view: BoardView; at: Geometry; colour: string }) {
  // A board whose first row is at the top has its letters there too, as othello's.
  const fromTop = Number(view["row-labels"][0]) < Number(view["row-labels"].at(-1));
  const y = fromTop ? MARGIN / 2 : at.height - MARGIN / 2;
  const text = { fill: colour, "font-size": view.columns > 10 ? 13 : 11, "text-anchor": "middle", "dominant-baseline": "central" } as const;
  return (
    <g class="coordinates" aria-hidden="true">
      {view["column-labels"].map((name, column) => (
        <text key={name} {...text} x={at.centre({ column, row: 0 }).x} y={y}>{name}</text>
      ))}
      {view["row-labels"].map((name, row) => (
        <text key={name} {...text} x={MARGIN / 2} y={at.centre({ column: 0, row }).y}>{name}</text>
      ))}
    </g>
  );
}
