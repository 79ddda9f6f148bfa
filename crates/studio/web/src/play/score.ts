// Scores: from the side to move to the first side, to text, and to a share of the evaluation bar.

import type { Score } from "../engine/rows";
import type { NodeScore } from "./tree";

/** Points that are worth about three wins out of four, by game; for bars and charts, which need no more. */
const SCALE: Record<string, number> = {
  gomoku: 600,
  xiangqi: 3,
  othello: 10,
  "knight-duel": 60,
  "connect-four": 8,
};

export function forFirst(score: Score, side: 0 | 1 | null): NodeScore {
  const sign = side === 1 ? -1 : 1;
  if (score.win_in !== undefined) return { points: null, mate: sign * Math.max(score.win_in, 1) };
  if (score.loss_in !== undefined) return { points: null, mate: -sign * Math.max(score.loss_in, 1) };
  return { points: sign * (score.score ?? 0), mate: null };
}

/** From 0 (the second side wins) to 1 (the first side wins). */
export function share(score: NodeScore, game: string): number {
  if (score.mate !== null) return score.mate > 0 ? 1 : 0;
  return 0.5 + 0.5 * Math.tanh((score.points ?? 0) / (2 * (SCALE[game] ?? 100)));
}

/** `+0.8`, `W5` for a win in five plies, `L4` for a loss in four, `1–0` for a won game: at most six characters. */
export function short(score: NodeScore): string {
  if (score.mate === Infinity) return "1–0";
  if (score.mate === -Infinity) return "0–1";
  if (score.mate !== null) return `${score.mate > 0 ? "W" : "L"}${Math.abs(score.mate)}`;
  const points = score.points ?? 0;
  const size = Math.abs(points);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  const text = size >= 1e5 ? `${(points / 1e3).toFixed(0)}k` : points.toFixed(digits);
  return points > 0 ? `+${text}` : text.replace(/^-(0(\.0*)?)$/, "$1");
}

/** The same in at most five characters, to be written on the board. */
export function tiny(score: NodeScore): string {
  const size = Math.abs(score.points ?? 0);
  if (score.mate !== null || size >= 1e5) return short(score);
  const text = (score.points ?? 0).toFixed(size >= 9.95 ? 0 : 1);
  return (score.points ?? 0) > 0 ? `+${text}` : text;
}

/** 412 -> 412, 41234 -> 41.2k, 4123456 -> 4.12M. */
export function count(value: number): string {
  const units: [number, string][] = [[1e9, "G"], [1e6, "M"], [1e3, "k"]];
  for (const [size, unit] of units) {
    if (value >= size) return `${(value / size).toPrecision(3)}${unit}`;
  }
  return String(Math.round(value));
}
