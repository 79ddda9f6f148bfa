// Where things are on a board, in units of the picture.

import type { BoardView, Place } from "../engine/rows";

/** From one place to the next. */
export const CELL = 40;
/** Around the cells, for the coordinates. */
export const MARGIN = 22;

export interface Geometry {
  width: number;
  height: number;
  centre(place: Place): { x: number; y: number };
  /** The place at a point of the picture, if there is one. */
  placeAt(x: number, y: number): Place | null;
  /** One step on the screen from a place. */
  step(place: Place, right: number, down: number): Place | null;
}

export function geometry(view: BoardView, flipped: boolean): Geometry {
  const { columns, rows } = view;
  const turn = (place: Place): Place =>
    flipped ? { column: columns - 1 - place.column, row: rows - 1 - place.row } : place;
  const inside = (place: Place) =>
    place.column >= 0 && place.row >= 0 && place.column < columns && place.row < rows;
  return {
    width: columns * CELL + 2 * MARGIN,
    height: rows * CELL + 2 * MARGIN,
    centre(place) {
      const shown = turn(place);
      const along = (index: number) => MARGIN + (index + 0.5) * CELL;
      return { x: along(shown.column), y: along(shown.row) };
    },
    placeAt(x, y) {
      const index = (at: number) => Math.floor((at - MARGIN) / CELL);
      const shown = { column: index(x), row: index(y) };
      return inside(shown) ? turn(shown) : null;
    },
    step(place, right, down) {
      const shown = turn(place);
      const next = { column: shown.column + right, row: shown.row + down };
      return inside(next) ? turn(next) : null;
    },
  };
}

export function same(a: Place | null | undefined, b: Place | null | undefined): boolean {
  return !!a && !!b && a.column === b.column && a.row === b.row;
}

export function key(place: Place): string {
  return `${place.column},${place.row}`;
}

/** `h8`: column and row as the coordinates say it. */
export function label(view: BoardView, place: Place): string {
  return `${view["column-labels"][place.column] ?? ""}${view["row-labels"][place.row] ?? ""}`;
}
