// A map that is drawn on, and its form in an address.

import type { MapRow } from "../engine/paths";

export type Tool = "wall" | "erase" | "station" | "start" | "goal";

export interface PathMap {
  columns: number;
  cells: string[];
  supply: number | null;
}

export function fromRow(row: MapRow): PathMap {
  return { columns: row.rows[0]?.length ?? 0, cells: [...row.rows.join("")], supply: row.supply };
}

export function toRows(map: PathMap): string[] {
  const text = map.cells.join("");
  const rows = Math.ceil(text.length / Math.max(map.columns, 1));
  return Array.from({ length: rows }, (_, row) => text.slice(row * map.columns, (row + 1) * map.columns));
}

export function rowCount(map: PathMap): number {
  return map.columns ? map.cells.length / map.columns : 0;
}

/** The map with a tool used on a cell; the same map if that changes nothing. */
export function draw(map: PathMap, cell: number, tool: Tool): PathMap {
  const old = map.cells[cell];
  if (old === undefined || old === "S" || old === "G") return map;
  const symbol = { wall: "#", erase: ".", station: "+", start: "S", goal: "G" }[tool];
  if (old === symbol) return map;
  const cells = [...map.cells];
  // There is one start and one goal: they move.
  if (tool === "start" || tool === "goal") {
    const before = cells.indexOf(symbol);
    if (before >= 0) cells[before] = ".";
  }
  cells[cell] = symbol;
  return { ...map, cells };
}

/** `15:3.12#S`: columns, then the cells with repeated ones counted. */
export function toText(map: PathMap): string {
  const runs = map.cells.join("").replace(/(.)\1+/g, (run, symbol) => `${run.length}${symbol}`);
  const letters = runs.replaceAll("#", "w").replaceAll("+", "p").replaceAll(".", "f");
  return `${map.columns}-${letters}${map.supply === null ? "" : `-${map.supply}`}`;
}

export function fromText(text: string): PathMap | null {
  const found = /^(\d{1,4})-([\dwpfSG]+)(?:-(\d{1,6}))?$/.exec(text);
  if (!found) return null;
  const symbols: Record<string, string> = { w: "#", p: "+", f: "." };
  const cells: string[] = [];
  for (const [, count, letter] of found[2]!.matchAll(/(\d*)([wpfSG])/g)) {
    const times = count ? Number(count) : 1;
    if (cells.length + times > 40_000) return null;
    cells.push(...Array<string>(times).fill(symbols[letter!] ?? letter!));
  }
  const columns = Number(found[1]);
  if (columns < 1 || cells.length % columns !== 0) return null;
  return { columns, cells, supply: found[3] ? Number(found[3]) : null };
}
