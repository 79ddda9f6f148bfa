// Paths: draw a map, search it, watch the expansion, compare algorithms.

import { useEffect, useRef, useState } from "preact/hooks";
import type { MapKind, PathChoices, PathClient, PathRow } from "../engine/paths";
import { usePlayback } from "../playback";
import { count } from "../play/score";
import { t, type Key, tName } from "../texts";
import { draw, fromRow, fromText, type PathMap, toRows, toText, type Tool } from "./map";
import { PathView } from "./view";

const TOOLS: Tool[] = ["wall", "erase", "start", "goal", "station"];
const KINDS: MapKind[] = ["random", "maze", "rooms", "supply"];
const SPEEDS = [20, 60, 200, 600, 3000];

interface Query {
  movement: "four" | "eight";
  heuristic: string;
  /** One algorithm, or two side by side. */
  algorithms: string[];
}

function queryOf(search: string): Query {
  const query = new URLSearchParams(search);
  const algorithms = (query.get("algorithms") ?? query.get("algorithm") ?? "astar,bfs").split(",").slice(0, 2);
  return {
    movement: query.get("movement") === "eight" ? "eight" : "four",
    heuristic: query.get("heuristic") ?? "auto",
    algorithms,
  };
}

export function PathsPage({ client }: { client: PathClient }) {
  const [choices, setChoices] = useState<PathChoices | null>(null);
  const [map, setMap] = useState<PathMap | null>(null);
  const [query, setQuery] = useState<Query>(() => queryOf(location.search));
  const [results, setResults] = useState<(PathRow | null)[]>([]);
  const [table, setTable] = useState<PathRow[]>([]);
  const [tool, setTool] = useState<Tool>("wall");
  const [problem, setProblem] = useState("");
  const [step, setStep] = useState(Number.MAX_SAFE_INTEGER);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(2);
  const refuse = (error: Error) => setProblem(error.message);

  useEffect(() => {
    client.choices().then(setChoices, refuse);
    const drawn = fromText(new URLSearchParams(location.search).get("map") ?? "");
    if (drawn) setMap(drawn);
    else client.generate("rooms", 24, 36, 4).then((row) => setMap(fromRow(row)), refuse);
  }, []);

  useSearches(client, map, query, (found, error) => {
    setResults(found);
    setProblem(error);
    setTable([]);
  });
  useAddress(map, query);

  const length = Math.max(0, ...results.map((row) => row?.order.length ?? 0));
  const shown = Math.min(step, length);
  usePlayback(playing, SPEEDS[speed] ?? 60, (by) => {
    setStep((before) => Math.min(Math.min(before, length) + by, length));
    if (shown + by >= length) setPlaying(false);
  });
  const play = () => {
    if (shown >= length) setStep(0);
    setPlaying(!playing);
  };
  const load = (row: Promise<{ rows: string[]; supply: number | null }>) =>
    row.then((found) => {
      const next = fromRow(found);
      setMap(next);
      setStep(Number.MAX_SAFE_INTEGER);
      if (next.supply !== null) setQuery((old) => supplied(old, choices));
    }, refuse);
  const change = (cell: number, used: Tool) => {
    setPlaying(false);
    setStep(Number.MAX_SAFE_INTEGER);
    setMap((old) => old && draw(old, cell, used));
  };
  const compareAll = async () => {
    if (!map || !choices) return;
    const rows: PathRow[] = [];
    for (const algorithm of choices.algorithms) {
      if ((map.supply !== null && !algorithm.supply) || (query.movement === "eight" && !algorithm.eight)) continue;
      const asked = { rows: toRows(map), supply: map.supply, movement: query.movement, heuristic: query.heuristic };
      rows.push(await client.search({ ...asked, algorithm: algorithm.name }));
      setTable([...rows]);
    }
  };
  if (!map || !choices) return <p class="message" role="status">{problem || t("loading")}</p>;
  const usable = choices.algorithms.filter(
    (each) => (map.supply === null || each.supply) && (query.movement === "four" || each.eight),
  );
  const setAlgorithm = (index: number, name: string) => {
    const algorithms = [...query.algorithms];
    if (name) algorithms[index] = name;
    else algorithms.splice(index, 1);
    setQuery({ ...query, algorithms });
  };
  return (
    <main class="paths">
      <div class="path-tools">
        <fieldset class="choices">
          <legend class="sr-only">{t("tool")}</legend>
          {TOOLS.map((each) => (
            <label key={each}>
              <input type="radio" name="tool" checked={tool === each} onChange={() => setTool(each)} />
              <span>{t(`tool.${each}` as Key)}</span>
            </label>
          ))}
        </fieldset>
        <label class="inline">
          <span>{t("map")}</span>
          <select name="map" value="" onChange={(event) => choose(event.currentTarget.value)}>
            <option value="">{t("chooseMap")}</option>
            {KINDS.map((kind) => <option key={kind} value={`kind:${kind}`}>{t(`map.${kind}`)}</option>)}
            {choices.maps.map(({ name }) => <option key={name} value={`lab:${name}`}>{t("labMap", { name })}</option>)}
          </select>
        </label>
        <label class="inline">
          <span>{t("movement")}</span>
          <select
            name="movement" value={query.movement}
            onChange={(event) => setQuery(moving(query, event.currentTarget.value === "eight" ? "eight" : "four", choices))}
          >
            <option value="four">{t("movement.four")}</option>
            <option value="eight" disabled={map.supply !== null}>{t("movement.eight")}</option>
          </select>
        </label>
        <label class="inline">
          <span>{t("heuristic")}</span>
          <select name="heuristic" value={query.heuristic} onChange={(event) => setQuery({ ...query, heuristic: event.currentTarget.value })}>
            {["auto", "zero"].map((name) => <option key={name} value={name}>{t(`heuristic.${name}` as Key)}</option>)}
          </select>
        </label>
        <label class="inline">
          <span>{t("supply")}</span>
          <input
            name="supply" type="number" min="1" max="100000" value={map.supply ?? ""} placeholder="∞"
            onChange={(event) => setSupply(event.currentTarget.value)}
          />
        </label>
      </div>
      {problem && <p class="problem" role="alert">{problem}</p>}
      <div class={query.algorithms.length > 1 ? "path-views two" : "path-views"}>
        {query.algorithms.map((algorithm, index) => (
          <section key={index} aria-label={algorithm}>
            <header>
              <select
                aria-label={t("algorithm")} value={algorithm}
                onChange={(event) => setAlgorithm(index, event.currentTarget.value)}
              >
                {usable.map(({ name }) => <option key={name} value={name}>{name}</option>)}
                {index > 0 && <option value="">{t("nothing")}</option>}
              </select>
              <Counters row={results[index] ?? null} step={shown} />
            </header>
            <PathView
              map={map} row={results[index] ?? null} step={shown} eight={query.movement === "eight"} tool={tool}
              onDraw={change}
            />
          </section>
        ))}
      </div>
      <div class="playback">
        <button type="button" class="primary" onClick={play}>{t(playing ? "pause" : "animate")}</button>
        <button type="button" aria-label={t("stepBack")} onClick={() => (setPlaying(false), setStep(Math.max(shown - 1, 0)))}>‹</button>
        <button type="button" aria-label={t("stepOn")} onClick={() => (setPlaying(false), setStep(Math.min(shown + 1, length)))}>›</button>
        <input
          type="range" min="0" max={length} value={shown} aria-label={t("expansion")}
          onInput={(event) => (setPlaying(false), setStep(Number(event.currentTarget.value)))}
        />
        <label class="inline">
          <span>{t("tempo")}</span>
          <input type="range" min="0" max={SPEEDS.length - 1} value={speed} onInput={(event) => setSpeed(Number(event.currentTarget.value))} />
        </label>
        {query.algorithms.length < 2 && (
          <button type="button" onClick={() => setAlgorithm(1, usable[1]?.name ?? "astar")}>{t("second")}</button>
        )}
        <button type="button" onClick={() => void compareAll().catch(refuse)}>{t("compareAll")}</button>
      </div>
      <Legend />
      {table.length > 0 && <Comparison rows={table} />}
    </main>
  );

  function choose(value: string) {
    const [what, name = ""] = value.split(":");
    if (what === "kind") load(client.generate(name as MapKind, 25, 37, Math.floor(Math.random() * 1e6)));
    const lab = choices?.maps.find((each) => each.name === name);
    if (what === "lab" && lab) load(client.read(lab.text));
  }

  function setSupply(text: string) {
    const supply = text === "" ? null : Math.max(1, Math.floor(Number(text)) || 1);
    setMap(map && { ...map, supply });
    if (supply !== null) setQuery(supplied(query, choices));
  }
}

