// What is searched: game, position, depth, algorithms, order of moves; files.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Kind } from "../engine/rows";
import { ALGORITHMS, type Algorithm, type MoveOrder, ORDERS } from "../engine/trace";
import { t, tName } from "../texts";
import { defaultDepth, MOST_DEPTH, type Query } from "./link";

interface Props {
  kinds: Kind[];
  query: Query;
  /** A file is shown, not the query. */
  isFile: boolean;
  canSave: boolean;
  onChange(change: Partial<Query>): void;
  onOpen(files: FileList | null): void;
  onSave(): void;
}

export function Toolbar({ kinds, query, isFile, canSave, onChange, onOpen, onSave }: Props) {
  const [position, setPosition] = useState(query.position);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => setPosition(query.position), [query.position]);
  const kind = kinds.find((each) => each.name === query.game);
  const toggle = (name: Algorithm) => {
    const has = query.algorithms.includes(name);
    const algorithms = ALGORITHMS.filter((each) => (each === name ? !has : query.algorithms.includes(each)));
    if (algorithms.length) onChange({ algorithms });
  };
  return (
    <div class="path-tools think-tools">
      <label class="inline">
        <span>{t("think.game")}</span>
        <select
          name="game" value={query.game}
          onChange={(event) => {
            const game = event.currentTarget.value;
            onChange({ game, config: "plain", sets: [], position: "", moves: [], depth: defaultDepth(game) });
          }}
        >
          {kinds.map(({ name }) => <option key={name} value={name}>{tName(name)}</option>)}
        </select>
      </label>
      <label class="inline">
        <span>{t("think.depth")}</span>
        <input
          name="depth" type="number" min="1" max={MOST_DEPTH} value={query.depth}
          onChange={(event) => {
            const depth = Math.floor(Number(event.currentTarget.value));
            onChange({ depth: Math.min(Math.max(depth || 1, 1), MOST_DEPTH) });
          }}
        />
      </label>
      <label class="inline">
        <span>{t("think.order")}</span>
        <select name="order" value={query.order} onChange={(event) => onChange({ order: event.currentTarget.value as MoveOrder })}>
          {ORDERS.map((order) => <option key={order} value={order}>{t(`think.order.${order}`)}</option>)}
        </select>
      </label>
      <fieldset class="choices small">
        <legend class="sr-only">{t("think.algorithms")}</legend>
        {ALGORITHMS.map((name) => (
          <label key={name}>
            <input type="checkbox" name={name} checked={query.algorithms.includes(name)} onChange={() => toggle(name)} />
            <span>{t(`algorithm.${name}`)}</span>
          </label>
        ))}
      </fieldset>
      <details open={matchMedia("(min-width: 901px)").matches}>
        <summary>{t("think.more")}</summary>
        <div class="path-tools">
          <label class="inline">
            <span>{t("config")}</span>
            <select name="config" value={query.config} onChange={(event) => onChange({ config: event.currentTarget.value })}>
              {(kind?.configs ?? []).map(({ name, about }) => <option key={name} value={name} title={about}>{name}</option>)}
            </select>
          </label>
          <form
            class="inline" onSubmit={(event) => {
              event.preventDefault();
              onChange({ position: position.trim(), moves: [] });
            }}
          >
            <label class="inline">
              <span>{t("think.position")}</span>
              <input name="position" value={position} placeholder={t("start")} onInput={(event) => setPosition(event.currentTarget.value)} />
            </label>
            <button type="submit">{t("apply")}</button>
          </form>
          <span class="grow" />
          <input
            ref={input} type="file" accept=".json,application/json" multiple hidden
            onChange={(event) => {
              onOpen(event.currentTarget.files);
              event.currentTarget.value = "";
            }}
          />
          {isFile && <button type="button" onClick={() => onChange({})}>{t("think.closeFile")}</button>}
          <button type="button" onClick={() => input.current?.click()}>{t("think.open")}</button>
          <button type="button" onClick={onSave} disabled={!canSave}>{t("think.save")}</button>
        </div>
      </details>
    </div>
  );
}
