// What the server sends: the rows of the command line's --json, and boards.

export interface Place {
  column: number;
  row: number;
}

export interface MovePlaces {
  from: Place | null;
  to: Place | null;
}

export interface MoveTarget extends MovePlaces {
  text: string;
}

export interface PieceKind {
  id: string;
  side: 0 | 1;
  letter: string;
  character: string;
  form: "stone" | "disc" | "token" | "knight";
}

export interface Piece extends PieceKind {
  place: Place;
}

export type Surface = "wood" | "paper" | "felt" | "checkerboard" | "rack" | "plain";

export interface BoardView {
  surface: Surface;
  columns: number;
  rows: number;
  "column-labels": string[];
  "row-labels": string[];
  stars: Place[];
  sides: [SideView, SideView];
  pieces: Piece[];
  visited: Place[];
  targets: MoveTarget[];
  forbidden: { place: Place; reason: string }[];
  last: MovePlaces | null;
  line: Place[];
  numbers: { place: Place; number: number }[];
  "to-move": 0 | 1 | null;
  ending: { winner: 0 | 1 | null; reason: string } | null;
  notes: string[];
}

export interface SideView {
  name: string;
  piece: PieceKind | null;
  count: number | null;
}

/** Points, or the distance in plies of a proven result; for the side to move. */
export interface Score {
  score: number | null;
  win_in?: number;
  loss_in?: number;
}

export interface LineRow extends Score {
  pv: string[];
}

export interface IterationRow {
  depth: number;
  nodes: number;
  seconds: number;
  lines: LineRow[];
  places: MovePlaces[][];
}

export interface AnalysisRow extends IterationRow, Score {
  best: string | null;
  nps: number;
  ended: string;
  position: string;
}

export interface EvaluationRow extends Score {
  terms: Record<string, number>;
  position: string;
}

export interface FormatRow {
  format: string;
  reads: boolean;
  writes: boolean;
  about: string;
}

export interface GameState {
  id: string;
  game: string;
  start: string;
  position: string;
  moves: string[];
  view: BoardView;
  formats: FormatRow[];
}

export interface OptionValue {
  name: string;
  sets: string[];
}

export interface Kind {
  name: string;
  about: string;
  levels: number;
  configs: { name: string; about: string }[];
  options: { name: string; values: OptionValue[] }[];
}
