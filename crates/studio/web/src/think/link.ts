// A recorded search as an address: the same link shows the same trees.

import { ALGORITHMS, type Algorithm, type MoveOrder, ORDERS } from "../engine/trace";

export interface Query {
  game: string;
  config: string;
  /** Changes to the configuration: the rules of the game. */
  sets: string[];
  position: string;
  moves: string[];
  depth: number;
  order: MoveOrder;
  algorithms: Algorithm[];
}

/** Depths at which the tree of minimax has some hundred or thousand nodes. */
const DEPTHS: Record<string, number> = { "connect-four": 4, othello: 4, "knight-duel": 3 };
export const MOST_DEPTH = 12;

export function defaultDepth(game: string): number {
  return DEPTHS[game] ?? 2;
}

export function queryOf(pathname: string, search: string, games: string[]): Query {
  const query = new URLSearchParams(search);
  const named = decodeURIComponent(pathname.split("/")[2] ?? "");
  const game = games.includes(named) ? named : games.includes("connect-four") ? "connect-four" : (games[0] ?? "");
  const asked = (query.get("algorithms") ?? "").split(",") as Algorithm[];
  const algorithms = ALGORITHMS.filter((name) => asked.includes(name));
  const depth = Math.floor(Number(query.get("depth")));
  const order = query.get("order") as MoveOrder;
  return {
    game,
    config: query.get("config") ?? "plain",
    sets: query.getAll("set"),
    position: query.get("position") ?? "",
    moves: (query.get("moves") ?? "").split(/[ ,]+/).filter((move) => move),
    depth: depth >= 1 && depth <= MOST_DEPTH ? depth : defaultDepth(game),
    order: ORDERS.includes(order) ? order : "off",
    algorithms: algorithms.length ? algorithms : ["minimax", "alpha-beta"],
  };
}

export function addressOf(query: Query): string {
  const address = new URLSearchParams();
  if (query.config !== "plain") address.set("config", query.config);
  for (const set of query.sets) address.append("set", set);
  if (query.position) address.set("position", query.position);
  if (query.moves.length) address.set("moves", query.moves.join(" "));
  address.set("depth", String(query.depth));
  address.set("algorithms", query.algorithms.join(","));
  if (query.order !== "off") address.set("order", query.order);
  return `/think/${query.game}?${address.toString().replaceAll("%2C", ",").replaceAll("%2F", "/")}`;
}

/** The address that shows how a position of a game is searched; of the configuration only the rules count. */
export function thinkAddress(game: string, sets: string[], position: string | undefined, moves: string[]): string {
  const rules = sets.filter((set) => set.startsWith("game."));
  const query = queryOf(`/think/${game}`, "", [game]);
  return addressOf({ ...query, sets: rules, position: position ?? "", moves });
}
