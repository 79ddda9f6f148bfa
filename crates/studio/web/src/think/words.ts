// What happens in a search, in words. Values are those for the side to move at the root.

import type { TraceScore } from "../engine/trace";
import { type Key, t, tName } from "../texts";
import { nodeAt, pathTo, rank, type Think, type ThinkNode } from "./model";

/** `+0.8`, `W5` for a win five plies from the root, `L4`, `∞`. */
export function shortScore(score: TraceScore): string {
  if (typeof score === "string") {
    if (score === "inf") return "∞";
    if (score === "-inf") return "−∞";
    return score.replace("win ", "W").replace("loss ", "L");
  }
  const size = Math.abs(score);
  if (size >= 1e6) return `${(score / 1e6).toPrecision(3)}M`;
  if (size >= 1e4) return `${(score / 1e3).toPrecision(3)}k`;
  const digits = Number.isInteger(score) || size >= 1000 ? 0 : size >= 10 ? 1 : 2;
  return score.toFixed(digits).replace(/^-(0(\.0*)?)$/, "$1").replace("-", "−");
}

/** The same in at most five characters, to be written into a node. */
export function tinyScore(score: TraceScore): string {
  const isLong = typeof score === "number" && Math.abs(score) >= 10 && Math.abs(score) < 1e4;
  return isLong ? score.toFixed(0).replace("-", "−") : shortScore(score);
}

/** The same in words where it is a proven result. */
export function longScore(score: TraceScore): string {
  if (typeof score === "number" || score.endsWith("inf")) return shortScore(score);
  const [word, plies] = score.split(" ");
  return t(word === "win" ? "think.win" : "think.loss", { plies: plies ?? "" });
}

export interface Names {
  max: string;
  min: string;
}

export function names(model: Think): Names {
  const side = model.trace.nodes[0]?.side ?? 0;
  return { max: tName(model.trace.sides[side]), min: tName(model.trace.sides[1 - side]!) };
}

export function isNullWindow(model: Think, node: ThinkNode): boolean {
  const [low, high] = [rank(node.low), rank(node.high)];
  return Number.isFinite(low) && Number.isFinite(high) && high - low < 1.5 / model.trace.units;
}

/** `[−3, ∞]`. */
export function windowText(low: TraceScore, high: TraceScore): string {
  return `[${shortScore(low)}, ${shortScore(high)}]`;
}

function windowWords(model: Think, node: ThinkNode): string {
  const values = { low: longScore(node.low), high: longScore(node.high) };
  if (isNullWindow(model, node)) return t("think.window.null", values);
  const [open, openHigh] = [node.low === "-inf", node.high === "inf"];
  if (open && openHigh) return t("think.window.open");
  if (open) return t("think.window.high", values);
  return t(openHigh ? "think.window.low" : "think.window.both", values);
}

/** What the last event was. */
export function explain(model: Think, step: number, saved: number | null): string {
  const node = nodeAt(model, step);
  if (!node) return t("think.nothing");
  const isEnter = model.events[Math.min(step, model.events.length) - 1]!.isEnter;
  return isEnter ? entered(model, node) : left(model, node, saved);
}

function entered(model: Think, node: ThinkNode): string {
  const { max, min } = names(model);
  const mover = node.parent !== null && model.nodes[node.parent]!.isMax ? max : min;
  const values = { max, min, mover, move: node.move ?? "", depth: node.depth, high: longScore(node.high), low: longScore(node.low) };
  const window = windowWords(model, node);
  const of = (key: Key) => `${t(key, values)} ${window}`;
  if (node.parent === null) {
    if (node.kind === "mtdf-pass") return t("think.enter.mtdf", values);
    return of(node.kind === "re-search" ? "think.enter.passAgain" : "think.enter.pass");
  }
  if (node.kind === "null-move") return of("think.enter.null");
  if (node.kind === "shallow") return of("think.enter.shallow");
  if (node.kind === "quiescence") return t("think.enter.quiescence", values);
  if (node.kind === "re-search") return of("think.enter.again");
  return node.depth === 0 ? t("think.enter.leaf", values) : of("think.enter.move");
}

function left(model: Think, node: ThinkNode, saved: number | null): string {
  const { max, min } = names(model);
  const count = node.skipped.reduce((sum, each) => sum + each.moves.length, 0);
  const value = node.value === null ? "" : longScore(node.value);
  const values = { max, min, value, count, low: longScore(node.low), high: longScore(node.high), saved: saved ?? 0 };
  if (node.parent === null && node.reason !== "stopped") {
    const key = { exact: "think.leave.pass", least: "think.leave.passLeast", most: "think.leave.passMost" } as const;
    return t(key[node.bound], values);
  }
  if (node.reason === "beta") {
    const key: Key = isNullWindow(model, node)
      ? (node.isMax ? "think.leave.nullMax" : "think.leave.nullMin")
      : (node.isMax ? "think.leave.cutMax" : "think.leave.cutMin");
    return t(key, values) + (saved ? ` ${t("think.leave.saved", values)}` : "");
  }
  if (node.reason === "searched") {
    if (node.bound === "exact") return t(node.isMax ? "think.leave.max" : "think.leave.min", values);
    return t(node.isMax ? "think.leave.low" : "think.leave.high", values);
  }
  return t(`think.leave.${node.reason}` as Key, values);
}

/** The window of a node after the moves searched so far. */
export function windowSoFar(model: Think, node: ThinkNode, step: number): { low: TraceScore; high: TraceScore } {
  let { low, high } = node;
  for (const child of node.children) {
    const { value, leave } = model.nodes[child]!;
    if (leave >= step || value === null) continue;
    if (node.isMax && rank(value) > rank(low)) low = value;
    if (!node.isMax && rank(value) < rank(high)) high = value;
  }
  return { low, high };
}

/** The moves to a node, for the title of its board. */
export function lineText(model: Think, node: ThinkNode): string {
  const moves = pathTo(model, node.index).flatMap((each) => (each.kind === "null-move" ? ["∅"] : each.move === null ? [] : [each.move]));
  return moves.join(" ");
}
