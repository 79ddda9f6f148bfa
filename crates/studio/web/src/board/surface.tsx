// What the pieces lie on, by the name that the board gives it.

import type { ComponentType } from "preact";
import type { BoardView, Surface } from "../engine/rows";
import type { Geometry } from "./geometry";
import { Checkerboard } from "./checkerboard";
import { Felt } from "./felt";
import { Paper } from "./paper";
import { Plain } from "./plain";
import { Rack } from "./rack";
import { Wood } from "./wood";

export interface SurfaceProps {
  view: BoardView;
  at: Geometry;
}

export const SURFACES: Record<Surface, ComponentType<SurfaceProps>> = {
  wood: Wood,
  paper: Paper,
  felt: Felt,
  checkerboard: Checkerboard,
  rack: Rack,
  plain: Plain,
};
