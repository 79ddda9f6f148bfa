// The engines of the native server: POST for commands, server-sent events for searches.

import type { EngineChoice, EngineClient, Opening, SearchEvents, SearchOptions } from "./client";
import { EngineError } from "./client";
import type { Trace, TraceOptions } from "./trace";
import type { EvaluationRow, GameState, Kind } from "./rows";

async function request(method: string, path: string, body?: unknown, signal?: AbortSignal) {
  const init: RequestInit = { method, signal };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "content-type": "application/json" };
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new EngineError("server: not reached; is the studio still running?", "server", 0);
  }
  if (!response.ok) {
    const problem = await response.json().catch(() => null);
    const text = problem?.error ?? `server: ${response.status}`;
    throw new EngineError(text, problem?.place ?? "server", response.status);
  }
  return response;
}

export async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await request(method, path, body)).json();
}

/** Calls back for every server-sent event of a response. */
async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (name: string, data: string) => void,
) {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += value;
    const blocks = rest.split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const field = (name: string) =>
        block
          .split("\n")
          .filter((line) => line.startsWith(`${name}:`))
          .map((line) => line.slice(name.length + 1).trimStart())
          .join("\n");
      const name = field("event");
      if (name) onEvent(name, field("data"));
    }
  }
}

export class ServerClient implements EngineClient {
  kinds(): Promise<Kind[]> {
    return json("GET", "/api/games");
  }

  open(opening: Opening): Promise<GameState> {
    return json("POST", "/api/games", opening);
  }

  close(id: string): void {
    // Also while the page is being left.
    fetch(`/api/games/${id}`, { method: "DELETE", keepalive: true }).catch(() => {});
  }

  play(id: string, move: string): Promise<GameState> {
    return json("POST", `/api/games/${id}/moves`, { move });
  }

  setLine(id: string, moves: string[]): Promise<GameState> {
    return json("PUT", `/api/games/${id}/moves`, { moves });
  }

  resign(id: string): Promise<GameState> {
    return json("POST", `/api/games/${id}/resign`);
  }

  import(id: string, text: string): Promise<GameState> {
    return json("POST", `/api/games/${id}/import`, { text });
  }

  async export(id: string, format: string): Promise<string> {
    const path = `/api/games/${id}/export/${encodeURIComponent(format)}`;
    return (await request("GET", path)).text();
  }

  evaluate(id: string): Promise<EvaluationRow> {
    return json("GET", `/api/games/${id}/evaluation`);
  }

  async config(id: string): Promise<string> {
    return (await json<{ toml: string }>("GET", `/api/games/${id}/config`)).toml;
  }

  configure(id: string, engine: EngineChoice): Promise<GameState> {
    return json("PUT", `/api/games/${id}/config`, engine);
  }

  async search(id: string, options: SearchOptions, events: SearchEvents, signal: AbortSignal) {
    try {
      const response = await request("POST", `/api/games/${id}/search`, options, signal);
      if (!response.body) return;
      await readEvents(response.body, (name, data) => {
        if (signal.aborted) return;
        const value = JSON.parse(data);
        if (name === "iteration") events.iteration?.(value);
        if (name === "analysis") events.analysis?.(value);
        if (name === "state") events.state?.(value);
        if (name === "failure") throw new EngineError(value.error, value.place, 422);
      });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  async trace(id: string, options: TraceOptions, signal: AbortSignal): Promise<Trace> {
    return (await request("POST", `/api/games/${id}/trace`, options, signal)).json();
  }

  async stop(id: string): Promise<void> {
    await request("POST", `/api/games/${id}/stop`);
  }
}
