// The static evaluation of the position, term by term.

import { useEffect, useState } from "preact/hooks";
import type { EvaluationRow, SideView } from "../engine/rows";
import { phrase, t, tName } from "../texts";
import { Dialog } from "./dialog";

interface Props {
  sides: [SideView, SideView];
  onEvaluate(): Promise<EvaluationRow>;
  onClose(): void;
}

export function Explain({ sides, onEvaluate, onClose }: Props) {
  const [row, setRow] = useState<EvaluationRow | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    onEvaluate().then(setRow, (error: Error) => setProblem(error.message));
  }, []);
  const terms = Object.entries(row?.terms ?? {});
  const largest = Math.max(1e-9, ...terms.map(([, value]) => Math.abs(value)));
  const number = (value: number) => (value > 0 ? "+" : "") + String(Math.round(value * 1000) / 1000);
  return (
    <Dialog title={t("explainTitle")} onClose={onClose} wide>
      <p class="muted">{t("explainAbout", { side: tName(sides[0].name) })}</p>
      {problem && <p class="problem" role="alert">{problem}</p>}
      <table class="terms">
        <thead><tr><th scope="col">{t("term")}</th><th scope="col" class="right">{t("points")}</th><th aria-hidden="true" /></tr></thead>
        <tbody>
          {terms.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{phrase(name)}</th>
              <td class="right">{number(value)}</td>
              <td aria-hidden="true"><Bar part={value / largest} /></td>
            </tr>
          ))}
        </tbody>
        {row?.score != null && (
          <tfoot><tr><th scope="row">{t("sum")}</th><td class="right">{number(row.score)}</td><td /></tr></tfoot>
        )}
      </table>
    </Dialog>
  );
}

function Bar({ part }: { part: number }) {
  const width = Math.abs(part) * 50;
  return (
    <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none">
      <path class="zero" d="M50 0V10" />
      <rect class={part < 0 ? "minus" : "plus"} x={part < 0 ? 50 - width : 50} y="1" width={width} height="8" />
    </svg>
  );
}
