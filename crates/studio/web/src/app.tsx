// The page: header, language and theme, and the screen that the address names.

import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Kind } from "./engine/rows";
import { ServerPathClient } from "./engine/paths";
import { ServerClient } from "./engine/server";
import { PathsPage } from "./paths/page";
import { PlayPage } from "./play/page";
import { ThinkPage } from "./think/page";
import { initialLanguage, type Language, t, tName, useLanguage } from "./texts";

type Theme = "auto" | "light" | "dark";
const THEMES: Theme[] = ["auto", "light", "dark"];
const THEME_NAMES = { auto: "themeAuto", light: "themeLight", dark: "themeDark" } as const;
const THEME_SIGNS = { auto: "◐", light: "☀", dark: "☾" } as const;

const client = new ServerClient();
const pathClient = new ServerPathClient();

/** The address of the first screen: the last game, or gomoku against a beginner. */
function firstAddress(kinds: Kind[]): string {
  const last = localStorage.getItem("last");
  if (last && kinds.some((kind) => last.startsWith(`/play/${kind.name}`))) return last;
  return gameAddress(kinds[0]);
}

/** A game against a level that a beginner can beat now and then, if the game has levels. */
function gameAddress(kind: Kind | undefined): string {
  if (!kind) return "/";
  return `/play/${kind.name}${kind.levels ? `?level=${Math.min(3, kind.levels)}` : ""}`;
}

function App() {
  const [kinds, setKinds] = useState<Kind[] | null>(null);
  const [problem, setProblem] = useState("");
  const [language, setLanguage] = useState<Language>(initialLanguage);
  const [theme, setTheme] = useState<Theme>((localStorage.getItem("theme") as Theme) ?? "auto");
  const [address, setAddress] = useState(location.pathname + location.search);
  useLanguage(language);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  useEffect(() => {
    client.kinds().then(
      (found) => {
        if (location.pathname === "/") {
          history.replaceState(null, "", firstAddress(found));
          setAddress(location.pathname + location.search);
        }
        setKinds(found);
      },
      (error: Error) => setProblem(error.message),
    );
    const onPop = () => setAddress(location.pathname + location.search);
    addEventListener("popstate", onPop);
    return () => removeEventListener("popstate", onPop);
  }, []);
  useEffect(() => document.querySelector(".top [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" }), [address, kinds]);
  const visit = (event: MouseEvent, to: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.pushState(null, "", to);
    setAddress(to);
  };
  const switchLanguage = () => {
    const next = language === "en" ? "zh" : "en";
    localStorage.setItem("language", next);
    setLanguage(next);
  };
  const switchTheme = () => {
    const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "auto";
    localStorage.setItem("theme", next);
    setTheme(next);
  };
  const current = location.pathname;
  const isPaths = current === "/paths";
  const isThink = current.startsWith("/think");
  return (
    <>
      <header class="top">
        <h1 class="sr-only">{t("title")}</h1>
        <nav aria-label={t("games")}>
          {kinds?.map((kind) => (
            <a
              key={kind.name} href={gameAddress(kind)} onClick={(event) => visit(event, gameAddress(kind))}
              aria-current={current === `/play/${kind.name}` ? "page" : undefined}
            >
              {tName(kind.name)}
            </a>
          ))}
          <a href="/think" onClick={(event) => visit(event, "/think")} aria-current={isThink ? "page" : undefined}>{t("think")}</a>
          <a href="/paths" onClick={(event) => visit(event, "/paths")} aria-current={isPaths ? "page" : undefined}>{t("paths")}</a>
        </nav>
        <span class="grow" />
        <button type="button" class="link" lang={language === "en" ? "zh-Hans" : "en"} onClick={switchLanguage}>{t("otherLanguage")}</button>
        <button type="button" class="icon" aria-label={t(THEME_NAMES[theme])} title={t(THEME_NAMES[theme])} onClick={switchTheme}>
          {THEME_SIGNS[theme]}
        </button>
      </header>
      {problem && <p class="message problem" role="alert">{problem}</p>}
      {kinds && isPaths && <PathsPage key={address} client={pathClient} />}
      {kinds && isThink && <ThinkPage key={address} client={client} kinds={kinds} />}
      {kinds && !isPaths && !isThink && <PlayPage key={address} client={client} kinds={kinds} address={address} />}
    </>
  );
}

const element = document.getElementById("app");
if (element) render(<App />, element);
