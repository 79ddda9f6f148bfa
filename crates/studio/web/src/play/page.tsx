// The page of one game: board, engine, moves, commands.

import { useEffect, useMemo, useReducer, useState } from "preact/hooks";
import { Board } from "../board/board";
import { geometry } from "../board/geometry";
import type { Candidate } from "../board/marks";
import type { EngineClient } from "../engine/client";
import type { BoardView, Kind, MovePlaces } from "../engine/rows";
import { Chart } from "../panels/chart";
import { ConfigEditor } from "../panels/config";
import { EnginePanel } from "../panels/engine-panel";
import { EvalBar } from "../panels/eval-bar";
import { Explain } from "../panels/explain";
import { Keys } from "../panels/keys";
import { MoveList } from "../panels/move-list";
import { NewGame } from "../panels/new-game";
import { Share } from "../panels/share";
import { useKeys } from "../keys";
import { thinkAddress } from "../think/link";
import { phrase, t, tName } from "../texts";
import { PlayGame, type PlayState } from "./game";
import { judge } from "./judge";
import { fromAddress, type Setup } from "./link";
import { forFirst, tiny } from "./score";

type Open = "new" | "share" | "explain" | "config" | "keys" | null;

/** A preference that the browser remembers. */
function useFlag(name: string): [boolean, () => void] {
  const [value, setValue] = useState(localStorage.getItem(name) === "yes");
  const toggle = () => {
    localStorage.setItem(name, value ? "no" : "yes");
    setValue(!value);
  };
  return [value, toggle];
}

/** A new game from the address of the page. */
function useGame(client: EngineClient, address: string): [PlayGame, (setup: Setup) => void] {
  const [setup, setSetup] = useState<Setup | null>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const game = useMemo(() => {
    return new PlayGame(client, setup ?? fromAddress(location.pathname, location.search).setup);
  }, [address, setup]);
  useEffect(() => {
    const leave = () => game.close();
    const unsubscribe = game.subscribe(() => redraw(undefined as never));
    const moves = setup ? [] : fromAddress(location.pathname, location.search).moves;
    void game.start(moves);
    addEventListener("pagehide", leave);
    return () => {
      unsubscribe();
      removeEventListener("pagehide", leave);
      game.close();
    };
  }, [game]);
  return [game, (next) => setSetup({ ...next })];
}

