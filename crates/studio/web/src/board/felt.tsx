// Green felt with squares: othello.

import type { SurfaceProps } from "./surface";
import { Coordinates } from "./coordinates";
import { CELL, MARGIN } from "./geometry";
import { range } from "./lines";

export function Felt({ view, at }: SurfaceProps) {
  const [width, height] = [view.columns * CELL, view.rows * CELL];
  const lines = [
    ...range(view.columns + 1).map((index) => `M${MARGIN + index * CELL} ${MARGIN}v${height}`),
    ...range(view.rows + 1).map((index) => `M${MARGIN} ${MARGIN + index * CELL}h${width}`),
  ].join("");
  const dots = view.columns >= 8 ? [2, view.columns - 2] : [];
  return (
    <>
      <rect width={at.width} height={at.height} rx="8" fill="#33261d" />
      <rect x={MARGIN} y={MARGIN} width={width} height={height} fill="#1f7a4d" />
      <path d={lines} stroke="#0d4a2b" stroke-width="1.4" />
      {dots.flatMap((column) =>
        dots.map((row) => (
          <circle cx={MARGIN + column * CELL} cy={MARGIN + row * CELL} r="3.6" fill="#0d4a2b" />
        )),
      )}
      <Coordinates view={view} at={at} colour="#eadccb" />
    </>
  );
}