/** The query with algorithms that know of supplies. */
function supplied(query: Query, choices: PathChoices | null): Query {
  const known = choices?.algorithms.filter((each) => each.supply).map((each) => each.name) ?? [];
  const algorithms = query.algorithms.map((name, index) => (known.includes(name) ? name : (known[index] ?? name)));
  return { ...query, movement: "four", algorithms };
}

/** The query with a movement and algorithms that know of it. */
function moving(query: Query, movement: "four" | "eight", choices: PathChoices): Query {
  const known = choices.algorithms.filter((each) => movement === "four" || each.eight).map((each) => each.name);
  const algorithms = query.algorithms.map((name, index) => (known.includes(name) ? name : (known[index] ?? name)));
  return { ...query, movement, algorithms };
}

/** Searches again when the map or the query changes; only the newest answers count. */
function useSearches(
  client: PathClient,
  map: PathMap | null,
  query: Query,
  onFound: (rows: (PathRow | null)[], problem: string) => void,
) {
  const newest = useRef(0);
  useEffect(() => {
    if (!map) return;
    newest.current += 1;
    const own = newest.current;
    const asked = { rows: toRows(map), supply: map.supply, movement: query.movement, heuristic: query.heuristic };
    const searches = query.algorithms.map((algorithm) => client.search({ ...asked, algorithm }));
    Promise.all(searches).then(
      (rows) => own === newest.current && onFound(rows, ""),
      (error: Error) => own === newest.current && onFound([], error.message),
    );
  }, [map, query]);
}

