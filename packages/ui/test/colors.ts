/** Resolves the tokens of the stylesheet to colors, as a browser would, and computes their contrast. */

/** Red, green, and blue, from 0 to 1. */
export type Rgb = readonly [number, number, number];

export type Theme = "light" | "dark";

/** Returns a function for the color of a token. */
export function readTokens(sheet: string, theme: Theme): (name: string) => Rgb {
  const values = new Map<string, string>();
  // Later rules take precedence, such as the one for browsers with relative colors.
  for (const [, name, value] of sheet.matchAll(/--lk-([\w-]+):\s*([^;]+);/g))
    values.set(name as string, value as string);
  const colorOf = (name: string): Rgb => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`The stylesheet doesn't define --lk-${name}.`);
    return evaluate(value.replace(/\s+/g, " ").trim(), theme, colorOf);
  };
  return colorOf;
}

function evaluate(text: string, theme: Theme, colorOf: (name: string) => Rgb): Rgb {
  const resolve = (part: string): Rgb => evaluate(part, theme, colorOf);
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text);
  if (hex) return hex.slice(1).map((part) => Number.parseInt(part, 16) / 255) as unknown as Rgb;
  const [, name = "", inside = ""] = /^([\w-]+)\((.*)\)$/.exec(text) ?? [];
  const args = split(inside);
  if (name === "var") return colorOf(inside.slice("--lk-".length));
  if (name === "light-dark") return resolve(args[theme === "light" ? 0 : 1] as string);
  if (name === "color-mix") return mix(args as [string, string, string], resolve);
  if (name === "oklch") return blackOrWhite(inside, resolve);
  throw new Error(`Not a known color: ${text}`);
}

/** Mixes two colors. One of them has a percentage. */
function mix([space, ...parts]: [string, string, string], resolve: (part: string) => Rgb): Rgb {
  const [one, other] = parts.map((part) => /^(.*?)(?: (\d+)%)?$/.exec(part)) as [RegExpExecArray, RegExpExecArray];
  const share = one[2] === undefined ? 1 - Number(other[2]) / 100 : Number(one[2]) / 100;
  const [a, b] = [resolve(one[1] as string), resolve(other[1] as string)];
  const blend = (x: Rgb, y: Rgb): Rgb =>
    x.map((value, at) => value * share + (y[at] ?? 0) * (1 - share)) as unknown as Rgb;
  return space === "in oklab" ? fromOklab(blend(toOklab(a), toOklab(b))) : blend(a, b);
}

/** `oklch(from COLOR clamp(0, (LIMIT - l) * 1000, 1) 0 0)`. */
function blackOrWhite(text: string, resolve: (part: string) => Rgb): Rgb {
  const [, base = "", limit] = /^from (.*) clamp\(0, \(([\d.]+) - l\) \* 1000, 1\) 0 0$/.exec(text) ?? [];
  const lightness = Math.min(1, Math.max(0, (Number(limit) - toOklab(resolve(base))[0]) * 1000));
  return fromOklab([lightness, 0, 0]);
}

/** Splits at the commas that aren't inside parentheses. */
function split(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const letter of text) {
    depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
    if (letter === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}

const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const fromLinear = (value: number): number =>
  Math.min(1, Math.max(0, value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055));

function toOklab(color: Rgb): Rgb {
  const [r, g, b] = color.map(toLinear) as unknown as Rgb;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Rgb): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** The contrast ratio of WCAG 2. */
export function contrast(one: Rgb, other: Rgb): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: Rgb): number {
  const [r, g, b] = color.map(toLinear) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
