// Draws a tree on a canvas: what has been searched so far, the current line, and what was cut off. Only what is in
// sight is drawn, and texts only where there is room for them.

import type { NodeKind, Reason } from "../engine/trace";
import { t } from "../texts";
import type { Layout } from "./layout";
import { isCut, nodeAt, pathTo, savedNodes, type Think, type ThinkNode } from "./model";
import { tinyScore } from "./words";

/** Which part of the tree is seen: the point at the upper left corner, and pixels per unit. */
export interface Sight {
  x: number;
  y: number;
  scale: number;
}

export interface Shown {
  model: Think;
  layout: Layout;
  step: number;
  sight: Sight;
  dark: boolean;
  /** Sizes of the complete tree, for what was saved. */
  sizes: Map<string, number> | null;
}

/** Colours that differ in lightness as well; every state has a shape or a letter of its own too. */
interface Colours {
  line: string;
  text: string;
  ground: string;
  node: string;
  leaf: string;
  cut: string;
  table: string;
  pv: string;
  now: string;
  ghost: string;
}

const LIGHT: Colours = {
  line: "#a9adb3", text: "#1d2126", ground: "#ffffff", node: "#e3e8ee", leaf: "#f6f5f2", cut: "#f7c99b", table: "#d9c6f2",
  pv: "#1a7f4b", now: "#1b5fb4", ghost: "#8a5a2b",
};
const DARK: Colours = {
  line: "#596069", text: "#e8e8e4", ground: "#202327", node: "#3a424c", leaf: "#2b2f35", cut: "#7a4a17", table: "#54407a",
  pv: "#53c98a", now: "#7db4f5", ghost: "#d9a066",
};

/** A letter for nodes that something else than their moves answered for. */
const LETTERS: Partial<Record<Reason, string>> = {
  table: "T", "null-move": "N", razoring: "R", "reverse-futility": "F", probcut: "P", multicut: "M", solver: "S",
  "mate-distance": "D", "stand-pat": "Q", terminal: "■", repetition: "↻",
};

/** Above the root. */
export const MARGIN = 8;

/** Below this many pixels per slot there is no room for texts. */
const READABLE = 22;

export function paint(canvas: HTMLCanvasElement, shown: Shown) {
  const ratio = devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
  if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d");
  if (!context) return;
  const { sight, model, step } = shown;
  const colours = shown.dark ? DARK : LIGHT;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, width, height);
  context.setTransform(ratio * sight.scale, 0, 0, ratio * sight.scale, -sight.x * sight.scale * ratio, -sight.y * sight.scale * ratio);
  const current = nodeAt(model, step);
  const path = new Set(current ? pathTo(model, current.index).map((node) => node.index) : []);
  const { slot } = shown.layout;
  const [left, right] = [sight.x - slot, sight.x + width / sight.scale + slot];
  const brush = { context, colours, shown, path, current, left, right };
  paintEdges(brush);
  paintGhosts(brush);
  paintNodes(brush);
}

interface Brush {
  context: CanvasRenderingContext2D;
  colours: Colours;
  shown: Shown;
  /** The nodes from the root to the current one. */
  path: Set<number>;
  current: ThinkNode | null;
  left: number;
  right: number;
}

/** Below this many pixels per slot neighbours cover each other: of those on one pixel only the first is drawn. */
const CROWDED = 3;

/** Whether a node of a crowded tree is covered by one that was drawn; nodes of a row come from left to right. */
function coverage({ layout, sight }: Shown): (x: number, y: number) => boolean {
  if (layout.slot * sight.scale >= CROWDED) return () => false;
  const last = new Map<number, number>();
  return (x, y) => {
    const pixel = Math.floor(x * sight.scale);
    if (last.get(y) === pixel) return true;
    last.set(y, pixel);
    return false;
  };
}

function isEntered(node: ThinkNode, step: number): boolean {
  return node.enter < step;
}

function isLeft(node: ThinkNode, step: number): boolean {
  return node.leave < step;
}

