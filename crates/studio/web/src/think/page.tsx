// Watch it think: recorded searches side by side, played back event by event, with the board of the current node.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board } from "../board/board";
import { geometry } from "../board/geometry";
import type { EngineClient } from "../engine/client";
import type { Kind } from "../engine/rows";
import { readTrace, type Trace, TraceFault } from "../engine/trace";
import { useKeys } from "../keys";
import { saveText } from "../panels/save";
import { usePlayback } from "../playback";
import { t } from "../texts";
import { Comparison, Legend, NodePanel } from "./panels";
import { addressOf, type Query, queryOf } from "./link";
import { movesTo, nodeAt, savedNodes, sizesByLine, type Think } from "./model";
import { Quiz } from "./quiz";
import { useBoard, useRecorded } from "./session";
import { Toolbar } from "./toolbar";
import { TreeView } from "./view";
import { explain, lineText } from "./words";

/** Events per second. */
const SPEEDS = [1, 2, 5, 15, 60, 300];
/** Larger trees are folded at first. */
const MOST_WHOLE = 60;

export function ThinkPage({ client, kinds }: { client: EngineClient; kinds: Kind[] }) {
  const games = kinds.map((kind) => kind.name);
  const [query, setQuery] = useState<Query>(() => queryOf(location.pathname, location.search, games));
  const [files, setFiles] = useState<Trace[]>([]);
  const { id, models, busy, problem } = useRecorded(client, query, files);
  const [fault, setFault] = useState("");
  const [step, setStep] = useState(Number.MAX_SAFE_INTEGER);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(2);
  const [chosen, setChosen] = useState(0);
  const [isWhole, setWhole] = useState<boolean | null>(null);
  const [quiz, setQuiz] = useState(false);

  const length = Math.max(0, ...models.map((model) => model.events.length));
  const shown = Math.min(step, length);
  const focus = Math.min(chosen, models.length - 1);
  const model = models[focus];
  const node = model ? nodeAt(model, shown) : null;
  const whole = isWhole ?? models.every((each) => each.nodes.length <= MOST_WHOLE);
  const sizes = useMemo(() => models.map(sizesByLine).find((each) => each) ?? null, [models]);
  const comparison = useMemo(() => models.length > 0 && <Comparison models={models} />, [models, t("think.compared")]);
  const base = files[0]?.moves ?? query.moves;
  const moves = model && node ? [...base, ...movesTo(model, node.index)] : base;
  const view = useBoard(client, id, moves);
  const isRoot = !node || node.parent === null;

  useEffect(() => setStep(Number.MAX_SAFE_INTEGER), [models]);
  useEffect(() => setQuiz(false), [models]);
  useEffect(() => {
    if (!files.length && location.pathname.startsWith("/think")) history.replaceState(null, "", addressOf(query));
  }, [query, files]);
  usePlayback(playing, SPEEDS[speed] ?? 5, (by) => {
    setStep((before) => Math.min(Math.min(before, length) + by, length));
    if (shown + by >= length) setPlaying(false);
  });

  const go = (to: number) => {
    setPlaying(false);
    setStep(Math.min(Math.max(to, 0), length));
  };
  // From the newest step, which is ahead of what is drawn when keys come fast.
  const stepBy = (by: number) => {
    setPlaying(false);
    setStep((before) => Math.min(Math.max(Math.min(before, length) + by, 0), length));
  };
  const play = () => {
    if (shown >= length) setStep(0);
    setPlaying(!playing);
  };
  const change = (next: Partial<Query>) => {
    setFiles([]);
    setFault("");
    setQuery({ ...query, ...next });
  };
  const select = (column: number, index: number) => {
    const own = models[column]!;
    const { enter, leave } = own.nodes[index]!;
    setChosen(column);
    go(leave < shown ? leave + 1 : enter + 1);
  };
  const toParent = () => node?.parent != null && select(focus, node.parent);
  const toChild = () => node?.children.length && model && go(model.nodes[node.children[0]!]!.leave + 1);
  const openFiles = async (list: FileList | null) => {
    try {
      const traces: Trace[] = [];
      for (const file of [...(list ?? [])].slice(0, 4)) traces.push(readTrace(await file.text()));
      if (traces.length) setFiles(traces);
      setFault("");
    } catch (error) {
      setFault(error instanceof TraceFault ? t("think.badFile", { place: error.place }) : String(error));
    }
  };
  const save = () => {
    if (!model) return;
    const { game, algorithm, result } = model.trace;
    saveText(`${game}-${algorithm}-${result.depth}.json`, `${JSON.stringify(model.trace)}\n`);
  };
  useKeys({
    arrowleft: () => stepBy(-1),
    arrowright: () => stepBy(1),
    arrowup: toParent,
    arrowdown: toChild,
    home: () => go(0),
    end: () => go(length),
    " ": play,
  });

  const ratio = view ? geometry(view, false).width / geometry(view, false).height : 1;
  const saved = model && node ? savedNodes(node, model, sizes) : null;
  return (
    <main class="think">
      <h2 class="sr-only">{t("think.title")}</h2>
      <Toolbar kinds={kinds} query={query} isFile={files.length > 0} onChange={change} onOpen={openFiles} onSave={save} canSave={!!model} />
      {(problem || fault) && <p class="problem" role="alert">{fault || problem}</p>}
      {models.some((each) => !each.trace.complete) && <p class="notice" role="status">{t("think.cutShort", { limit: models[0]!.trace.limit })}</p>}
      {busy && models.length === 0 && <p class="message" role="status">{t("think.searching")}</p>}
      <div class="think-body" aria-busy={busy}>
        <aside>
          <section class="think-board">
            <h2>{node && model ? lineText(model, node) || t("think.root") : t("think.root")}</h2>
            {view && (
              <div class="board-frame" style={{ "--ratio": String(ratio) }}>
                <Board
                  view={view} flipped={false} style={{ letters: false }} numbers={false} active={isRoot && !files.length && !quiz}
                  candidates={[]} ghosts={[]} hint={null} onMove={(text) => change({ moves: [...query.moves, text] })} onRefused={setFault}
                />
              </div>
            )}
            {isRoot && !files.length && (
              <p class="next">
                <small class="muted">{t("think.playHere")}</small>
                {query.moves.length > 0 && <button type="button" onClick={() => change({ moves: query.moves.slice(0, -1) })}>{t("undo")}</button>}
              </p>
            )}
          </section>
          {model && <NodePanel model={model} node={node} step={shown} />}
        </aside>
        <div class="think-main">
          {model && !quiz && <p class="explain" aria-live={playing ? "off" : "polite"}>{explain(model, shown, saved)}</p>}
          {quiz && model && <Quiz key={focus} model={model} onStep={go} onClose={() => setQuiz(false)} />}
          <div class={`trees columns-${models.length}`}>
            {models.map((each, index) => (
              <Column
                key={`${each.trace.algorithm}-${index}`} model={each} step={shown} whole={whole} sizes={sizes} focused={index === focus}
                onFocus={() => setChosen(index)} onSelect={(at) => select(index, at)}
              />
            ))}
          </div>
          <div class="playback">
            <button type="button" class="primary" onClick={play} disabled={!length}>{t(playing ? "pause" : "animate")}</button>
            <button type="button" aria-label={t("think.back")} onClick={() => stepBy(-1)} disabled={shown === 0}>‹</button>
            <button type="button" aria-label={t("think.forward")} onClick={() => stepBy(1)} disabled={shown >= length}>›</button>
            <input type="range" min="0" max={length} value={shown} aria-label={t("think.event")} onInput={(event) => go(Number(event.currentTarget.value))} />
            <output class="event-count">{shown} / {length}</output>
            <label class="inline">
              <span>{t("tempo")}</span>
              <input type="range" min="0" max={SPEEDS.length - 1} value={speed} onInput={(event) => setSpeed(Number(event.currentTarget.value))} />
            </label>
            <button type="button" aria-pressed={whole} onClick={() => setWhole(!whole)}>{t("think.whole")}</button>
            <button type="button" aria-pressed={quiz} onClick={() => startQuiz()} disabled={!models.length}>{t("think.quiz")}</button>
          </div>
          <Legend />
          {comparison}
        </div>
      </div>
    </main>
  );

  /** The quiz asks about a search with cuts. */
  function startQuiz() {
    const cutting = models.findIndex((each) => each.trace.algorithm !== "minimax");
    if (model?.trace.algorithm === "minimax" && cutting >= 0) setChosen(cutting);
    setPlaying(false);
    setQuiz(!quiz);
  }
}

function Column(props: {
  model: Think;
  step: number;
  whole: boolean;
  sizes: Map<string, number> | null;
  focused: boolean;
  onFocus(): void;
  onSelect(node: number): void;
}) {
  const { model, step } = props;
  const at = Math.min(step, model.events.length);
  const name = t(`algorithm.${model.trace.algorithm}`);
  const section = useRef<HTMLElement>(null);
  return (
    <section ref={section} class={props.focused ? "tree-column focused" : "tree-column"} aria-label={name} onFocusCapture={props.onFocus}>
      <header>
        <h2>{name}</h2>
        <p class="counters">
          <span>{t("think.nodesOf", { step: model.entered[at] ?? 0, all: model.trace.result.nodes })}</span>
          <span>{t("think.cutsSoFar", { count: model.cut[at] ?? 0 })}</span>
        </p>
      </header>
      <TreeView model={model} step={step} whole={props.whole} sizes={props.sizes} label={t("think.treeLabel", { name })} onSelect={props.onSelect} />
    </section>
  );
}
