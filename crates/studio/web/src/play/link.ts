// A game as an address: everything that matters is in it, so that a link shows the same.

import type { EngineChoice } from "../engine/client";

export type Player = "human" | "engine";

export interface Setup {
  game: string;
  engine: EngineChoice;
  position?: string;
  players: [Player, Player];
}

const PLAYERS: Record<string, [Player, Player]> = {
  first: ["human", "engine"],
  second: ["engine", "human"],
  both: ["human", "human"],
  none: ["engine", "engine"],
};

/** Which sides a human plays, as a word of the address. */
export function playersName(players: [Player, Player]): string {
  const same = ([, each]: [string, [Player, Player]]) => each.join() === players.join();
  return Object.entries(PLAYERS).find(same)?.[0] ?? "first";
}

export function playersOf(name: string | null): [Player, Player] {
  return [...(PLAYERS[name ?? "first"] ?? PLAYERS.first!)] as [Player, Player];
}

export function toAddress(setup: Setup, moves: string[]): string {
  const query = new URLSearchParams();
  const { config, level, sets, toml } = setup.engine;
  if (config) query.set("config", config);
  if (toml) query.set("toml", toml);
  if (level) query.set("level", String(level));
  for (const set of sets ?? []) query.append("set", set);
  const players = playersName(setup.players);
  if (players !== "first") query.set("human", players);
  if (setup.position) query.set("position", setup.position);
  if (moves.length) query.set("moves", moves.join(" "));
  const text = query.toString().replaceAll("%2F", "/").replaceAll("%3D", "=");
  return `/play/${setup.game}${text ? `?${text}` : ""}`;
}

export function fromAddress(pathname: string, search: string): { setup: Setup; moves: string[] } {
  const query = new URLSearchParams(search);
  const level = Number.parseInt(query.get("level") ?? "", 10);
  const engine: EngineChoice = {};
  if (query.get("config")) engine.config = query.get("config")!;
  if (query.get("toml")) engine.toml = query.get("toml")!;
  if (Number.isInteger(level)) engine.level = level;
  if (query.has("set")) engine.sets = query.getAll("set");
  const setup: Setup = {
    game: decodeURIComponent(pathname.split("/")[2] ?? ""),
    engine,
    players: playersOf(query.get("human")),
  };
  if (query.get("position")) setup.position = query.get("position")!;
  const moves = (query.get("moves") ?? "").split(/[ ,]+/).filter((move) => move);
  return { setup, moves };
}