/** All thin lines in one stroke, then the principal variation and the current line. */
function paintEdges({ context, colours, shown, path, left, right }: Brush) {
  const { model, layout, step, sight } = shown;
  const thick: [string, number, [number, number, number, number][]][] = [
    [colours.line, 1 / Math.min(sight.scale, 1), []], [colours.pv, 4, []], [colours.now, 3, []],
  ];
  const isOver = step >= model.events.length;
  const isCovered = coverage(shown);
  for (const { node: index, x, y } of layout.placed) {
    const node = model.nodes[index]!;
    if (node.parent === null || !isEntered(node, step)) continue;
    const above = layout.placed[layout.place[node.parent]!]!;
    if (Math.max(x, above.x) < left || Math.min(x, above.x) > right) continue;
    const rank = path.has(index) && !isOver ? 2 : node.isPv && isOver ? 1 : 0;
    if (isCovered(x, y) && rank === 0) continue;
    thick[rank]![2].push([above.x, above.y, x, y]);
  }
  for (const [colour, width, lines] of thick) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    for (const [fromX, fromY, toX, toY] of lines) {
      context.moveTo(fromX, fromY);
      context.lineTo(toX, toY);
    }
    context.stroke();
  }
}

/** What was not searched: a dashed line that is struck through, and how much there was. */
function paintGhosts({ context, colours, shown, left, right }: Brush) {
  const { model, layout, step, sight, sizes } = shown;
  const readable = layout.slot * sight.scale >= READABLE;
  context.strokeStyle = colours.ghost;
  context.lineWidth = 1.6;
  const isCovered = coverage(shown);
  for (const ghost of layout.ghosts) {
    const node = model.nodes[ghost.node]!;
    if (!isLeft(node, step)) continue;
    const above = layout.placed[layout.place[ghost.node]!]!;
    if (Math.max(ghost.x, above.x) < left || Math.min(ghost.x, above.x) > right) continue;
    if (isCovered(ghost.x, ghost.y)) continue;
    context.setLineDash([4, 4]);
    context.beginPath();
    context.moveTo(above.x, above.y);
    context.lineTo(ghost.x, ghost.y - 14);
    context.stroke();
    context.setLineDash([]);
    const [middleX, middleY] = [(above.x + ghost.x) / 2, (above.y + ghost.y - 14) / 2];
    context.lineWidth = 2.4;
    context.beginPath();
    context.moveTo(middleX - 7, middleY + 3);
    context.lineTo(middleX + 7, middleY - 3);
    context.stroke();
    context.lineWidth = 1.6;
    if (!readable) continue;
    text(context, `✂${ghost.count}`, ghost.x, ghost.y - 4, 12, colours.ghost, 650);
    const saved = node.skipped.length === 1 ? savedNodes(node, model, sizes) : null;
    if (saved) text(context, `(${saved})`, ghost.x, ghost.y + 10, 10.5, colours.ghost);
  }
}

function paintNodes(brush: Brush) {
  const { context, colours, shown, path, current, left, right } = brush;
  const { model, layout, step, sight } = shown;
  const readable = layout.slot * sight.scale >= READABLE;
  const isOver = step >= model.events.length;
  const isCovered = coverage(shown);
  const crowded = layout.slot * sight.scale < CROWDED;
  for (const placed of layout.placed) {
    const node = model.nodes[placed.node]!;
    if (placed.x < left || placed.x > right || !isEntered(node, step)) continue;
    const done = isLeft(node, step);
    const radius = node.children.length || !done ? 13 : 11;
    context.fillStyle = fill(node, done, colours);
    const isBest = isOver && node.isPv;
    const isMarked = isBest || path.has(placed.node);
    if (isCovered(placed.x, placed.y) && !isMarked) continue;
    if (crowded && !isMarked) {
      if (!isCut(node.reason)) context.fillStyle = colours.line;
      context.fillRect(placed.x - radius, placed.y - radius, 2 * radius, 2 * radius);
      continue;
    }
    context.strokeStyle = path.has(placed.node) ? colours.now : isBest ? colours.pv : colours.line;
    context.lineWidth = node === current ? 4 : isMarked ? 2.6 : 1.2;
    shape(context, node, placed.x, placed.y, radius);
    if (node.kind === "re-search") {
      context.lineWidth = 1;
      shape(context, node, placed.x, placed.y, radius + 4, true);
    }
    if (readable) labels(brush, node, placed.x, placed.y, done, placed.folded);
  }
}

