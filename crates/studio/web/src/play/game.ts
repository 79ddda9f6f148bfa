// A game on the page: what is shown, and every command. Views subscribe and draw from `state`.

import type { EngineChoice, EngineClient, SearchOptions } from "../engine/client";
import { EngineError } from "../engine/client";
import type { AnalysisRow, GameState, IterationRow, MovePlaces } from "../engine/rows";
import type { Setup } from "./link";
import { toAddress } from "./link";
import { forFirst } from "./score";
import * as tree from "./tree";
import type { Node, NodeScore } from "./tree";

/** What an engine says about the position on the board. */
export interface Thought {
  row: IterationRow | AnalysisRow;
  /** The side to move in the position that was searched. */
  side: 0 | 1 | null;
  /** The moves that led to it. */
  node: Node;
}

export interface PlayState {
  setup: Setup;
  game: GameState | null;
  node: Node;
  /** What is going on: the opponent thinks, the analysis runs, a hint is looked for. */
  activity: "none" | "opponent" | "analysis" | "hint" | "review";
  thought: Thought | null;
  hint: MovePlaces | null;
  problem: string | null;
  /** Engine against engine goes on by itself. */
  running: boolean;
  progress: number;
}

/** The score of a finished game. */
function endScore(winner: 0 | 1 | null): NodeScore {
  return winner === null ? { points: 0, mate: null } : { points: null, mate: winner === 0 ? Infinity : -Infinity };
}

export class PlayGame {
  state: PlayState;
  private listeners = new Set<() => void>();
  private analyst: { id: string; start: string } | null = null;
  private running: AbortController | null = null;
  private closed = false;

  constructor(
    private client: EngineClient,
    setup: Setup,
  ) {
    this.state = {
      setup,
      game: null,
      node: tree.root(),
      activity: "none",
      thought: null,
      hint: null,
      problem: null,
      running: false,
      progress: 0,
    };
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private set(change: Partial<PlayState>) {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }

  /** Begins the game of the setup. A link may hold moves: then the engine waits for a command. */
  async start(moves: string[]) {
    await this.command(async () => {
      const { game, engine, position } = this.state.setup;
      const state = await this.client.open({ game, engine, position, moves });
      if (this.closed) return this.client.close(state.id);
      const node = tree.extend(tree.root(), state.moves);
      this.show(state, node);
      if (moves.length === 0) this.continue();
    });
  }

  close() {
    this.closed = true;
    this.cancel();
    if (this.state.game) this.client.close(this.state.game.id);
    if (this.analyst) this.client.close(this.analyst.id);
  }

  private show(game: GameState, node: Node) {
    // A resignation says nothing about the position.
    const ending = game.view.ending;
    if (ending && ending.reason !== "resignation") node.score = endScore(ending.winner);
    const keepsThought = this.state.thought?.node === node;
    const thought = keepsThought ? this.state.thought : null;
    this.set({ game, node, thought, hint: null, problem: null });
    const address = toAddress(this.state.setup, tree.moves(node));
    history.replaceState(null, "", address);
    localStorage.setItem("last", address);
  }

  fail(error: unknown) {
    this.set({ problem: error instanceof Error ? error.message : String(error) });
  }

  clearProblem() {
    this.set({ problem: null });
  }

  /** Runs a command and shows why it was refused. */
  private async command(run: () => Promise<void>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    }
  }

  /** Calls with the session of the table. A session that has ended is opened again with its moves. */
  private async atTable<T>(call: (id: string) => Promise<T>): Promise<T> {
    const { game, setup, node } = this.state;
    if (!game) throw new Error("server: not reached; is the studio still running?");
    try {
      return await call(game.id);
    } catch (error) {
      if (!(error instanceof EngineError && error.isGone)) throw error;
      const position = setup.position ?? game.start;
      const moves = tree.moves(node);
      const opened = await this.client.open({ game: setup.game, engine: setup.engine, position, moves });
      this.set({ game: opened });
      return call(opened.id);
    }
  }

  isOver(): boolean {
    return this.state.game?.view.ending != null;
  }

  isEnginesTurn(): boolean {
    const side = this.state.game?.view["to-move"];
    return side != null && this.state.setup.players[side] === "engine";
  }

  /** Whether a human may play on the board now. */
  canPlay(): boolean {
    return this.state.game !== null && !this.isOver() && this.state.activity !== "opponent";
  }

