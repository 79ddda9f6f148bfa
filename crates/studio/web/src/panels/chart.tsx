// The score over the game. A click shows the position.

import { share, short } from "../play/score";
import { fullLine, type Node } from "../play/tree";
import { t } from "../texts";

const [WIDTH, HEIGHT] = [300, 72];

export function Chart({ node, game, onJump }: { node: Node; game: string; onJump(node: Node): void }) {
  const line = fullLine(node);
  const x = (ply: number) => (ply / Math.max(line.length, 12)) * (WIDTH - 8) + 4;
  const y = (score: NonNullable<Node["score"]>) => HEIGHT - 4 - share(score, game) * (HEIGHT - 8);
  const known = line.filter((each) => each.score);
  const points = known.map((each) => `${x(each.ply)},${y(each.score!)}`);
  const area = known.length > 1
    ? `M${x(known[0]!.ply)} ${HEIGHT / 2}L${points.join("L")}L${x(known.at(-1)!.ply)} ${HEIGHT / 2}Z`
    : "";
  const marked = known.filter((each) => each.mark && each.mark !== "best");
  const jump = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const ply = Math.round((((event.clientX - box.left) / box.width) * WIDTH - 4) / (WIDTH - 8) * Math.max(line.length, 12));
    const target = line[Math.min(Math.max(ply, 1), line.length) - 1];
    if (target) onJump(target);
  };
  const last = known.at(-1)?.score;
  const label = `${t("chart")}${last ? `: ${short(last)}` : ""}`;
  return (
    <section class="chart" aria-label={t("chart")}>
      {known.length === 0 ? (
        <p class="muted">{t("chartEmpty")}</p>
      ) : (
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label} onClick={jump}>
          <path class="zero" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
          <path class="area" d={area} />
          <polyline class="curve" points={points.join(" ")} />
          {known.length === 1 && <circle class="only" cx={x(known[0]!.ply)} cy={y(known[0]!.score!)} r="3.5" />}
          {marked.map((each) => <circle key={each.ply} class={`mark ${each.mark}`} cx={x(each.ply)} cy={y(each.score!)} r="3.5" />)}
          {node.ply > 0 && <path class="here" d={`M${x(node.ply)} 0V${HEIGHT}`} />}
        </svg>
      )}
    </section>
  );
}
