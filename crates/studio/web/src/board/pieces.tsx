// Pieces by their form. Sides differ in shape or ring as well as in colour.

import type { Piece } from "../engine/rows";
import { CELL } from "./geometry";

export interface PieceStyle {
  letters: boolean;
}

export function PieceDefs() {
  return (
    <defs>
      <radialGradient id="stone-0" cx=".36" cy=".3" r=".75">
        <stop offset="0" stop-color="#6a6a6e" />
        <stop offset=".55" stop-color="#26262a" />
        <stop offset="1" stop-color="#0c0c0e" />
      </radialGradient>
      <radialGradient id="stone-1" cx=".36" cy=".3" r=".8">
        <stop offset="0" stop-color="#ffffff" />
        <stop offset=".7" stop-color="#f1efe9" />
        <stop offset="1" stop-color="#cfccc2" />
      </radialGradient>
      <radialGradient id="token" cx=".4" cy=".35" r=".8">
        <stop offset="0" stop-color="#fdf3dc" />
        <stop offset="1" stop-color="#e6cf9c" />
      </radialGradient>
    </defs>
  );
}

function Stone({ piece }: { piece: Piece }) {
  return (
    <>
      <ellipse cx="1.5" cy="2.6" rx={CELL * 0.44} ry={CELL * 0.43} fill="#000" fill-opacity=".22" />
      <circle r={CELL * 0.44} fill={`url(#stone-${piece.side})`} stroke={piece.side ? "#8f8b80" : "#000"} stroke-width=".8" />
    </>
  );
}

const DISCS: Record<string, [string, string]> = {
  black: ["#141416", "#3c3c40"],
  white: ["#f7f6f2", "#c9c6bd"],
  red: ["#d5372c", "#8f1d15"],
  yellow: ["#f6c92d", "#a97c00"],
};

function Disc({ piece }: { piece: Piece }) {
  const [fill, edge] = DISCS[piece.id] ?? (piece.side ? DISCS.white! : DISCS.black!);
  const inner = piece.side ? "3 3" : undefined;
  const isRack = piece.id === "red" || piece.id === "yellow";
  return (
    <>
      <circle r={CELL * 0.41} fill={fill} stroke={edge} stroke-width="1.6" />
      {isRack && (
        <circle r={CELL * 0.27} fill="none" stroke={edge} stroke-width="2.4" stroke-dasharray={inner} />
      )}
    </>
  );
}

function Token({ piece, style }: { piece: Piece; style: PieceStyle }) {
  const colour = piece.side ? "#1d2530" : "#b3201a";
  const radius = CELL * 0.45;
  // One ring for red, two for black.
  return (
    <>
      <circle cx="1" cy="2" r={radius} fill="#000" fill-opacity=".2" />
      <circle r={radius} fill="url(#token)" stroke={colour} stroke-width="1.8" />
      <circle r={radius - 3.4} fill="none" stroke={colour} stroke-width={piece.side ? 1 : 0.9} />
      {piece.side === 1 && <circle r={radius - 5.6} fill="none" stroke={colour} stroke-width=".8" />}
      <text
        class="face" y="1" fill={colour} font-size={style.letters ? 19 : 21} font-weight="700"
        text-anchor="middle" dominant-baseline="central"
        font-family={style.letters ? "Georgia,serif" : "'Noto Serif CJK SC','Noto Serif CJK TC','Songti SC',STKaiti,KaiTi,serif"}
      >
        {style.letters ? piece.letter.toUpperCase() : piece.character}
      </text>
    </>
  );
}

// A horse's head in a cell, drawn for this project.
const HEAD =
  "M-8 13H10C10.500 6 11 0 7.500-6 5.500-10 2-12.500-2-13L-3.500-9.500C-7-8-9-4.500-10.500-1-12 1.500-12.800 3-11.500 5-10 7-7 6-5 4.200L0 2.500C0 6-5 8-8 13Z";

function Knight({ piece }: { piece: Piece }) {
  const [fill, line] = piece.side ? ["#1b4f9c", "#ffffff"] : ["#c2410c", "#ffffff"];
  return (
    <>
      {piece.side ? (
        <rect x="-17" y="-17" width="34" height="34" rx="5" fill={fill} />
      ) : (
        <circle r="18" fill={fill} />
      )}
      <path d={HEAD} fill={line} transform="translate(0 -0.500) scale(.88)" />
      <circle cx="-3.500" cy="-5" r="1.300" fill={fill} />
      <text x="10.500" y="-8.500" fill={line} font-size="9" font-weight="700" text-anchor="middle" dominant-baseline="central">
        {piece.letter}
      </text>
    </>
  );
}

export function PieceShape({ piece, style }: { piece: Piece; style: PieceStyle }) {
  switch (piece.form) {
    case "stone":
      return <Stone piece={piece} />;
    case "disc":
      return <Disc piece={piece} />;
    case "token":
      return <Token piece={piece} style={style} />;
    case "knight":
      return <Knight piece={piece} />;
  }
}
