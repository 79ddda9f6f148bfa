// A board that can be played on with mouse, touch and keyboard.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BoardView, MovePlaces, MoveTarget, Piece, Place } from "../engine/rows";
import { phrase, t, tName } from "../texts";
import { CELL, type Geometry, geometry, key, label, same } from "./geometry";
import { range } from "./lines";
import { type Candidate, Candidates, GhostLine, Hint, MarksAbove, MarksBelow, Targets } from "./marks";
import { PieceDefs, PieceShape, type PieceStyle } from "./pieces";
import { SURFACES } from "./surface";

interface Props {
  view: BoardView;
  flipped: boolean;
  style: PieceStyle;
  numbers: boolean;
  active: boolean;
  candidates: Candidate[];
  ghosts: MovePlaces[];
  hint: MovePlaces | null;
  onMove(text: string): void;
  onRefused(reason: string): void;
}

/** The target that a click on a place means, with a piece selected or not. */
function targetAt(view: BoardView, from: Place | null, to: Place): MoveTarget | undefined {
  if (view.surface === "rack") return view.targets.find((each) => each.to?.column === to.column);
  return view.targets.find((each) => same(each.to, to) && (!each.from || same(each.from, from)));
}

/** The only piece that can move, if there is but one. */
function onlyMover(view: BoardView): Place | null {
  const first = view.targets[0]?.from ?? null;
  return first && view.targets.every((each) => same(each.from, first)) ? first : null;
}

