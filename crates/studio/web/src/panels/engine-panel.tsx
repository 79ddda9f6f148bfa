// What the engine thinks: score, depth, nodes, speed, the best lines.

import type { MovePlaces, SideView } from "../engine/rows";
import type { PlayState } from "../play/game";
import { count, forFirst, short } from "../play/score";
import { t, tName } from "../texts";

interface Props {
  state: PlayState;
  sides: [SideView, SideView];
  strength: string;
  canAnalyse: boolean;
  onAnalyse(): void;
  onStop(): void;
  onShow(places: MovePlaces[]): void;
  onFollow(moves: string[]): void;
  onExplain(): void;
  onConfig(): void;
}

export function EnginePanel(props: Props) {
  const { state } = props;
  const { thought, activity } = state;
  const row = thought?.row;
  const best = row?.lines[0];
  const speed = row && row.seconds > 0 ? row.nodes / row.seconds : null;
  const isBusy = activity !== "none";
  return (
    <section class="engine" aria-label={t("engine")}>
      <header>
        <h2>{t("engine")}</h2>
        <button type="button" class="link" onClick={props.onConfig} title={t("config")}>{props.strength}</button>
        <span class="grow" />
        <button type="button" class="link" onClick={props.onExplain} disabled={isBusy && activity !== "analysis"}>{t("explain")}</button>
        {isBusy ? (
          <button type="button" class="stop" onClick={props.onStop}>{t(activity === "opponent" ? "moveNow" : "stop")}</button>
        ) : (
          <button type="button" onClick={props.onAnalyse} disabled={!props.canAnalyse}>{t("analyse")}</button>
        )}
      </header>
      <dl class="figures">
        <Figure name={t("score", { side: tName(props.sides[0].name) })} value={best ? short(forFirst(best, thought!.side)) : "–"} />
        <Figure name={t("depth")} value={row ? String(row.depth) : "–"} />
        <Figure name={t("nodes")} value={row ? count(row.nodes) : "–"} />
        <Figure name={t("speed")} value={speed ? count(speed) : "–"} />
      </dl>
      {activity === "review" && (
        <p class="muted" role="status">{t("reviewing", { percent: Math.round(state.progress * 100) })}</p>
      )}
      <ol class="lines" aria-label={t("lines")}>
        {row?.lines.map((line, index) => (
          <li key={index}>
            <button
              type="button" onMouseEnter={() => props.onShow(row.places[index] ?? [])} onMouseLeave={() => props.onShow([])}
              onFocus={() => props.onShow(row.places[index] ?? [])} onBlur={() => props.onShow([])}
              onClick={() => props.onFollow(line.pv.slice(0, 1))}
            >
              <b>{short(forFirst(line, thought!.side))}</b> {line.pv.slice(0, 10).join(" ")}
            </button>
          </li>
        ))}
        {!row && activity !== "review" && <li class="muted">{t("quiet")}</li>}
      </ol>
    </section>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
