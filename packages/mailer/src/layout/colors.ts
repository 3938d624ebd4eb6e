/** Colors of a mail, light and dark, with a contrast of at least 4.5 for everything that is read (WCAG 2.2, 1.4.3). */

/** How mails look. */
export interface MailTheme {
  /**
   * Background of the button, as `#rgb` or `#rrggbb`. What stands on it is black or white, whichever reads better.
   * Default: `#1f4fd1`.
   */
  readonly accent?: string;
}

/** One set of colors. */
export interface Palette {
  readonly page: string;
  readonly card: string;
  readonly ink: string;
  readonly quiet: string;
  readonly line: string;
}

/** Colors by the name of what has them. */
export interface Colors {
  readonly accent: string;
  /** What stands on the accent. */
  readonly accentInk: string;
  /** The button's border where cards are light: visible even if the accent is as light as the card. */
  readonly border: string;
  /** The same where cards are dark. */
  readonly darkBorder: string;
  readonly light: Palette;
  readonly dark: Palette;
}

const light: Palette = { page: "#f2f4f7", card: "#ffffff", ink: "#171b24", quiet: "#505a6b", line: "#d5dae3" };
const dark: Palette = { page: "#0d1017", card: "#171b24", ink: "#f0f2f6", quiet: "#aab3c2", line: "#343c4b" };

/** Least contrast of a shape that must be seen, not read (WCAG 2.2, 1.4.11). */
const visible = 3;

/**
 * The colors of a theme.
 * @throws {Error} `theme.accent` is no color that can be computed with
 */
export function colorsOf({ accent = "#1f4fd1" }: MailTheme): Colors {
  if (!/^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(accent))
    throw new Error(`theme.accent is ${JSON.stringify(accent)}: give a color such as "#1f4fd1".`);
  return {
    accent,
    accentInk: contrast(accent, "#ffffff") >= contrast(accent, "#000000") ? "#ffffff" : "#000000",
    border: contrast(accent, light.card) >= visible ? accent : light.quiet,
    darkBorder: contrast(accent, dark.card) >= visible ? accent : dark.quiet,
    light,
    dark,
  };
}

/** From 1 (the same) to 21 (black and white): WCAG 2.2, "contrast ratio". */
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