export function PlayPage({ client, kinds, address }: { client: EngineClient; kinds: Kind[]; address: string }) {
  const [game, restart] = useGame(client, address);
  const { state } = game;
  const [open, setOpen] = useState<Open>(null);
  const [turned, setTurned] = useState(false);
  const [letters, toggleLetters] = useFlag("letters");
  const [numbers, toggleNumbers] = useFlag("numbers");
  const [ghosts, setGhosts] = useState<MovePlaces[]>([]);
  const [notice, setNotice] = useState("");
  const kind = kinds.find((each) => each.name === state.setup.game);
  const view = state.game?.view;
  // The human's side is at the bottom, where boards can be turned.
  const canFlip = view?.surface !== "rack";
  const second = state.setup.players.join() === "engine,human";
  const flipped = canFlip && (second && view?.surface === "paper" ? !turned : turned);
  useEffect(() => setGhosts([]), [state.node]);
  useEffect(() => setNotice(""), [state.node, game]);
  const review = () =>
    game.review(0.3, (nodes) => {
      const first = ((state.game?.view["to-move"] ?? (state.node.ply % 2)) + state.node.ply) % 2;
      const count = judge(nodes, state.setup.game, first as 0 | 1);
      setNotice(t("reviewDone", { count }));
    });
  const analyse = () => (state.activity === "analysis" ? game.cancel() : void game.analyse());
  const actions: Record<string, () => void> = {
    u: () => void game.undo(),
    r: () => void game.redo(),
    h: () => void game.hint(),
    " ": analyse,
    f: () => setTurned(!turned),
    "[": () => void game.step(-1),
    "]": () => void game.step(1),
    n: () => setOpen("new"),
    "?": () => setOpen("keys"),
  };
  useKeys(open === null ? actions : {});
  if (!kind) return <p class="message">{t("notFound")} <a href="/">{t("home")}</a></p>;
  if (!view || !state.game) {
    return <p class="message" role="status">{state.problem ?? t("loading")}</p>;
  }
  const close = () => setOpen(null);
  const { width, height } = geometry(view, false);
  const ratio = width / height;
  const pass = view.targets.find((each) => !each.to);
  const strength = state.setup.engine.level
    ? t("level", { level: state.setup.engine.level })
    : (state.setup.engine.config ?? (state.setup.engine.toml ? t("config") : t("fullStrength")));
  return (
    <main class="play">
      <div class="table">
        <EvalBar score={state.node.score} game={kind.name} sides={view.sides} flipped={flipped} />
        <div class="board-frame" style={{ "--ratio": String(ratio) }}>
          <Board
            view={view} flipped={flipped} style={{ letters }} numbers={numbers && view.numbers.length > 0}
            active={game.canPlay()} candidates={candidates(state)} ghosts={ghosts} hint={state.hint}
            onMove={(text) => void game.play(text)} onRefused={(reason) => game.fail(reason)}
          />
        </div>
      </div>
      <aside>
        <Status view={view} state={state} game={game} notice={notice} onAgain={() => restart({ ...state.setup, position: undefined })} onReview={review} />
        <EnginePanel
          state={state} sides={view.sides} strength={strength} canAnalyse={!game.isOver()} onAnalyse={() => void game.analyse()}
          onStop={() => void game.stop()} onShow={setGhosts} onFollow={(moves) => void game.follow(moves)}
          onExplain={() => setOpen("explain")} onConfig={() => setOpen("config")}
        />
        <MoveList
          node={state.node} onJump={(node) => void game.jump(node)}
          onReview={view.ending || state.activity === "review" ? undefined : review}
        />
        <Chart node={state.node} game={kind.name} onJump={(node) => void game.jump(node)} />
      </aside>
      <nav class="commands" aria-label={t("board")}>
        <button type="button" class="primary" onClick={() => setOpen("new")}>{t("newGame")}</button>
        <button type="button" onClick={() => void game.undo()} disabled={!state.node.parent}>{t("undo")}</button>
        <button type="button" onClick={() => void game.redo()} disabled={!state.node.next}>{t("redo")}</button>
        <button type="button" onClick={() => void game.hint()} disabled={!game.canPlay()}>{t("hint")}</button>
        {pass && <button type="button" class="primary" disabled={!game.canPlay()} onClick={() => void game.play(pass.text)}>{t("pass")}</button>}
        <button type="button" onClick={() => void game.resign()} disabled={game.isOver()}>{t("resign")}</button>
        {canFlip && <button type="button" onClick={() => setTurned(!turned)}>{t("flip")}</button>}
        {view.surface === "paper" && <Toggle on={letters} name={t("letters")} onClick={toggleLetters} />}
        {view.surface === "wood" && <Toggle on={numbers} name={t("numbers")} onClick={toggleNumbers} />}
        <a class="button" href={thinkAddress(kind.name, state.setup.engine.sets ?? [], state.setup.position, state.game.moves)}>{t("watchThink")}</a>
        <button type="button" onClick={() => setOpen("share")}>{t("share")}</button>
        <button type="button" onClick={() => setOpen("keys")}>{t("keys")}</button>
      </nav>
      {open === "new" && (
        <NewGame kind={kind} setup={state.setup} sides={view.sides} onClose={close} onStart={(setup) => (close(), restart(setup))} />
      )}
      {open === "share" && (
        <Share
          game={kind.name} formats={state.game.formats} problem={state.problem} onClose={close}
          onExport={(format) => game.export(format)} onImport={(text) => game.import(text)}
        />
      )}
      {open === "explain" && <Explain sides={view.sides} onEvaluate={() => game.evaluate()} onClose={close} />}
      {open === "config" && (
        <ConfigEditor onRead={() => game.config()} onApply={(engine) => game.configure(engine)} onClose={close} />
      )}
      {open === "keys" && <Keys onClose={close} />}
    </main>
  );
}

