/** Pages about an example show its files unchanged. `npm run check:frameworks` and the tests run those files. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exampleOf, pages, root } from "./blocks.ts";

const shown = [...pages()].flatMap(([page, markdown]) => {
  const example = exampleOf(page);
  return example === undefined ? [] : [{ page, example, markdown }];
});

test.each(shown)("$page shows the files of examples/$example", ({ example, markdown }) => {
  const fences = [...markdown.matchAll(/^```(\w+)(?: title=(\S+))?\n([\s\S]*?)^```$/gm)];
  const files = fences.filter(([, language]) => language !== "sh");
  expect(files.length).toBeGreaterThan(2);
  for (const [, , title, code = ""] of files) {
    const path = join(root, "examples", example, title ?? "a block without a title");
    expect(existsSync(path), `${title} of ${example}`).toBe(true);
    expect(readFileSync(path, "utf8")).toContain(code.trimEnd());
  }
});

test("each framework with an example has a page", () => {
  expect(shown.map(({ example }) => example).sort()).toEqual(["express", "fastify", "hono", "nextjs", "sveltekit"]);
});
