/** Restyles the page with the options that an app has. */

import { CopyButton, SelectField, type SelectOption } from "@latchkey/ui";
import type { ReactElement } from "react";
import { brands, densities, directions, languages, layouts, radii, type Theme, themeCss } from "./theme.ts";
import { useTheme } from "./use-theme.tsx";

interface Choice {
  readonly name: Exclude<keyof Theme, "scheme" | "brand">;
  readonly label: string;
  readonly options: readonly SelectOption[];
}

const labels: Readonly<Record<string, string>> = {
  comfortable: "Comfortable",
  compact: "Compact",
  card: "Card",
  plain: "Plain",
  split: "Split",
  en: "English",
  ar: "العربية",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  it: "Italiano",
  ja: "日本語",
  "pt-BR": "Português (Brasil)",
  "zh-CN": "简体中文",
  pseudo: "Pseudo-language",
  ltr: "Left to right",
  rtl: "Right to left",
};

const options = (values: readonly string[]): readonly SelectOption[] =>
  values.map((value) => ({ value, label: labels[value] ?? `${value} px` }));

const choices: readonly Choice[] = [
  { name: "radius", label: "Radius", options: options(radii) },
  { name: "density", label: "Density", options: options(densities) },
  { name: "layout", label: "Sign-in layout", options: options(layouts) },
  { name: "language", label: "Language", options: options(languages) },
  { name: "direction", label: "Direction", options: options(directions) },
];

/** Choosing a language also chooses its direction, which can be changed afterward. */
function changesOf(name: Choice["name"], value: string): Partial<Theme> {
  return { [name]: value, ...(name === "language" ? { direction: value === "ar" ? "rtl" : "ltr" } : {}) };
}

export function ThemeBar(): ReactElement {
  const { theme, change } = useTheme();
  const css = themeCss(theme);
  return (
    <section className="theme-bar" aria-labelledby="theme-title">
      <div className="theme-head">
        <h2 id="theme-title">Make it yours</h2>
        <p>Every component follows a few CSS variables and one appearance option.</p>
      </div>
      <div className="theme-choices">
        <fieldset className="brands">
          <legend>Brand</legend>
          {brands.map(({ id, name, color }) => (
            <label key={id} className="brand-choice">
              <input
                type="radio"
                name="brand"
                checked={theme.brand === id}
                onChange={() => change({ brand: id })}
                style={{ background: color }}
              />
              <span>{name}</span>
            </label>
          ))}
        </fieldset>
        {choices.map(({ name, label, options }) => (
          <SelectField
            key={name}
            label={label}
            options={options}
            value={theme[name]}
            onChange={(event) => change(changesOf(name, event.currentTarget.value))}
          />
        ))}
      </div>
      <div className="theme-css">
        {/* Breaks lines, so that nothing has to scroll. */}
        <pre dir="ltr">
          <code>{css}</code>
        </pre>
        <CopyButton text={css}>Copy CSS</CopyButton>
      </div>
    </section>
  );
}
