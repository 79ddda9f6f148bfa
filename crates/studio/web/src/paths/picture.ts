// Draws a map with the state of a search on a canvas.

import type { PathRow } from "../engine/paths";
import { type PathMap, rowCount } from "./map";

export interface Shown {
  map: PathMap;
  row: PathRow | null;
  /** How many expansions have happened. */
  step: number;
  eight: boolean;
  cursor: number | null;
  dark: boolean;
}

/** Colours that differ in lightness too: early expansions are light, late ones dark. */
const WAVE = { light: ["#d7e9f7", "#2f74b5"], dark: ["#2b4a66", "#8cc4f2"] } as const;

function mix(a: string, b: string, part: number): string {
  const channel = (text: string, at: number) => Number.parseInt(text.slice(at, at + 2), 16);
  const each = [1, 3, 5].map((at) => Math.round(channel(a, at) * (1 - part) + channel(b, at) * part));
  return `rgb(${each.join(" ")})`;
}

export function paint(canvas: HTMLCanvasElement, shown: Shown) {
  const { map, row, step, dark } = shown;
  const rows = rowCount(map);
  const size = Math.max(2, Math.floor(Math.min(1400 / map.columns, 1000 / rows, 64)));
  if (canvas.width !== map.columns * size) canvas.width = map.columns * size;
  if (canvas.height !== rows * size) canvas.height = rows * size;
  const context = canvas.getContext("2d");
  if (!context) return;
  const place = (cell: number): [number, number] => [(cell % map.columns) * size, Math.floor(cell / map.columns) * size];
  const fill = (cell: number, colour: string, inset = 0) => {
    const [x, y] = place(cell);
    context.fillStyle = colour;
    context.fillRect(x + inset, y + inset, size - 2 * inset, size - 2 * inset);
  };
  context.fillStyle = dark ? "#1c1f23" : "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  const when = paintWave(shown, fill);
  if (row && size >= 5) paintFrontier(context, shown, when, place, size);
  map.cells.forEach((symbol, cell) => {
    if (symbol === "#") fill(cell, dark ? "#7b848e" : "#3b424a");
    if (symbol === "+") paintStation(context, place(cell), size);
  });
  paintLines(context, canvas, size, dark);
  if (row && step >= row.order.length) paintPath(context, row, place, size);
  paintEnd(context, map, "S", place, size);
  paintEnd(context, map, "G", place, size);
  if (shown.cursor !== null) {
    const [x, y] = place(shown.cursor);
    context.strokeStyle = "#e0479e";
    context.lineWidth = Math.max(2, size / 10);
    context.strokeRect(x + 1, y + 1, size - 2, size - 2);
  }
}

/** Expanded cells by their order. Returns which cells are expanded. */
function paintWave({ map, row, step, dark }: Shown, fill: (cell: number, colour: string) => void): Uint8Array {
  const done = new Uint8Array(map.cells.length);
  if (!row) return done;
  const [early, late] = WAVE[dark ? "dark" : "light"];
  const shades = Array.from({ length: 33 }, (_, index) => mix(early, late, index / 32));
  const last = Math.max(row.order.length - 1, 1);
  for (let index = 0; index < Math.min(step, row.order.length); index += 1) {
    const cell = row.order[index]!;
    if (!done[cell]) fill(cell, shades[Math.round((index / last) * 32)]!);
    done[cell] = 1;
  }
  return done;
}

/** Cells that wait to be expanded, as an outline. */
function paintFrontier(
  context: CanvasRenderingContext2D,
  { map, row, eight, step }: Shown,
  done: Uint8Array,
  place: (cell: number) => [number, number],
  size: number,
) {
  if (!row || step >= row.order.length) return;
  const straight = [[-1, 0], [1, 0], [0, -1], [0, 1]];
  const diagonal = [[-1, -1], [-1, 1], [1, -1], [1, 1]];
  context.strokeStyle = "#d98200";
  context.lineWidth = Math.max(1.5, size / 12);
  const rows = rowCount(map);
  map.cells.forEach((symbol, cell) => {
    if (symbol === "#" || done[cell]) return;
    const [column, line] = [cell % map.columns, Math.floor(cell / map.columns)];
    const touches = (eight ? [...straight, ...diagonal] : straight).some(([down, right]) => {
      const [r, c] = [line + down!, column + right!];
      return r >= 0 && c >= 0 && r < rows && c < map.columns && done[r * map.columns + c];
    });
    if (!touches) return;
    const [x, y] = place(cell);
    context.strokeRect(x + 2, y + 2, size - 4, size - 4);
  });
}

function paintLines(context: CanvasRenderingContext2D, canvas: HTMLCanvasElement, size: number, dark: boolean) {
  if (size < 8) return;
  context.strokeStyle = dark ? "#ffffff18" : "#00000018";
  context.lineWidth = 1;
  context.beginPath();
  for (let x = size; x < canvas.width; x += size) context.rect(x, -1, 0, canvas.height + 2);
  for (let y = size; y < canvas.height; y += size) context.rect(-1, y, canvas.width + 2, 0);
  context.stroke();
}

function paintStation(context: CanvasRenderingContext2D, [x, y]: [number, number], size: number) {
  context.fillStyle = "#1d9a6c";
  const third = size / 3;
  context.fillRect(x + third, y + size / 8, third, size * 0.75);
  context.fillRect(x + size / 8, y + third, size * 0.75, third);
}

function paintPath(context: CanvasRenderingContext2D, row: PathRow, place: (cell: number) => [number, number], size: number) {
  if (row.cells.length < 2) return;
  const stroke = (colour: string, width: number) => {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.lineJoin = context.lineCap = "round";
    context.beginPath();
    for (const cell of row.cells) {
      const [x, y] = place(cell);
      context.lineTo(x + size / 2, y + size / 2);
    }
    context.stroke();
  };
  stroke("#ffffff", Math.max(3, size * 0.36));
  stroke("#c2410c", Math.max(2, size * 0.22));
}

function paintEnd(
  context: CanvasRenderingContext2D,
  map: PathMap,
  symbol: "S" | "G",
  place: (cell: number) => [number, number],
  size: number,
) {
  const cell = map.cells.indexOf(symbol);
  if (cell < 0) return;
  const [x, y] = place(cell);
  const middle = size / 2;
  context.fillStyle = symbol === "S" ? "#116b2c" : "#a3142e";
  context.strokeStyle = "#ffffff";
  context.lineWidth = Math.max(1, size / 14);
  context.beginPath();
  if (symbol === "S") context.arc(x + middle, y + middle, size * 0.42, 0, 2 * Math.PI);
  else context.rect(x + size * 0.1, y + size * 0.1, size * 0.8, size * 0.8);
  context.fill();
  context.stroke();
  if (size < 12) return;
  context.fillStyle = "#ffffff";
  context.font = `700 ${size * 0.55}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(symbol, x + middle, y + middle * 1.06);
}
