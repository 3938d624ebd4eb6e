/** The languages of the theme bar. Each translation is loaded when someone chooses it. */

import type { UiLocale } from "@latchkey/ui";
import { en, pseudolocalize } from "@latchkey/ui/locales";
import { useEffect, useState } from "react";
import type { Theme } from "./theme.ts";

type Language = Theme["language"];

const loaders: Readonly<Record<Language, () => Promise<UiLocale>>> = {
  en: async () => en,
  ar: async () => (await import("@latchkey/ui/locales/ar")).ar,
  de: async () => (await import("@latchkey/ui/locales/de")).de,
  es: async () => (await import("@latchkey/ui/locales/es")).es,
  fr: async () => (await import("@latchkey/ui/locales/fr")).fr,
  it: async () => (await import("@latchkey/ui/locales/it")).it,
  ja: async () => (await import("@latchkey/ui/locales/ja")).ja,
  "pt-BR": async () => (await import("@latchkey/ui/locales/pt-BR")).ptBR,
  "zh-CN": async () => (await import("@latchkey/ui/locales/zh-CN")).zhCN,
  pseudo: async () => pseudolocalize(en),
};

const loaded = new Map<Language, UiLocale>();

/** Loads the texts of a language. */
export async function loadLocale(language: Language): Promise<UiLocale> {
  const locale = loaded.get(language) ?? (await loaders[language]());
  loaded.set(language, locale);
  return locale;
}

/** Returns the texts of a language. Until they're loaded, returns those of the previous language. */
export function useLocale(language: Language): UiLocale {
  const [locale, setLocale] = useState<UiLocale>(loaded.get(language) ?? en);
  useEffect(() => {
    let isCurrent = true;
    void loadLocale(language).then((found) => {
      if (isCurrent) setLocale(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [language]);
  return locale;
}
