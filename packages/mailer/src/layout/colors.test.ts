import { describe, expect, test } from "vitest";
import { colorsOf, contrast } from "./colors.ts";

const accents = [undefined, "#000", "#fff", "#777", "#ffd400", "#e11d48", "#171b24"];

describe.each(accents)("with the accent %s", (accent) => {
  const colors = colorsOf(accent === undefined ? {} : { accent });

  test("the button's text has a contrast of at least 4.5", () => {
    expect(contrast(colors.accent, colors.accentText)).toBeGreaterThanOrEqual(4.5);
  });

  test("the button stands out from the card in light and dark mode", () => {
    expect(contrast(colors.border, colors.light.card)).toBeGreaterThanOrEqual(3);
    expect(contrast(colors.darkBorder, colors.dark.card)).toBeGreaterThanOrEqual(3);
  });
});

test.each(["light", "dark"] as const)("%s text has a contrast of at least 4.5", (name) => {
  const { page, card, text, mutedText } = colorsOf({})[name];
  for (const color of [text, mutedText])
    for (const ground of [page, card]) expect(contrast(color, ground)).toBeGreaterThanOrEqual(4.5);
});

test("contrast is calculated as defined in WCAG", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#767676", "#fff")).toBeCloseTo(4.54, 2);
});
