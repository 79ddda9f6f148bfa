// The path finder as the page sees it, and the native server's.

import { json } from "./server";

export interface PathChoices {
  algorithms: { name: string; supply: boolean; eight: boolean }[];
  heuristics: string[];
  maps: { name: string; text: string }[];
}

/** One string per row: `.` free, `#` wall, `+` station, `S` start, `G` goal. */
export interface MapRow {
  rows: string[];
  supply: number | null;
}

export interface PathQuery extends MapRow {
  movement: "four" | "eight";
  algorithm: string;
  heuristic: string;
}

/** A cell is row times columns plus column. */
export interface PathRow {
  algorithm: string;
  steps: number | null;
  cost: number | null;
  expanded: number;
  generated: number;
  iterations: number;
  seconds: number;
  cells: number[];
  order: number[];
  gave_up: string | null;
}

export type MapKind = "random" | "maze" | "rooms" | "supply";

export interface PathClient {
  choices(): Promise<PathChoices>;
  read(text: string): Promise<MapRow>;
  generate(kind: MapKind, rows: number, columns: number, seed: number): Promise<MapRow>;
  search(query: PathQuery): Promise<PathRow>;
}

export class ServerPathClient implements PathClient {
  choices(): Promise<PathChoices> {
    return json("GET", "/api/paths");
  }

  read(text: string): Promise<MapRow> {
    return json("POST", "/api/paths/read", { text });
  }

  generate(kind: MapKind, rows: number, columns: number, seed: number): Promise<MapRow> {
    return json("POST", "/api/paths/generate", { kind, rows, columns, seed });
  }

  search(query: PathQuery): Promise<PathRow> {
    return json("POST", "/api/paths/search", query);
  }
}
