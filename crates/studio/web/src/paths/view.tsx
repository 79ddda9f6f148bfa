// One map with one search, to draw on with mouse, touch and keyboard.

import { useEffect, useRef, useState } from "preact/hooks";
import type { PathRow } from "../engine/paths";
import { t } from "../texts";
import { isDark } from "../theme";
import { type PathMap, rowCount, type Tool } from "./map";
import { paint } from "./picture";

interface Props {
  map: PathMap;
  row: PathRow | null;
  step: number;
  eight: boolean;
  tool: Tool;
  onDraw(cell: number, tool: Tool): void;
}

export function PathView({ map, row, step, eight, tool, onDraw }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const using = useRef<Tool | null>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  useEffect(() => {
    if (canvas.current) paint(canvas.current, { map, row, step, eight, cursor, dark: isDark() });
  });
  const pointed = (event: PointerEvent): number | null => {
    const box = canvas.current?.getBoundingClientRect();
    if (!box) return null;
    const column = Math.floor(((event.clientX - box.left) / box.width) * map.columns);
    const line = Math.floor(((event.clientY - box.top) / box.height) * rowCount(map));
    const inside = column >= 0 && line >= 0 && column < map.columns && line < rowCount(map);
    return inside ? line * map.columns + column : null;
  };
  const onPointerDown = (event: PointerEvent) => {
    const cell = pointed(event);
    if (cell === null) return;
    canvas.current?.setPointerCapture(event.pointerId);
    const symbol = map.cells[cell];
    // Start and goal are dragged whatever the tool; a wall that is drawn on again goes.
    if (symbol === "S") using.current = "start";
    else if (symbol === "G") using.current = "goal";
    else if ((tool === "wall" && symbol === "#") || (tool === "station" && symbol === "+")) using.current = "erase";
    else using.current = tool;
    onDraw(cell, using.current);
  };
  const onPointerMove = (event: PointerEvent) => {
    const cell = pointed(event);
    setHovered(cell);
    if (cell !== null && using.current) onDraw(cell, using.current);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -map.columns, ArrowDown: map.columns };
    const move = by[event.key];
    const here = cursor ?? 0;
    if (move !== undefined) {
      const next = here + move;
      if (map.cells[next] !== undefined) setCursor(next);
    } else if (event.key === "Enter" || event.key === " ") {
      const erases = (tool === "wall" && map.cells[here] === "#") || (tool === "station" && map.cells[here] === "+");
      onDraw(here, erases ? "erase" : tool);
    } else {
      return;
    }
    event.preventDefault();
  };
  return (
    <>
      <canvas
        ref={canvas} class="map" role="application" tabIndex={0} aria-label={t("mapLabel")}
        onPointerDown={onPointerDown} onPointerMove={onPointerMove} onPointerUp={() => (using.current = null)}
        onPointerLeave={() => setHovered(null)} onKeyDown={onKeyDown} onFocus={() => setCursor(cursor ?? 0)} onBlur={() => setCursor(null)}
      />
      <p class="cell-info" aria-live="polite">{describe(cursor ?? hovered, map, row)}</p>
    </>
  );
}

/** Where a cell is, what it is, and when it was expanded. */
function describe(cell: number | null, map: PathMap, row: PathRow | null): string {
  if (cell === null) return "\u00a0";
  const words = [t("cellAt", { row: Math.floor(cell / map.columns), column: cell % map.columns })];
  const names: Record<string, "tool.wall" | "tool.station" | "tool.start" | "tool.goal"> = {
    "#": "tool.wall", "+": "tool.station", S: "tool.start", G: "tool.goal",
  };
  const name = names[map.cells[cell] ?? ""];
  if (name) words.push(t(name));
  const when = row?.order.indexOf(cell) ?? -1;
  if (when >= 0) words.push(t("expandedAs", { number: when + 1 }));
  const along = row?.cells.indexOf(cell) ?? -1;
  if (along >= 0) words.push(t("stepsFromStart", { count: along }));
  const left = along >= 0 && row ? supplyLeft(map, row.cells, along) : null;
  if (left !== null) words.push(t("supplyLeft", { count: left }));
  return words.join(" · ");
}

/** Steps that can still be taken at a cell of the path; stations fill it up. */
function supplyLeft(map: PathMap, cells: number[], along: number): number | null {
  if (map.supply === null) return null;
  let left = map.supply;
  for (const cell of cells.slice(1, along + 1)) {
    left -= 1;
    if (map.cells[cell] === "+") left = map.supply;
  }
  return left;
}