/** The map and the query are in the address, if they fit. */
function useAddress(map: PathMap | null, query: Query) {
  useEffect(() => {
    if (!map) return;
    const text = toText(map);
    const address = new URLSearchParams({ algorithms: query.algorithms.join(",") });
    if (query.movement === "eight") address.set("movement", "eight");
    if (query.heuristic !== "auto") address.set("heuristic", query.heuristic);
    if (text.length < 6000) address.set("map", text);
    const timer = setTimeout(() => {
      if (location.pathname === "/paths") history.replaceState(null, "", `/paths?${address.toString().replaceAll("%2C", ",")}`);
    }, 200);
    return () => clearTimeout(timer);
  }, [map, query]);
}

function Counters({ row, step }: { row: PathRow | null; step: number }) {
  const steps = row?.steps;
  const length = steps === -1 ? t("noPath") : steps == null ? (row?.gave_up ?? "–") : t("steps", { count: steps });
  return (
    <p class="counters">
      <b>{length}</b>
      {row && <span>{t("expandedOf", { step: count(Math.min(step, row.order.length)), all: count(row.expanded) })}</span>}
    </p>
  );
}

function Legend() {
  const items: [string, Key][] = [["wave", "legendWave"], ["frontier", "legendFrontier"], ["path", "legendPath"], ["station", "legendStation"]];
  return (
    <ul class="legend">
      {items.map(([name, text]) => <li key={name}><span class={`swatch ${name}`} aria-hidden="true" />{t(text)}</li>)}
    </ul>
  );
}

function Comparison({ rows }: { rows: PathRow[] }) {
  const number = (value: number | null) => (value === null ? "–" : String(Math.round(value * 100) / 100));
  return (
    <div class="comparison">
      <table>
        <caption>{t("compareAll")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("algorithm")}</th>
            {(["length", "expandedName", "generated", "milliseconds"] as Key[]).map((key) => <th key={key} scope="col" class="right">{t(key)}</th>)}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.algorithm}>
              <th scope="row">{tName(row.algorithm)}</th>
              <td class="right">{row.steps === -1 ? t("noPath") : number(row.cost)}</td>
              <td class="right">{row.expanded}</td>
              <td class="right">{row.generated}</td>
              <td class="right">{(row.seconds * 1000).toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

