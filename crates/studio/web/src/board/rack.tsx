// An upright rack with round holes: Connect Four.

import type { SurfaceProps } from "./surface";
import { Coordinates } from "./coordinates";
import { CELL } from "./geometry";
import { range } from "./lines";

export function Rack({ view, at }: SurfaceProps) {
  return (
    <>
      <rect width={at.width} height={at.height} rx="8" fill="#1c4fa0" />
      <rect x="5" y="5" width={at.width - 10} height={at.height - 10} rx="6" fill="#2660bd" />
      {range(view.columns).flatMap((column) =>
        range(view.rows).map((row) => {
          const { x, y } = at.centre({ column, row });
          return <circle cx={x} cy={y} r={CELL * 0.42} fill="#dde6f4" stroke="#1a4890" stroke-width="2" />;
        }),
      )}
      <Coordinates view={view} at={at} colour="#eaf1fb" />
    </>
  );
}
