// The language of the page.

import type { Key, Texts } from "./en";
import { en, enPhrases } from "./en";
import { zh, zhPhrases } from "./zh";

export type Language = "en" | "zh";
export type { Key } from "./en";

const LANGUAGES: Record<Language, [Texts, Record<string, string>]> = {
  en: [en, enPhrases],
  zh: [zh, zhPhrases],
};

let current: Language = "en";

/** The chosen language, or that of the browser. */
export function initialLanguage(): Language {
  const asked = new URLSearchParams(location.search).get("lang") ?? localStorage.getItem("language");
  if (asked === "en" || asked === "zh") return asked;
  return navigator.language.startsWith("zh") ? "zh" : "en";
}

export function useLanguage(language: Language) {
  current = language;
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
  document.title = t("title");
}

/** A text with its {places} filled in. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  return LANGUAGES[current][0][key].replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** A name that may have a text; else the name itself. */
export function tName(name: string): string {
  return name in en ? t(name as Key) : name;
}

/** What an engine says. */
export function phrase(text: string): string {
  return LANGUAGES[current][1][text] ?? text;
}
