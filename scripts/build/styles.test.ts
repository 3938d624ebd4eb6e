import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import { expect, test } from "vitest";
import { compactStyles, joinStyles } from "./styles.ts";

const folder = fileURLToPath(new URL("../../packages/ui/src/styles/", import.meta.url));

/** Minifies a stylesheet. esbuild keeps the spaces in custom properties, but they mean nothing outside of strings. */
function rules(css: string): string {
  const { code } = transformSync(css, { loader: "css", minify: true });
  return code.replace(/"[^"]*"|,\s+/g, (found) => (found.startsWith('"') ? found : ","));
}

test("the built stylesheet has the rules of its sources", () => {
  expect(rules(compactStyles(folder))).toBe(rules(joinStyles(folder)));
});
