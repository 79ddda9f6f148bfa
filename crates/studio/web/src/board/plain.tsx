// Plain squares, for any other game.

import type { SurfaceProps } from "./surface";
import { Coordinates } from "./coordinates";
import { CELL, MARGIN } from "./geometry";
import { range } from "./lines";

export function Plain({ view, at }: SurfaceProps) {
  const [width, height] = [view.columns * CELL, view.rows * CELL];
  const lines = [
    ...range(view.columns + 1).map((index) => `M${MARGIN + index * CELL} ${MARGIN}v${height}`),
    ...range(view.rows + 1).map((index) => `M${MARGIN} ${MARGIN + index * CELL}h${width}`),
  ].join("");
  return (
    <>
      <rect width={at.width} height={at.height} rx="8" fill="#79828e" />
      <rect x={MARGIN} y={MARGIN} width={width} height={height} fill="#f4f4f1" />
      <path d={lines} stroke="#b9bdc3" />
      <Coordinates view={view} at={at} colour="#ffffff" />
    </>
  );
}