function fill(node: ThinkNode, done: boolean, colours: Colours): string {
  if (!done) return colours.ground;
  if (node.reason === "table") return colours.table;
  if (isCut(node.reason)) return colours.cut;
  return node.reason === "searched" ? colours.node : colours.leaf;
}

/** MAX points up, MIN points down; leaves are round. */
function shape(context: CanvasRenderingContext2D, node: ThinkNode, x: number, y: number, radius: number, outline = false) {
  context.beginPath();
  if (node.depth === 0 || (node.children.length === 0 && node.reason !== "beta" && node.reason !== "searched" && node.reason !== "stopped")) {
    context.arc(x, y, radius, 0, 2 * Math.PI);
  } else {
    const tip = node.isMax ? -1 : 1;
    context.moveTo(x, y + tip * radius * 1.3);
    context.lineTo(x + radius * 1.28, y - tip * radius);
    context.lineTo(x - radius * 1.28, y - tip * radius);
    context.closePath();
  }
  if (!outline) context.fill();
  context.stroke();
}

function labels({ context, colours }: Brush, node: ThinkNode, x: number, y: number, done: boolean, folded: boolean) {
  const inner = node.depth > 0;
  const above = !inner ? y - 19 : node.isMax ? y - 25 : y - 22;
  const root = t("think.rootDepth", { depth: node.depth });
  const names: Partial<Record<NodeKind, string>> = { "null-move": "∅", shallow: "↓" };
  const move = node.parent === null ? root : (node.move ?? names[node.kind] ?? "");
  haloed(context, move, x, above, 11.5, colours, 600);
  if (done && node.value !== null) {
    const sign = { exact: "", least: "≥", most: "≤" }[node.bound];
    text(context, sign + tinyScore(node.value), x, inner ? y + (node.isMax ? 5 : -4) : y, 10, colours.text);
  }
  const letter = LETTERS[node.reason];
  if (done && letter) haloed(context, letter, x + 13, y - 9, 10, colours, 700);
  if (folded) haloed(context, `▾${node.size - 1}`, x, y + 23, 10, colours);
  if (done && node.unrecorded > 0) haloed(context, `…${node.unrecorded}`, x, y + 34, 10, colours);
}

function text(context: CanvasRenderingContext2D, words: string, x: number, y: number, size: number, colour: string, weight = 400) {
  context.font = font(size, weight);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = colour;
  context.fillText(words, x, y);
}

/** A text on lines: they stop around it. */
function haloed(context: CanvasRenderingContext2D, words: string, x: number, y: number, size: number, colours: Colours, weight = 400) {
  context.font = font(size, weight);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 3.5;
  context.strokeStyle = colours.ground;
  context.strokeText(words, x, y);
  text(context, words, x, y, size, colours.text, weight);
}

function font(size: number, weight: number): string {
  return `${weight} ${size}px system-ui, "Noto Sans CJK SC", sans-serif`;
}

/** The sight that shows all of a layout. */
export function fit(layout: Layout, width: number, height: number): Sight {
  const scale = Math.min(width / layout.width, height / (layout.height + MARGIN), 1.4);
  return { scale, x: (layout.width - width / scale) / 2, y: -MARGIN };
}

/** Moves the sight as little as possible so that a point is well inside. */
export function follow(sight: Sight, layout: Layout, x: number, y: number, width: number, height: number): Sight {
  const [across, down] = [width / sight.scale, height / sight.scale];
  const margin = Math.min(across / 3, 4 * layout.slot);
  const inside = (from: number, at: number, length: number, keep: number) => {
    if (at < from + keep) return at - keep;
    return at > from + length - keep ? at - length + keep : from;
  };
  return { ...sight, x: inside(sight.x, x, across, margin), y: inside(sight.y, y, down, Math.min(down / 3, layout.row / 2)) };
}
