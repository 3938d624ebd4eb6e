/** Holds the theme and applies it to the page. */

import type { Appearance, UiLocale } from "@latchkey/ui";
import { type Context, createContext, useContext, useLayoutEffect, useMemo, useState } from "react";
import { Mark } from "../mark.tsx";
import { useLocale } from "./languages.ts";
import { loadTheme, storeTheme, type Theme, themeCss } from "./theme.ts";

export interface ThemeControl {
  readonly theme: Theme;
  change(changes: Partial<Theme>): void;
}

const ThemeContext: Context<ThemeControl | null> = createContext<ThemeControl | null>(null);

export const ThemeProvider = ThemeContext.Provider;

/** @throws {Error} outside of `ThemeProvider` */
export function useTheme(): ThemeControl {
  const control = useContext(ThemeContext);
  if (!control) throw new Error("useTheme needs a ThemeProvider.");
  return control;
}

/** The theme's control, and the `AuthUiProvider` props that result from the theme. */
export interface ThemeSettings {
  readonly control: ThemeControl;
  readonly appearance: Appearance;
  readonly locale: UiLocale;
}

export function useThemeSettings(): ThemeSettings {
  const [theme, setTheme] = useState(loadTheme);
  useLayoutEffect(() => apply(theme), [theme]);
  const control = useMemo<ThemeControl>(
    () => ({
      theme,
      change(changes) {
        const next = { ...theme, ...changes };
        storeTheme(next);
        setTheme(next);
      },
    }),
    [theme],
  );
  const { density, layout, language } = theme;
  const appearance = useMemo<Appearance>(() => ({ density, layout, brandPanel: <BrandPanel /> }), [density, layout]);
  const locale = useLocale(language);
  return { control, appearance, locale };
}

function BrandPanel() {
  return (
    <div className="brand-panel">
      <Mark size={40} />
      <p>Authentication that runs in your app.</p>
    </div>
  );
}

/** Uses the same CSS that the theme bar offers to copy. */
function apply(theme: Theme): void {
  const root = document.documentElement;
  if (theme.scheme) root.dataset.theme = theme.scheme;
  else delete root.dataset.theme;
  root.dir = theme.direction;
  const style = document.getElementById("theme") ?? document.createElement("style");
  style.id = "theme";
  style.textContent = themeCss(theme).replace(/^@import.*$/m, "");
  document.head.append(style);
}

/** Returns whether the page is dark right now. */
export function isDark({ scheme }: Theme): boolean {
  return scheme ? scheme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}
