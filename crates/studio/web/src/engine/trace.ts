// A recorded search: the file that `plywood GAME trace` writes and the server sends. Format version 1.

import type { Score } from "./rows";

export type Algorithm = "minimax" | "alpha-beta" | "pvs" | "mtdf";
export const ALGORITHMS: Algorithm[] = ["minimax", "alpha-beta", "pvs", "mtdf"];

export type MoveOrder = "on" | "off" | "reversed";
export const ORDERS: MoveOrder[] = ["off", "on", "reversed"];

/** Points, or `win 5`, `loss 4` (plies from the root), `inf`, `-inf`. */
export type TraceScore = number | string;

export const KINDS = ["iteration", "mtdf-pass", "move", "re-search", "null-move", "quiescence", "shallow"] as const;
export type NodeKind = (typeof KINDS)[number];

export const REASONS = [
  "searched", "beta", "table", "null-move", "razoring", "reverse-futility", "probcut", "multicut", "solver",
  "mate-distance", "terminal", "horizon", "stand-pat", "repetition", "stopped",
] as const;
export type Reason = (typeof REASONS)[number];

export const SKIPS = ["beta", "late-move", "futility", "history", "exchange", "margin"] as const;
export type SkipReason = (typeof SKIPS)[number];

/** Window and value are from the view of the side to move. */
export interface TraceNode {
  parent?: number;
  move?: string;
  /** `move` if it is missing. */
  kind?: NodeKind;
  side: 0 | 1;
  ply: number;
  depth: number;
  alpha: TraceScore;
  beta: TraceScore;
  value: TraceScore | null;
  bound: "exact" | "lower" | "upper";
  reason: Reason;
  skipped?: { reason: SkipReason; moves: string[] }[];
  unrecorded?: number;
}

export interface Trace {
  format: "plywood-trace";
  version: 1;
  game: string;
  sides: [string, string];
  start: string;
  moves: string[];
  config: string;
  algorithm: Algorithm;
  order: MoveOrder | null;
  units: number;
  limit: number;
  complete: boolean;
  result: Score & { best: string | null; depth: number; nodes: number; pv: string[]; ended: string };
  nodes: TraceNode[];
}

export interface TraceOptions {
  depth: number;
  algorithm: Algorithm;
  order: MoveOrder;
  nodes?: number;
}

/** What is wrong with a file: a word for the text that says it. */
export class TraceFault extends Error {
  constructor(readonly place: string) {
    super(place);
  }
}

/** Reads a file; what cannot be shown is refused with its place. */
export function readTrace(text: string): Trace {
  let trace: Trace;
  try {
    trace = JSON.parse(text);
  } catch {
    throw new TraceFault("JSON");
  }
  const check = (holds: unknown, place: string) => {
    if (!holds) throw new TraceFault(place);
  };
  const isText = (value: unknown) => typeof value === "string";
  const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
  check(trace?.format === "plywood-trace", "format");
  check(trace.version === 1, "version");
  check(ALGORITHMS.includes(trace.algorithm), "algorithm");
  check(isText(trace.game) && isText(trace.start) && isText(trace.config), "game");
  check(isTexts(trace.moves), "moves");
  check(isTexts(trace.sides) && trace.sides.length === 2, "sides");
  check(Number.isFinite(trace.units) && trace.units > 0, "units");
  check(isTexts(trace.result?.pv) && Number.isFinite(trace.result.nodes), "result");
  check(Array.isArray(trace.nodes), "nodes");
  trace.nodes.forEach((node, index) => check(isNode(node, index), `nodes[${index}]`));
  return trace;
}

function isNode(node: TraceNode, index: number): boolean {
  const isScore = (value: unknown) => Number.isFinite(value) || (typeof value === "string" && /^(-?inf|(win|loss) \d+)$/.test(value));
  const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;
  return (
    typeof node === "object" && node !== null
    && (node.parent === undefined ? index === 0 || node.ply === 0 : isCount(node.parent) && node.parent < index)
    && (node.move === undefined || typeof node.move === "string")
    && (node.kind === undefined || KINDS.includes(node.kind))
    && (node.side === 0 || node.side === 1) && isCount(node.ply) && isCount(node.depth)
    && isScore(node.alpha) && isScore(node.beta) && (node.value === null || isScore(node.value))
    && REASONS.includes(node.reason)
    && (node.skipped === undefined || (Array.isArray(node.skipped)
      && node.skipped.every((each) => SKIPS.includes(each.reason) && Array.isArray(each.moves) && each.moves.every((move) => typeof move === "string"))))
  );
}
