// The evaluation as a bar along the board: the share of the first side from below.

import type { SideView } from "../engine/rows";
import { share, short } from "../play/score";
import type { NodeScore } from "../play/tree";
import { t, tName } from "../texts";

interface Props {
  score: NodeScore | null;
  game: string;
  sides: [SideView, SideView];
  flipped: boolean;
}

export function EvalBar({ score, game, sides, flipped }: Props) {
  const part = score ? share(score, game) : 0.5;
  const text = score ? short(score) : "";
  const name = t("evaluationBar", { score: text || "–", side: tName(sides[0].name) });
  return (
    <div class={`eval-bar game-${game}`} role="img" aria-label={name} title={name}>
      <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">
        <rect class="second" width="10" height="100" />
        <rect class="first" width="10" y={flipped ? 0 : 100 - part * 100} height={part * 100} />
        <path class="middle" d="M0 50H10" />
      </svg>
      <span aria-hidden="true">{text}</span>
    </div>
  );
}