  async play(move: string) {
    if (!this.canPlay()) return;
    const analysed = this.state.activity === "analysis";
    this.cancel();
    await this.command(async () => {
      const game = await this.atTable((id) => this.client.play(id, move));
      this.show(game, tree.child(this.state.node, game.moves.at(-1) ?? move));
      this.continue(analysed);
    });
  }

  /** Lets the engine move if it is its turn. */
  private continue(analysed = false) {
    if (this.isEnginesTurn()) void this.engineMove();
    else if (analysed && !this.isOver()) void this.analyse();
  }

  /** The engine plays a move for the side to move. */
  async engineMove() {
    if (this.isOver() || !this.state.game) return;
    const goesOn = this.state.setup.players.every((player) => player === "engine");
    this.set({ running: goesOn });
    await this.think("opponent", { play: true });
    if (this.isOver() || this.state.problem) this.set({ running: false });
    if (!this.state.running || this.closed) return;
    // Time to see the move.
    await new Promise((resolve) => setTimeout(resolve, 350));
    if (this.state.running && this.state.activity === "none") void this.engineMove();
  }

  /** Engine against engine waits after this move. */
  pause() {
    this.set({ running: false });
  }

  private async think(activity: "opponent" | "hint", options: SearchOptions) {
    const running = this.begin(activity);
    const { node } = this.state;
    const side = this.state.game?.view["to-move"] ?? null;
    await this.command(async () => {
      const events = {
        iteration: (row: IterationRow) => this.note({ row, side, node }, false),
        analysis: (row: AnalysisRow) => this.note({ row, side, node }, true),
        state: (game: GameState) => {
          const before = this.state.thought;
          const next = tree.child(node, game.moves.at(-1) ?? "");
          if (before) next.score = node.score;
          this.end(running);
          this.show(game, next);
        },
      };
      await this.atTable((id) => this.client.search(id, options, events, running.signal));
    });
    this.end(running);
  }

  private note(thought: Thought, isFinal: boolean) {
    const best = thought.row.lines[0];
    if (best) thought.node.score = forFirst(best, thought.side);
    // The last row repeats the last depth: with no line of its own it adds nothing.
    if (!isFinal || thought.row.lines.length) this.set({ thought });
  }

  private begin(activity: PlayState["activity"]): AbortController {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    this.set({ activity, hint: null });
    return running;
  }

  private end(running: AbortController) {
    if (this.running === running) {
      this.running = null;
      this.set({ activity: "none" });
    }
  }

  /** Ends what runs without its result. */
  cancel() {
    if (this.state.running) this.set({ running: false });
    this.running?.abort();
    this.running = null;
    if (this.state.activity !== "none") this.set({ activity: "none" });
  }

  /** Ends what runs: the opponent plays the best move found so far. */
  async stop() {
    const { activity, game } = this.state;
    if (activity === "opponent" && game) {
      await this.command(() => this.client.stop(game.id));
    } else {
      this.cancel();
    }
  }

  /** A session of full strength at the position on the board, for analysis and hints. */
  private async analystHere(node = this.state.node): Promise<string> {
    const { setup, game } = this.state;
    const start = game?.start ?? "";
    const line = tree.moves(node);
    if (this.analyst && this.analyst.start === start) {
      try {
        await this.client.setLine(this.analyst.id, line);
        return this.analyst.id;
      } catch (error) {
        if (!(error instanceof EngineError && error.isGone)) throw error;
      }
    }
    if (this.analyst) this.client.close(this.analyst.id);
    const { config, toml, sets } = setup.engine;
    const engine: EngineChoice = { config, toml, sets };
    const opened = await this.client.open({ game: setup.game, engine, position: start, moves: line });
    this.analyst = { id: opened.id, start };
    return opened.id;
  }

  async analyse(lines = 3) {
    if (this.isOver() || !this.state.game) return;
    const running = this.begin("analysis");
    const { node } = this.state;
    const side = this.state.game.view["to-move"];
    await this.command(async () => {
      const id = await this.analystHere();
      const events = {
        iteration: (row: IterationRow) => this.note({ row, side, node }, false),
        analysis: (row: AnalysisRow) => this.note({ row, side, node }, true),
      };
      await this.client.search(id, { lines, endless: true }, events, running.signal);
    });
    this.end(running);
  }

