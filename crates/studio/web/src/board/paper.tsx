// Paper with a river and two palaces: xiangqi.

import type { Place } from "../engine/rows";
import type { SurfaceProps } from "./surface";
import { Coordinates } from "./coordinates";
import { CELL } from "./geometry";
import { place, range, segments } from "./lines";

/** Small corners around the points where cannons and soldiers begin. */
function corners(at: SurfaceProps["at"], points: Place[], columns: number): string {
  const [gap, length] = [4, 7];
  return points
    .flatMap((point) => {
      const { x, y } = at.centre(point);
      const sides = [-1, 1].filter((side) => {
        const edge = side < 0 ? Math.min(x, at.width - x) === x : Math.min(x, at.width - x) !== x;
        return !(edge && (point.column === 0 || point.column === columns - 1));
      });
      return sides.flatMap((sx) =>
        [-1, 1].map((sy) => {
          const [cx, cy] = [x + sx * gap, y + sy * gap];
          return `M${cx + sx * length} ${cy}H${cx}V${cy + sy * length}`;
        }),
      );
    })
    .join("");
}

const CANNONS = [place(1, 2), place(7, 2), place(1, 7), place(7, 7)];
const SOLDIERS = range(5).flatMap((index) => [place(index * 2, 3), place(index * 2, 6)]);

export function Paper({ view, at }: SurfaceProps) {
  const { columns, rows } = view;
  const [far, near] = [rows / 2 - 1, rows / 2];
  const pairs: [Place, Place][] = [
    ...range(rows).map((row): [Place, Place] => [place(0, row), place(columns - 1, row)]),
    [place(0, 0), place(0, rows - 1)],
    [place(columns - 1, 0), place(columns - 1, rows - 1)],
    ...range(columns).flatMap((column): [Place, Place][] => [
      [place(column, 0), place(column, far)],
      [place(column, near), place(column, rows - 1)],
    ]),
    [place(3, 0), place(5, 2)],
    [place(5, 0), place(3, 2)],
    [place(3, rows - 1), place(5, rows - 3)],
    [place(5, rows - 1), place(3, rows - 3)],
  ];
  const river = at.height / 2;
  const text = {
    "font-size": 24, fill: "#7a5634", "text-anchor": "middle", "dominant-baseline": "central",
    "font-family": "'Noto Serif CJK SC','Songti SC',STKaiti,KaiTi,serif",
  } as const;
  const inset = CELL * 0.42;
  const first = at.centre(place(0, 0));
  const last = at.centre(place(columns - 1, rows - 1));
  const [left, right] = [Math.min(first.x, last.x), Math.max(first.x, last.x)];
  const [top, bottom] = [Math.min(first.y, last.y), Math.max(first.y, last.y)];
  return (
    <>
      <rect width={at.width} height={at.height} rx="8" fill="#f3e6c8" />
      <rect
        x={left - inset / 2.6} y={top - inset / 2.6} width={right - left + inset / 1.3}
        height={bottom - top + inset / 1.3} fill="none" stroke="#6b4a2b" stroke-width="2.4"
      />
      <path d={segments(at, pairs)} stroke="#6b4a2b" stroke-width="1.1" />
      <path d={corners(at, [...CANNONS, ...SOLDIERS], columns)} fill="none" stroke="#6b4a2b" stroke-width="1.1" />
      <text {...text} x={at.width * 0.28} y={river} letter-spacing="14" aria-hidden="true">楚河</text>
      <text {...text} x={at.width * 0.72} y={river} letter-spacing="14" aria-hidden="true">漢界</text>
      <Coordinates view={view} at={at} colour="#6b4a2b" />
    </>
  );
}
