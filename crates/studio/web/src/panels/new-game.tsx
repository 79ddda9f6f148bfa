// The dialogue for a new game: side, strength or configuration, size and rules.

import { useState } from "preact/hooks";
import type { EngineChoice } from "../engine/client";
import type { Kind, SideView } from "../engine/rows";
import { playersName, playersOf, type Setup } from "../play/link";
import { t, tName } from "../texts";
import { Dialog } from "./dialog";

interface Props {
  kind: Kind;
  setup: Setup;
  sides: [SideView, SideView];
  onStart(setup: Setup): void;
  onClose(): void;
}

/** The value of an option that the current changes mean. */
function chosen(option: Kind["options"][number], sets: string[]): string {
  const found = option.values.find((value) => value.sets.every((set) => sets.includes(set)));
  return (found ?? option.values[0])?.name ?? "";
}

/** Strength and configuration are one list: levels first, then the configurations. */
function engineName(engine: EngineChoice): string {
  if (engine.level) return `level:${engine.level}`;
  return `config:${engine.config ?? "default"}`;
}

function engineOf(name: string): EngineChoice {
  const [what, value = ""] = name.split(":");
  if (what === "level") return { level: Number(value) };
  return value === "default" ? {} : { config: value };
}

export function NewGame({ kind, setup, sides, onStart, onClose }: Props) {
  const [players, setPlayers] = useState(playersName(setup.players));
  const [engine, setEngine] = useState(engineName(setup.engine));
  const start = Object.fromEntries(kind.options.map((each) => [each.name, chosen(each, setup.engine.sets ?? [])]));
  const [values, setValues] = useState<Record<string, string>>(start);
  const submit = (event: Event) => {
    event.preventDefault();
    // A configuration has a board of its own; only what differs from the first value is asked for.
    const sets = kind.options.flatMap((option) => {
      const index = option.values.findIndex((value) => value.name === values[option.name]);
      return index > 0 ? (option.values[index]?.sets ?? []) : [];
    });
    const choice = engineOf(engine);
    if (sets.length) choice.sets = sets;
    onStart({ game: kind.name, engine: choice, players: playersOf(players) });
  };
  const sideChoices: [string, string][] = [
    ["first", tName(sides[0].name)],
    ["second", tName(sides[1].name)],
    ["both", t("bothSides")],
    ["none", t("neitherSide")],
  ];
  const levels = Array.from({ length: kind.levels }, (_, index) => index + 1);
  return (
    <Dialog title={`${t("newGame")}: ${tName(kind.name)}`} onClose={onClose}>
      <form onSubmit={submit}>
        <fieldset class="choices">
          <legend>{t("youPlay")}</legend>
          {sideChoices.map(([value, name]) => (
            <label key={value}>
              <input type="radio" name="side" checked={players === value} onChange={() => setPlayers(value)} />
              <span>{name}</span>
            </label>
          ))}
        </fieldset>
        <label class="field">
          <span>{t("strength")}</span>
          <select name="engine" value={engine} onChange={(event) => setEngine(event.currentTarget.value)}>
            {levels.map((level) => (
              <option key={level} value={`level:${level}`}>{t("level", { level })}</option>
            ))}
            {kind.configs.map(({ name, about }) => (
              <option key={name} value={`config:${name}`} title={about}>
                {name === "default" ? t("fullStrength") : t("named", { name })}
              </option>
            ))}
          </select>
        </label>
        {kind.options.map((option) => (
          <label key={option.name} class="field">
            <span>{tName(option.name)}</span>
            <select
              name={option.name} value={values[option.name]}
              onChange={(event) => setValues({ ...values, [option.name]: event.currentTarget.value })}
            >
              {option.values.map(({ name }) => (
                <option key={name} value={name}>{optionName(option.name, name)}</option>
              ))}
            </select>
          </label>
        ))}
        <footer>
          <button type="button" onClick={onClose}>{t("cancel")}</button>
          <button type="submit" class="primary">{t("play")}</button>
        </footer>
      </form>
    </Dialog>
  );
}

function optionName(option: string, value: string): string {
  const key = `${option}.${value}`;
  const named = tName(key);
  if (named !== key) return named;
  return option === "size" && !value.includes("x") ? `${value} × ${value}` : value.replace("x", " × ");
}
