/** The pages about frameworks show the examples' files as they are: `npm run check:frameworks` and the tests run those. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./blocks.ts";

const names = readdirSync(join(root, "docs/frameworks")).map((name) => name.replace(/\.md$/, ""));

test.each(names)("docs/frameworks/%s.md shows what stands in the example", (name) => {
  const markdown = readFileSync(join(root, `docs/frameworks/${name}.md`), "utf8");
  const fences = [...markdown.matchAll(/^```(\w+)(?: title=(\S+))?\n([\s\S]*?)^```$/gm)];
  const shown = fences.filter(([, language]) => language !== "sh");
  expect(shown.length).toBeGreaterThan(2);
  for (const [, , title, code = ""] of shown) {
    const path = join(root, "examples", name, title ?? "a block without a title");
    expect(existsSync(path), `${title} of ${name}`).toBe(true);
    expect(readFileSync(path, "utf8")).toContain(code.trimEnd());
  }
});

test("each is a framework that has an example, and the other way round", () => {
  expect(names.sort()).toEqual(["express", "fastify", "hono", "nextjs", "sveltekit"]);
});
