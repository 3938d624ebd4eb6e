/** Colors of an email, light and dark, with a contrast of at least 4.5 for all text (WCAG 2.2, 1.4.3). */

/** The look of emails. */
export interface MailTheme {
  /**
   * Background of the button, as `#rgb` or `#rrggbb`. Its text is black or white, whichever has more contrast. Default:
   * `#1f4fd1`.
   */
  readonly accent?: string;
}

/** One set of colors. */
export interface Palette {
  readonly page: string;
  readonly card: string;
  readonly text: string;
  readonly mutedText: string;
  readonly border: string;
}

/** Colors by their use. */
export interface Colors {
  readonly accent: string;
  /** Text on the accent color. */
  readonly accentText: string;
  /** The button's border on light cards. Visible even if the accent is as light as the card. */
  readonly border: string;
  /** The button's border on dark cards. */
  readonly darkBorder: string;
  readonly light: Palette;
  readonly dark: Palette;
}

const light: Palette = { page: "#f2f4f7", card: "#ffffff", text: "#171b24", mutedText: "#505a6b", border: "#d5dae3" };
const dark: Palette = { page: "#0d1017", card: "#171b24", text: "#f0f2f6", mutedText: "#aab3c2", border: "#343c4b" };

/** Minimum contrast of shapes without text (WCAG 2.2, 1.4.11). */
const minShapeContrast = 3;

/**
 * Returns the colors of a theme.
 *
 * @throws {Error} if `theme.accent` isn't a hex color
 */
export function colorsOf({ accent = "#1f4fd1" }: MailTheme): Colors {
  if (!/^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(accent))
    throw new Error(`theme.accent is ${JSON.stringify(accent)}. Use a color such as "#1f4fd1".`);
  return {
    accent,
    accentText: contrast(accent, "#ffffff") >= contrast(accent, "#000000") ? "#ffffff" : "#000000",
    border: contrast(accent, light.card) >= minShapeContrast ? accent : light.mutedText,
    darkBorder: contrast(accent, dark.card) >= minShapeContrast ? accent : dark.mutedText,
    light,
    dark,
  };
}

/** From 1 (same color) to 21 (black and white). WCAG 2.2, "contrast ratio". */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const digits = color.length === 4 ? color.replace(/[\da-f]/gi, "$&$&") : color;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