function Toggle({ on, name, onClick }: { on: boolean; name: string; onClick(): void }) {
  return <button type="button" aria-pressed={on} onClick={onClick}>{name}</button>;
}

/** The best moves of an analysis on the board. While the opponent thinks the board stays quiet. */
function candidates(state: PlayState): Candidate[] {
  const { thought, activity, node } = state;
  if (!thought || thought.node !== node || activity === "opponent") return [];
  if (thought.row.lines.length < 2 && activity !== "analysis") return [];
  return thought.row.lines.flatMap((line, rank) => {
    const places = thought.row.places[rank]?.[0];
    const label = tiny(forFirst(line, thought.side));
    return places ? [{ places, label, rank }] : [];
  });
}

/** Whose turn it is, or how the game ended; problems; what to do next. */
function Status(props: {
  view: BoardView;
  state: PlayState;
  game: PlayGame;
  notice: string;
  onAgain(): void;
  onReview(): void;
}) {
  const { view, state, game } = props;
  const side = view["to-move"];
  const name = side === null ? "" : tName(view.sides[side].name);
  const { players } = state.setup;
  const human = side !== null && players[side] === "human";
  const mover = state.node.parent && view.last ? state.node.move : "";
  const againstEngine = players.includes("engine");
  const bothEngines = players.every((each) => each === "engine");
  let text: string;
  if (view.ending) text = endingText(view);
  else if (state.activity === "opponent") text = t("thinking", { side: name });
  else if (human && againstEngine) text = t("yourMove", { side: name });
  else text = t("toMove", { side: name });
  return (
    <section class="status">
      <p class="headline" role="status" aria-live="polite">
        {mover && <span class="sr-only">{state.node.move}. </span>}
        {text}
        {view.notes.map((note) => <span key={note} class="note">{phrase(note)}</span>)}
      </p>
      <p class="counts">
        {view.sides.map((each, index) => (
          <span key={each.name} class={index === side ? "side turn" : "side"}>
            {tName(each.name)}
            {each.count !== null && <b>{each.count}</b>}
            <small>{t(players[index] === "engine" ? "engine" : "human")}</small>
          </span>
        ))}
      </p>
      {view.ending && (
        <div class="next">
          <button type="button" class="primary" onClick={props.onAgain}>{t("again")}</button>
          <button type="button" onClick={props.onReview} disabled={state.activity === "review"}>{t("review")}</button>
        </div>
      )}
      {!view.ending && !human && state.activity === "none" && !state.running && (
        <div class="next"><button type="button" class="primary" onClick={() => void game.engineMove()}>{t("goOn")}</button></div>
      )}
      {!view.ending && bothEngines && state.running && (
        <div class="next"><button type="button" onClick={() => game.pause()}>{t("pause")}</button></div>
      )}
      {props.notice && <p class="notice" role="status">{props.notice}</p>}
      {state.problem && (
        <p class="problem" role="alert">
          {state.problem}
          <button type="button" class="icon" aria-label={t("close")} onClick={() => game.clearProblem()}>✕</button>
        </p>
      )}
    </section>
  );
}

function endingText(view: BoardView): string {
  const ending = view.ending!;
  const reason = phrase(ending.reason);
  if (ending.winner === null) return ending.reason ? t("drawBecause", { reason }) : t("draw");
  const side = tName(view.sides[ending.winner].name);
  return ending.reason ? t("winsBecause", { side, reason }) : t("wins", { side });
}
