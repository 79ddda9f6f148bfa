// The engines as the page sees them: EngineClient. The native server implements it (server.ts); engines in the
// page itself can implement it as well.

import type { Trace, TraceOptions } from "./trace";
import type { AnalysisRow, EvaluationRow, GameState, IterationRow, Kind } from "./rows";

/** The configuration of an engine: a name or a text, a playing strength, changes. */
export interface EngineChoice {
  config?: string;
  toml?: string;
  level?: number;
  sets?: string[];
}

export interface Opening {
  game: string;
  engine: EngineChoice;
  position?: string;
  moves?: string[];
}

export interface SearchOptions {
  lines?: number;
  seconds?: number;
  depth?: number;
  /** Search until stopped, whatever limits the configuration has. */
  endless?: boolean;
  /** Play the best move at the end. */
  play?: boolean;
}

/** What happens during a search. */
export interface SearchEvents {
  iteration?(row: IterationRow): void;
  analysis?(row: AnalysisRow): void;
  /** The game after the best move was played. */
  state?(state: GameState): void;
}

export interface EngineClient {
  kinds(): Promise<Kind[]>;
  open(opening: Opening): Promise<GameState>;
  close(id: string): void;
  play(id: string, move: string): Promise<GameState>;
  /** Makes the moves of the game these: undo, redo, a jump, a branch. */
  setLine(id: string, moves: string[]): Promise<GameState>;
  resign(id: string): Promise<GameState>;
  import(id: string, text: string): Promise<GameState>;
  export(id: string, format: string): Promise<string>;
  evaluate(id: string): Promise<EvaluationRow>;
  config(id: string): Promise<string>;
  configure(id: string, engine: EngineChoice): Promise<GameState>;
  /** Resolves when the search has ended; the signal ends it and leaves its result. */
  search(
    id: string,
    options: SearchOptions,
    events: SearchEvents,
    signal: AbortSignal,
  ): Promise<void>;
  /** Ends the search; its result counts. */
  stop(id: string): Promise<void>;
  /** Records a search of the position node by node; the signal ends it. */
  trace(id: string, options: TraceOptions, signal: AbortSignal): Promise<Trace>;
}

/** A refused request: one line with the place, the problem and what is accepted. */
export class EngineError extends Error {
  constructor(
    message: string,
    readonly place: string,
    readonly status: number,
  ) {
    super(message);
  }

  /** The game has ended on the server; the page can open it again. */
  get isGone(): boolean {
    return this.status === 404;
  }
}
