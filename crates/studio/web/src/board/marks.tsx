// Marks on a board: last move, legal targets, forbidden points, winning line, candidates, a hint, lines.

import type { BoardView, MovePlaces, Place } from "../engine/rows";
import { CELL, type Geometry, key } from "./geometry";

export interface Candidate {
  places: MovePlaces;
  label: string;
  rank: number;
}

interface Props {
  view: BoardView;
  at: Geometry;
}

/** Marks that pieces cover. */
export function MarksBelow({ view, at, selected }: Props & { selected: Place | null }) {
  const isSquare = view.surface === "felt" || view.surface === "checkerboard" || view.surface === "plain";
  const from = view.last?.from;
  return (
    <g aria-hidden="true">
      {isSquare && view.last?.to && <Square at={at} place={view.last.to} class="last-square" />}
      {from && (isSquare ? <Square at={at} place={from} class="last-square" /> : <Spot at={at} place={from} class="last-from" r={9} />)}
      {selected && <Ring at={at} place={selected} class="selected" r={CELL * 0.49} />}
    </g>
  );
}

function Square({ at, place, class: name }: { at: Geometry; place: Place; class: string }) {
  const { x, y } = at.centre(place);
  return <rect class={name} x={x - CELL / 2} y={y - CELL / 2} width={CELL} height={CELL} />;
}

function Spot({ at, place, class: name, r }: { at: Geometry; place: Place; class: string; r: number }) {
  const { x, y } = at.centre(place);
  return <circle class={name} cx={x} cy={y} r={r} />;
}

const Ring = Spot;

/** Where the selected piece, or the side to move, can go. */
export function Targets({ view, at, places }: Props & { places: Place[] }) {
  const occupied = new Set(view.pieces.map((piece) => key(piece.place)));
  return (
    <g aria-hidden="true">
      {places.map((place) =>
        occupied.has(key(place)) ? (
          <Ring key={key(place)} at={at} place={place} class="target-capture" r={CELL * 0.49} />
        ) : (
          <Spot key={key(place)} at={at} place={place} class={`target on-${view.surface}`} r={6} />
        ),
      )}
    </g>
  );
}

/** Marks above the pieces. */
export function MarksAbove({ view, at, numbers }: Props & { numbers: boolean }) {
  const last = view.last?.to;
  const piece = last && view.pieces.find((each) => key(each.place) === key(last));
  const side = new Map(view.pieces.map((each) => [key(each.place), each.side]));
  return (
    <g aria-hidden="true">
      {view.forbidden.map(({ place }) => {
        const { x, y } = at.centre(place);
        return <path key={key(place)} class="forbidden" d={`M${x - 6} ${y - 6}l12 12m0 -12l-12 12`} />;
      })}
      {numbers &&
        view.numbers.map(({ place, number }) => {
          const { x, y } = at.centre(place);
          const colour = side.get(key(place)) === 0 ? "#fff" : "#111";
          return (
            <text key={key(place)} class="number" x={x} y={y} fill={colour} font-size={number > 99 ? 13 : 15}>
              {number}
            </text>
          );
        })}
      {last && piece && piece.form !== "knight" && !numbers && <LastMark at={at} place={last} form={piece.form} side={piece.side} />}
      {view.line.map((place, index) => (
        <Ring key={index} at={at} place={place} class="winning" r={CELL * 0.46} />
      ))}
    </g>
  );
}

function LastMark({ at, place, form, side }: { at: Geometry; place: Place; form: string; side: number }) {
  const { x, y } = at.centre(place);
  if (form === "token") return <circle class="last-token" cx={x} cy={y} r={CELL * 0.49} />;
  return <circle class={`last-dot side-${side}`} cx={x} cy={y} r="4.5" />;
}

export function Candidates({ at, candidates }: { at: Geometry; candidates: Candidate[] }) {
  return (
    <g aria-hidden="true">
      {candidates.map(({ places, label, rank }) => {
        if (!places.to) return null;
        const to = at.centre(places.to);
        const from = places.from && at.centre(places.from);
        const y = from ? to.y - 12 : to.y;
        return (
          <g key={`${rank}`} class={`candidate rank-${rank}`}>
            {from && <Arrow from={from} to={to} />}
            {!from && <circle cx={to.x} cy={to.y} r={CELL * 0.43} />}
            {from && <rect x={to.x - 16} y={y - 7} width="32" height="14" rx="7" />}
            <text x={to.x} y={y}>{label}</text>
          </g>
        );
      })}
    </g>
  );
}

function Arrow({ from, to }: { from: { x: number; y: number }; to: { x: number; y: number } }) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const length = Math.hypot(to.x - from.x, to.y - from.y) - 10;
  const degrees = (angle * 180) / Math.PI;
  return (
    <path
      class="arrow" transform={`translate(${from.x} ${from.y}) rotate(${degrees})`}
      d={`M0 -3.500H${length - 11}V-9L${length} 0L${length - 11} 9V3.500H0Z`}
    />
  );
}

export function Hint({ at, hint }: { at: Geometry; hint: MovePlaces }) {
  if (!hint.to) return null;
  const to = at.centre(hint.to);
  return (
    <g class="hint" aria-hidden="true">
      {hint.from && <Arrow from={at.centre(hint.from)} to={to} />}
      <circle class="hint-ring" cx={to.x} cy={to.y} r={CELL * 0.45} />
    </g>
  );
}

/** A line of the engine: numbered ghost stones, or arrows for pieces that move. */
export function GhostLine({ at, places, first }: { at: Geometry; places: MovePlaces[]; first: 0 | 1 }) {
  return (
    <g class="ghosts" aria-hidden="true">
      {places.slice(0, 8).map((move, index) => {
        if (!move.to) return null;
        const to = at.centre(move.to);
        const side = (first + index) % 2;
        return (
          <g key={index} class={`ghost side-${side}`}>
            {move.from ? <Arrow from={at.centre(move.from)} to={to} /> : <circle cx={to.x} cy={to.y} r={CELL * 0.42} />}
            <text x={to.x} y={to.y}>{index + 1}</text>
          </g>
        );
      })}
    </g>
  );
}