export function Board(props: Props) {
  const { view, flipped, active } = props;
  const at = useMemo(() => geometry(view, flipped), [view.columns, view.rows, flipped]);
  const [picked, setPicked] = useState<Place | null>(null);
  const [cursor, setCursor] = useState<Place>({ column: view.columns >> 1, row: view.rows >> 1 });
  const svg = useRef<SVGSVGElement>(null);
  const drag = useRef<{ from: Place; moved: boolean } | null>(null);
  const Surface = SURFACES[view.surface];
  useEffect(() => setPicked(null), [view]);
  const selected = active ? (picked ?? onlyMover(view)) : null;

  const act = (place: Place) => {
    setCursor(place);
    if (!active) return;
    const target = targetAt(view, selected, place);
    if (target) return props.onMove(target.text);
    if (view.targets.some((each) => same(each.from, place))) {
      return setPicked(same(picked, place) ? null : place);
    }
    const forbidden = view.forbidden.find((each) => same(each.place, place));
    if (forbidden) return props.onRefused(t("forbidden", { reason: phrase(forbidden.reason) }));
    setPicked(null);
    // The game itself says why a piece cannot go there.
    const isOwn = view.pieces.some((each) => same(each.place, place) && each.side === view["to-move"]);
    if (picked && !isOwn) props.onMove(label(view, picked) + label(view, place));
  };

  const pointed = (event: PointerEvent): Place | null => {
    const matrix = svg.current?.getScreenCTM()?.inverse();
    if (!matrix) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return at.placeAt(point.x, point.y);
  };
  const onPointerDown = (event: PointerEvent) => {
    const place = pointed(event);
    const movable = place && active && view.targets.some((each) => same(each.from, place));
    drag.current = movable ? { from: place, moved: false } : null;
  };
  const onPointerUp = (event: PointerEvent) => {
    const from = drag.current?.from;
    const place = pointed(event);
    drag.current = null;
    if (!from || !place || same(from, place)) return;
    const target = targetAt(view, from, place);
    if (target) props.onMove(target.text);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
    };
    const step = steps[event.key];
    // The focused cell, which is ahead of the state when keys come fast.
    const [column, row] = ((event.target as Element).getAttribute("data-place") ?? key(cursor)).split(",").map(Number);
    const here = { column: column ?? 0, row: row ?? 0 };
    if (step) {
      const next = at.step(here, ...step);
      if (next) focusCell(svg.current, next, setCursor);
    } else if (event.key === "Enter") {
      act(here);
    } else if (event.key === "Escape" && picked) {
      setPicked(null);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const marked = useMarkedTargets(view, selected, active, picked);
  return (
    <svg
      ref={svg} class="board" viewBox={`0 0 ${at.width} ${at.height}`}
      onPointerDown={onPointerDown} onPointerUp={onPointerUp} onKeyDown={onKeyDown}
    >
      <PieceDefs />
      <Surface view={view} at={at} />
      <MarksBelow view={view} at={at} selected={picked} />
      <Pieces view={view} at={at} style={props.style} />
      <Targets view={view} at={at} places={marked} />
      <MarksAbove view={view} at={at} numbers={props.numbers} />
      <Candidates at={at} candidates={props.ghosts.length ? [] : props.candidates} />
      {props.ghosts.length > 0 && <GhostLine at={at} places={props.ghosts} first={view["to-move"] ?? 0} />}
      {props.hint && <Hint at={at} hint={props.hint} />}
      <Cells view={view} at={at} cursor={cursor} selected={picked} active={active} onAct={act} />
    </svg>
  );
}

function focusCell(svg: SVGSVGElement | null, place: Place, setCursor: (place: Place) => void) {
  setCursor(place);
  svg?.querySelector<SVGElement>(`[data-place="${key(place)}"]`)?.focus();
}

/** The targets that are shown: all where the rules leave few, else those of the selected piece. */
function useMarkedTargets(view: BoardView, selected: Place | null, active: boolean, picked: Place | null) {
  if (!active) return [];
  const few = view.surface === "felt" || view.surface === "checkerboard";
  const from = picked ?? selected;
  const shown = view.targets.filter((each) => (each.from ? same(each.from, from) : few));
  return shown.flatMap((each) => (each.to ? [each.to] : []));
}

/** All pieces; one that has just moved slides, discs that have changed sides flip. */
function Pieces({ view, at, style }: { view: BoardView; at: Geometry; style: PieceStyle }) {
  const before = useRef<Map<string, Piece>>(new Map());
  const known = before.current;
  useEffect(() => {
    before.current = new Map(view.pieces.map((piece) => [key(piece.place), piece]));
  }, [view]);
  const to = view.last?.to;
  return (
    <g aria-hidden="true">
      {view.pieces.map((piece) => {
        const { x, y } = at.centre(piece.place);
        const old = known.get(key(piece.place));
        const css: Record<string, string> = {};
        let motion = "";
        if (view.last?.from && same(piece.place, to) && old?.id !== piece.id) {
          const from = at.centre(view.last.from);
          motion = "slide";
          css["--dx"] = `${from.x - x}px`;
          css["--dy"] = `${from.y - y}px`;
        } else if (old && old.side !== piece.side && piece.form === "disc" && to) {
          const steps = Math.max(Math.abs(to.column - piece.place.column), Math.abs(to.row - piece.place.row));
          motion = "flip";
          css["--delay"] = `${(steps - 1) * 55}ms`;
        } else if (!old && same(piece.place, to)) {
          motion = view.surface === "rack" ? "fall" : "drop";
          if (motion === "fall") css["--dy"] = `${-y}px`;
        }
        return (
          <g key={`${key(piece.place)} ${piece.id}`} transform={`translate(${x} ${y})`}>
            <g class={`piece ${motion}`} style={css}>
              <PieceShape piece={piece} style={style} />
            </g>
          </g>
        );
      })}
    </g>
  );
}

/** The places as a grid for keyboard and screen readers, above everything else. */
function Cells(props: {
  view: BoardView;
  at: Geometry;
  cursor: Place;
  selected: Place | null;
  active: boolean;
  onAct(place: Place): void;
}) {
  const { view, at, cursor } = props;
  const pieces = new Map(view.pieces.map((piece) => [key(piece.place), piece]));
  const forbidden = new Map(view.forbidden.map((each) => [key(each.place), each.reason]));
  const visited = new Set(view.visited.map(key));
  const targets = new Set(view.targets.flatMap((each) => (each.to ? [key(each.to)] : [])));
  const describe = (place: Place) => {
    const id = key(place);
    const piece = pieces.get(id);
    const words = [label(view, place), piece ? pieceName(piece) : t("empty")];
    const reason = forbidden.get(id);
    if (visited.has(id) && !piece) words.push(t("visited"));
    if (same(view.last?.to, place)) words.push(t("lastMove"));
    if (same(props.selected, place)) words.push(t("selected"));
    if (reason) words.push(t("forbidden", { reason: phrase(reason) }));
    else if (props.active && targets.has(id)) words.push(t("legal"));
    return words.join(", ");
  };
  return (
    <g role="grid" aria-label={t("board")} aria-rowcount={view.rows} aria-colcount={view.columns}>
      {range(view.rows).map((row) => (
        <g key={row} role="row">
          {range(view.columns).map((column) => {
            const place = { column, row };
            const { x, y } = at.centre(place);
            return (
              <rect
                key={column} role="gridcell" class="cell" data-place={key(place)} aria-label={describe(place)}
                tabindex={same(cursor, place) ? 0 : -1} x={x - CELL / 2} y={y - CELL / 2} width={CELL} height={CELL}
                onClick={() => props.onAct(place)}
              />
            );
          })}
        </g>
      ))}
    </g>
  );
}

function pieceName(piece: Piece): string {
  return piece.form === "token" ? `${piece.id.replace("-", " ")} ${piece.character}` : tName(piece.id);
}