  async hint() {
    if (!this.canPlay()) return;
    const running = this.begin("hint");
    const { node } = this.state;
    const side = this.state.game?.view["to-move"] ?? null;
    let hint: MovePlaces | null = null;
    await this.command(async () => {
      const id = await this.analystHere();
      const analysis = (row: AnalysisRow) => {
        this.note({ row, side, node }, true);
        const target = this.state.game?.view.targets.find((each) => each.text === row.best);
        hint = target ?? null;
      };
      await this.client.search(id, { seconds: 1 }, { analysis }, running.signal);
    });
    const isCurrent = this.running === running;
    this.end(running);
    if (isCurrent) this.set({ hint });
  }

  /** Searches every position of the game and marks the moves that gave something away. */
  async review(seconds: number, judge: (line: Node[]) => void) {
    const line = tree.fullLine(this.state.node);
    const top = tree.topOf(this.state.node);
    const running = this.begin("review");
    this.set({ progress: 0 });
    await this.command(async () => {
      const nodes = [top, ...line];
      for (const [index, node] of nodes.entries()) {
        if (running.signal.aborted) return;
        const side = await this.sideAt(node);
        const analysis = (row: AnalysisRow) => {
          const best = row.lines[0];
          if (best) node.score = forFirst(best, side);
          const next = nodes[index + 1];
          if (next && row.best && row.best !== next.move) next.better = row.best;
          else if (next) delete next.better;
        };
        if (side !== null) {
          const id = await this.analystHere(node);
          await this.client.search(id, { seconds }, { analysis }, running.signal);
        }
        this.set({ progress: (index + 1) / nodes.length });
      }
      if (!running.signal.aborted) judge(nodes);
    });
    this.end(running);
  }

  /** The side to move after a node; null if the game is over there. */
  private async sideAt(node: Node): Promise<0 | 1 | null> {
    const id = await this.analystHere(node);
    const { view } = await this.client.setLine(id, tree.moves(node));
    if (view.ending) node.score = endScore(view.ending.winner);
    return view["to-move"];
  }

  /** Shows the position after a node. */
  async jump(node: Node) {
    const analysed = this.state.activity === "analysis";
    this.cancel();
    await this.command(async () => {
      const game = await this.atTable((id) => this.client.setLine(id, tree.moves(node)));
      for (let at = node; at.parent; at = at.parent) at.parent.next = at;
      this.show(game, node);
      if (analysed) void this.analyse();
    });
  }

  /** Against an engine, back to the human's own move before. */
  async undo() {
    let node = this.state.node.parent;
    if (!node) return;
    const { players } = this.state.setup;
    const against = players.includes("engine") && players.includes("human");
    // Sides take turns but for passes, which are moves of their own here.
    if (against && !this.isEnginesTurn() && !this.isOver() && node.parent) node = node.parent;
    await this.jump(node);
  }

  async redo() {
    const { node } = this.state;
    if (!node.next) return;
    const { players } = this.state.setup;
    const against = players.includes("engine") && players.includes("human");
    await this.jump(against && !this.isEnginesTurn() && node.next.next ? node.next.next : node.next);
  }

  async step(by: -1 | 1) {
    const { node } = this.state;
    const next = by < 0 ? node.parent : node.next;
    if (next) await this.jump(next);
  }

  /** Plays moves of a line that the engine has shown, as a branch. */
  async follow(texts: string[]) {
    await this.jump(tree.extend(this.state.node, texts));
  }

  async resign() {
    this.cancel();
    await this.command(async () => {
      this.show(await this.atTable((id) => this.client.resign(id)), this.state.node);
    });
  }

  /** Replaces the game by a pasted one: a position, moves or a file. */
  async import(text: string): Promise<boolean> {
    this.cancel();
    return this.command(async () => {
      const game = await this.atTable((id) => this.client.import(id, text));
      const setup: Setup = { ...this.state.setup, position: game.start };
      this.set({ setup });
      this.show(game, tree.extend(tree.root(), game.moves));
    });
  }

  export(format: string): Promise<string> {
    return this.atTable((id) => this.client.export(id, format));
  }

  async evaluate() {
    const id = await this.analystHere();
    return this.client.evaluate(id);
  }

  config(): Promise<string> {
    return this.atTable((id) => this.client.config(id));
  }

  /** Another engine; the game goes on. Throws the located error. */
  async configure(engine: EngineChoice) {
    this.cancel();
    const game = await this.atTable((id) => this.client.configure(id, engine));
    if (this.analyst) this.client.close(this.analyst.id);
    this.analyst = null;
    this.set({ setup: { ...this.state.setup, engine } });
    this.show(game, this.state.node);
  }
}
