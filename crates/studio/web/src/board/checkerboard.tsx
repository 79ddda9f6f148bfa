// Squares of two shades, visited ones hatched: knights.

import type { SurfaceProps } from "./surface";
import { Coordinates } from "./coordinates";
import { CELL, MARGIN } from "./geometry";

export function Checkerboard({ view, at }: SurfaceProps) {
  const dark = [];
  for (let row = 0; row < view.rows; row += 1) {
    for (let column = (row + 1) % 2; column < view.columns; column += 2) {
      dark.push(`M${MARGIN + column * CELL} ${MARGIN + row * CELL}h${CELL}v${CELL}h${-CELL}z`);
    }
  }
  return (
    <>
      <defs>
        <pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="7" height="7" fill="#8d949c" fill-opacity=".55" />
          <path d="M0 0V7" stroke="#3f464f" stroke-width="3" stroke-opacity=".55" />
        </pattern>
      </defs>
      <rect width={at.width} height={at.height} rx="8" fill="#454d58" />
      <rect x={MARGIN} y={MARGIN} width={view.columns * CELL} height={view.rows * CELL} fill="#efeee8" />
      <path d={dark.join("")} fill="#c9ced1" />
      {view.visited.map((place) => {
        const { x, y } = at.centre(place);
        return <rect x={x - CELL / 2} y={y - CELL / 2} width={CELL} height={CELL} fill="url(#hatch)" />;
      })}
      <Coordinates view={view} at={at} colour="#f0f0ea" />
    </>
  );
}
