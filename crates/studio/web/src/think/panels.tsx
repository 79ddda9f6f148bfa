// Beside the trees: the current node in figures, the legend, and the searches compared.

import { count } from "../play/score";
import { type Key, t } from "../texts";
import { isCut, type Think, type ThinkNode } from "./model";
import { longScore, names, shortScore, windowSoFar, windowText } from "./words";

export function NodePanel({ model, node, step }: { model: Think; node: ThinkNode | null; step: number }) {
  const { max, min } = names(model);
  const rows: [Key, string][] = [];
  if (node) {
    const isLeft = node.leave < step;
    const soFar = windowSoFar(model, node, step);
    const skipped = node.skipped.reduce((sum, each) => sum + each.moves.length, 0);
    rows.push(["think.toMove", `${node.isMax ? "△" : "▽"} ${node.isMax ? max : min} (${node.isMax ? "MAX" : "MIN"})`]);
    rows.push(["think.window", windowText(node.low, node.high)]);
    if (!isLeft) rows.push(["think.windowNow", windowText(soFar.low, soFar.high)]);
    rows.push(["think.value", isLeft && node.value !== null ? { exact: "", least: "≥ ", most: "≤ " }[node.bound] + longScore(node.value) : "–"]);
    rows.push(["think.reason", isLeft ? t(`reason.${node.reason}` as Key) : t("think.openNode")]);
    rows.push(["think.kind", t(`kind.${node.kind}` as Key)]);
    rows.push(["think.depthLeft", String(node.depth)]);
    if (isLeft && skipped) rows.push(["think.skipped", `${skipped}: ${skippedText(node)}`]);
    if (isLeft && node.unrecorded) rows.push(["think.unrecorded", String(node.unrecorded)]);
  }
  return (
    <section class="node-panel">
      <h2>{t("think.node")}</h2>
      <p class="muted">{t("think.view", { max })}</p>
      <dl>
        {rows.map(([key, text]) => <div key={key}><dt>{t(key)}</dt><dd>{text}</dd></div>)}
      </dl>
    </section>
  );
}

function skippedText(node: ThinkNode): string {
  const some = node.skipped.map(({ reason, moves }) => {
    const rest = moves.length > 6 ? " …" : "";
    return `${moves.slice(0, 6).join(" ")}${rest} (${t(`skip.${reason}` as Key)})`;
  });
  return some.join("; ");
}

export function Legend() {
  const items: [string, Key][] = [
    ["max", "think.legendMax"], ["min", "think.legendMin"], ["leaf", "think.legendLeaf"], ["cut", "think.legendCut"],
    ["table", "think.legendTable"], ["pv", "think.legendPv"], ["ghost", "think.legendGhost"],
  ];
  return (
    <ul class="legend">
      {items.map(([name, text]) => <li key={name}><Sign name={name} />{t(text)}</li>)}
    </ul>
  );
}

function Sign({ name }: { name: string }) {
  return (
    <svg class={`sign ${name}`} viewBox="0 0 28 18" width="28" height="18" aria-hidden="true">
      {(name === "max" || name === "cut") && <path d="M14 1 L24 16 L4 16 Z" />}
      {name === "min" && <path d="M14 17 L24 2 L4 2 Z" />}
      {(name === "leaf" || name === "table") && <circle cx="14" cy="9" r="7.5" />}
      {name === "table" && <text x="14" y="13">T</text>}
      {name === "pv" && <path d="M2 9 H26" />}
      {name === "ghost" && <path d="M2 9 H26 M11 14 L17 4" />}
    </svg>
  );
}

/** The searches of a page in figures. */
export function Comparison({ models }: { models: Think[] }) {
  const first = models[0]!.trace.result.nodes;
  return (
    <div class="comparison" role="region" aria-label={t("think.compared")} tabIndex={0}>
      <table>
        <caption>{t("think.compared")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("algorithm")}</th>
            {(["nodes", "think.share", "think.cuts", "think.again", "think.value"] as Key[]).map((key) => <th key={key} scope="col" class="right">{t(key)}</th>)}
            <th scope="col">{t("think.best")}</th>
          </tr>
        </thead>
        <tbody>
          {models.map((model, index) => {
            const { result, algorithm, complete } = model.trace;
            const cuts = model.nodes.filter((node) => isCut(node.reason)).length;
            const again = model.nodes.filter((node) => node.kind === "re-search").length;
            const root = model.nodes[model.roots.at(-1) ?? 0];
            const part = (value: number) => `${complete ? "" : "≥ "}${value}`;
            return (
              <tr key={index} data-algorithm={algorithm}>
                <th scope="row">{t(`algorithm.${algorithm}`)}</th>
                <td class="right">{result.nodes}</td>
                <td class="right">{first ? `${((100 * result.nodes) / first).toPrecision(3)} %` : "–"}</td>
                <td class="right">{part(cuts)}</td>
                <td class="right">{part(again)}</td>
                <td class="right">{root?.value != null ? shortScore(root.value) : "–"}</td>
                <td>{result.pv.join(" ") || "–"}{result.ended === "time" && ` (${t("think.timeUp", { nodes: count(result.nodes) })})`}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
