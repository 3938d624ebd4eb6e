/** The choices in the theme bar, and the CSS that they produce. */

export interface Brand {
  readonly id: string;
  readonly name: string;
  /** Value of `--lk-primary`. `null` for the stylesheet's own. */
  readonly primary: string | null;
  /** Color of the swatch. */
  readonly color: string;
}

export const brands: readonly Brand[] = [
  { id: "blue", name: "Blue", primary: null, color: "light-dark(#2f5be7, #4068ec)" },
  { id: "green", name: "Green", primary: "light-dark(#0b6b53, #0f7d63)", color: "light-dark(#0b6b53, #0f7d63)" },
  { id: "plum", name: "Plum", primary: "light-dark(#8a2a7b, #a63d95)", color: "light-dark(#8a2a7b, #a63d95)" },
  { id: "ink", name: "Ink", primary: "light-dark(#1d2430, #e6e9ee)", color: "light-dark(#1d2430, #e6e9ee)" },
];

export const radii = ["0", "4", "8", "14"] as const;
export const densities = ["comfortable", "compact"] as const;
export const layouts = ["card", "plain", "split"] as const;
export const languages = ["en", "ar", "de", "es", "fr", "it", "ja", "pt-BR", "zh-CN", "pseudo"] as const;
export const directions = ["ltr", "rtl"] as const;

export interface Theme {
  /** `null` follows the system. */
  readonly scheme: "light" | "dark" | null;
  readonly brand: string;
  /** In pixels. */
  readonly radius: (typeof radii)[number];
  readonly density: (typeof densities)[number];
  readonly layout: (typeof layouts)[number];
  readonly language: (typeof languages)[number];
  readonly direction: (typeof directions)[number];
}

export const defaultTheme: Theme = {
  scheme: null,
  brand: "blue",
  radius: "8",
  density: "comfortable",
  layout: "card",
  language: "en",
  direction: "ltr",
};

/** Returns the theme's CSS, for the page and to copy. Contains only what differs from the stylesheet. */
export function themeCss({ brand, radius }: Theme): string {
  const primary = brands.find(({ id }) => id === brand)?.primary;
  const lines = [
    primary ? `  --lk-primary: ${primary};` : "",
    radius === defaultTheme.radius ? "" : `  --lk-radius: ${radius}px;`,
  ].filter(Boolean);
  const rule = lines.length > 0 ? `\n\n:root {\n${lines.join("\n")}\n}` : "";
  return `@import "@latchkey/ui/styles.css";${rule}\n`;
}

const key = "showcase-theme";

/** Returns the stored theme. Choices that no longer exist are replaced with the default's. */
export function loadTheme(): Theme {
  const stored = JSON.parse(localStorage.getItem(key) ?? "{}") as Record<string, unknown>;
  const pick = <T extends string | null>(name: keyof Theme, allowed: readonly T[]): T => {
    const value = stored[name] as T;
    return allowed.includes(value) ? value : (defaultTheme[name] as T);
  };
  return {
    scheme: pick("scheme", ["light", "dark"] as const),
    brand: pick(
      "brand",
      brands.map(({ id }) => id),
    ),
    radius: pick("radius", radii),
    density: pick("density", densities),
    layout: pick("layout", layouts),
    language: pick("language", languages),
    direction: pick("direction", directions),
  };
}

export function storeTheme(theme: Theme): void {
  localStorage.setItem(key, JSON.stringify(theme));
}
