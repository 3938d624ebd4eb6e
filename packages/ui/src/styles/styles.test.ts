/** Checks the contrast of the color tokens, the size of the stylesheet, and the order of its layers. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compactStyles, joinStyles } from "../../../../scripts/build/styles.ts";
import { contrast, readTokens, type Theme } from "../../test/colors.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const sheet = joinStyles(folder);
const themes: readonly Theme[] = ["light", "dark"];

/** Text needs 4.5:1. */
const texts: readonly (readonly [text: string, background: string])[] = [
  ...["card", "popover", "background", "muted"].flatMap((behind) => [
    ["foreground", behind] as const,
    ["muted-foreground", behind] as const,
  ]),
  ["muted-foreground", "field"],
  ["primary-foreground", "primary"],
  ["primary-foreground", "primary-hover"],
  ["destructive-foreground", "destructive"],
  ["destructive-foreground", "destructive-hover"],
  ["link", "card"],
  ["link", "background"],
  ...["primary-soft", "destructive-soft", "success-soft", "warning-soft"].map((behind) => ["link", behind] as const),
  ["destructive-text", "card"],
  ["destructive-text", "destructive-soft"],
  ["success", "success-soft"],
  ["warning", "warning-soft"],
];

/** Outlines of fields, the focus ring, and fills of buttons need 3:1. */
const shapes: readonly (readonly [shape: string, background: string])[] = [
  ["input", "card"],
  ["input", "background"],
  ["ring", "card"],
  ["ring", "muted"],
  ["primary", "card"],
  ["destructive", "card"],
];

test.each(themes)("every pair of colors has enough contrast in the %s theme", (theme) => {
  const color = readTokens(sheet, theme);
  const low = (pairs: typeof texts, least: number): string[] =>
    pairs
      .map(([front, back]) => ({ name: `${front} on ${back}`, ratio: contrast(color(front), color(back)) }))
      .filter(({ ratio }) => !(ratio >= least))
      .map(({ name, ratio }) => `${name}: ${ratio.toFixed(2)}`);
  expect(low(texts, 4.5)).toEqual([]);
  expect(low(shapes, 2.99)).toEqual([]);
});

test("decorative borders stay faint, so that fields stand out", () => {
  for (const theme of themes) {
    const color = readTokens(sheet, theme);
    expect(contrast(color("border"), color("card"))).toBeLessThan(1.5);
    expect(contrast(color("border-strong"), color("card"))).toBeLessThan(2);
  }
});

test.each([".lk-alert", ".lk-banner-line", ".lk-consent-points li", ".lk-ticks > li"])(
  "the icon of %s is on the same line as its text",
  (selector) => {
    const rules = [...sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, selectors = ""]) =>
      selectors.split(",").some((one) => one.replace(/\/\*.*?\*\//gs, "").trim() === selector),
    );
    expect(rules.some(([, , declarations = ""]) => /display: flex;/.test(declarations))).toBe(true);
  },
);

test("the stylesheet stays below 12 kB compressed", () => {
  expect(gzipSync(compactStyles(folder), { level: 9 }).length).toBeLessThan(12_000);
});

test("`text-align: match-parent` has a prefixed fallback, because Chromium only supports the prefixed value", () => {
  const values = [...sheet.matchAll(/text-align: (-webkit-)?match-parent/g)].map(([, prefix]) => prefix ?? "");
  expect(values).toEqual(["-webkit-", ""]);
});

test("only common font weights are used, and the layers' order is declared first", () => {
  const weights = new Set([...sheet.matchAll(/font-weight: (\d+)|font: (\d+)/g)].map(([, one, other]) => one ?? other));
  expect([...weights].sort()).toEqual(["400", "500", "600"]);
  expect(/@layer[^{]*/.exec(sheet)?.[0].trim()).toMatch(/^@layer theme, base, latchkey, components, utilities;/);
});

test("every used custom property is defined, and the extra stylesheets only use defined properties", () => {
  const defined = new Set([...sheet.matchAll(/(--lk-[\w-]+):/g)].map(([, name]) => name));
  const all = sheet + ["shadcn.css", "tailwind.css"].map((name) => readFileSync(folder + name, "utf8")).join("\n");
  const used = [...all.matchAll(/(?:var\(|^ {4})(--lk-[\w-]+)/gm)].map(([, name]) => name);
  expect([...new Set(used)].filter((name) => !defined.has(name))).toEqual([]);
});
