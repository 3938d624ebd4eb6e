import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import { expect, test } from "vitest";
import { compactStyles, joinStyles } from "./styles.ts";

const folder = fileURLToPath(new URL("../../packages/ui/src/styles/", import.meta.url));

test("the built stylesheet has the rules of its sources", () => {
  const rules = (css: string): string => transformSync(css, { loader: "css", minify: true }).code;
  expect(rules(compactStyles(folder))).toBe(rules(joinStyles(folder)));
});
