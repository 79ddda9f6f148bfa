// The searches of a page: recorded by a game of the engine, or read from files; and the board of a node.

import { useEffect, useRef, useState } from "preact/hooks";
import type { EngineClient, Opening } from "../engine/client";
import type { BoardView } from "../engine/rows";
import type { Trace } from "../engine/trace";
import type { Query } from "./link";
import { type Think, think } from "./model";

export interface Recorded {
  /** The game that shows the boards, if it is open. */
  id: string | null;
  models: Think[];
  /** What it was recorded for. */
  source: unknown;
  busy: boolean;
  problem: string;
}

const NOTHING: Recorded = { id: null, models: [], source: null, busy: true, problem: "" };

/** At most this many nodes of each search are drawn. */
export const MOST_NODES = 5000;

/** Records the searches of a query, one after the other, or shows those of files. */
export function useRecorded(client: EngineClient, query: Query, files: Trace[]): Recorded {
  const [recorded, setRecorded] = useState<Recorded>(NOTHING);
  const source = files.length ? files : JSON.stringify(query);
  useEffect(() => {
    const left = new AbortController();
    let id: string | null = null;
    const first = files[0];
    const opening: Opening = first
      ? { game: first.game, engine: { toml: first.config }, position: first.start, moves: first.moves }
      : { game: query.game, engine: { config: query.config, sets: query.sets }, position: query.position || undefined, moves: query.moves };
    const close = () => {
      if (id) client.close(id);
      id = null;
    };
    const run = async () => {
      setRecorded((old) => (first ? { ...NOTHING, source, models: files.map(think) } : { ...old, busy: true, problem: "" }));
      id = (await client.open(opening)).id;
      if (left.signal.aborted) return close();
      if (first) return setRecorded((old) => ({ ...old, id, busy: false }));
      const models: Think[] = [];
      for (const algorithm of query.algorithms) {
        const options = { depth: query.depth, algorithm, order: query.order, nodes: MOST_NODES };
        models.push(think(await client.trace(id, options, left.signal)));
        if (left.signal.aborted) return;
      }
      setRecorded({ id, models, source, busy: false, problem: "" });
    };
    run().catch((error: Error) => {
      if (!left.signal.aborted) setRecorded((old) => ({ ...old, busy: false, problem: error.message }));
    });
    addEventListener("pagehide", close);
    return () => {
      left.abort();
      removeEventListener("pagehide", close);
      close();
    };
  }, [source]);
  // The game of another query is closed.
  return recorded.source === source ? recorded : { ...recorded, id: null };
}

/** The board after these moves. While one is asked for, only the last of the others is kept. */
export function useBoard(client: EngineClient, id: string | null, moves: string[]): BoardView | null {
  const [view, setView] = useState<BoardView | null>(null);
  const wanted = useRef<{ id: string; moves: string[] } | null>(null);
  const asking = useRef(false);
  const key = moves.join(" ");
  useEffect(() => {
    if (!id) return;
    wanted.current = { id, moves };
    if (asking.current) return;
    asking.current = true;
    void (async () => {
      while (wanted.current) {
        const next = wanted.current;
        wanted.current = null;
        // A game that was closed meanwhile needs no board.
        await client.setLine(next.id, next.moves).then((state) => setView(state.view), () => {});
      }
      asking.current = false;
    })();
  }, [id, key]);
  return view;
}
