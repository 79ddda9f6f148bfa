// Wood with lines and star points: gomoku.

import type { SurfaceProps } from "./surface";
import { Coordinates } from "./coordinates";
import { place, range, segments } from "./lines";

/** A few curves of grain, the same on every board. */
function grain(width: number, height: number): string {
  return range(9)
    .map((index) => {
      const y = (height * (index + 0.5)) / 9;
      const bend = ((index * 37) % 23) - 11;
      return `M0 ${y}C${width * 0.3} ${y + bend} ${width * 0.6} ${y - bend} ${width} ${y + bend / 2}`;
    })
    .join("");
}

export function Wood({ view, at }: SurfaceProps) {
  const { columns, rows } = view;
  const lines = segments(at, [
    ...range(columns).map((column) => [place(column, 0), place(column, rows - 1)] as [any, any]),
    ...range(rows).map((row) => [place(0, row), place(columns - 1, row)] as [any, any]),
  ]);
  return (
    <>
      <defs>
        <linearGradient id="wood" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stop-color="#e9c184" />
          <stop offset="1" stop-color="#d9a862" />
        </linearGradient>
      </defs>
      <rect width={at.width} height={at.height} rx="8" fill="url(#wood)" />
      <path d={grain(at.width, at.height)} fill="none" stroke="#b98543" stroke-opacity=".28" stroke-width="3" />
      <path d={lines} stroke="#4a3520" stroke-width="1.1" stroke-linecap="square" />
      {view.stars.map((star) => {
        const { x, y } = at.centre(star);
        return <circle cx={x} cy={y} r="4" fill="#4a3520" />;
      })}
      <Coordinates view={view} at={at} colour="#4d3213" />
    </>
  );
}
