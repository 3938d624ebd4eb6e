/** Tests that the navigation and the folder have the same pages. */

import { expect, test } from "vitest";
import { pages, titleOf } from "./blocks.ts";
import { contents, pagesIn } from "./contents.ts";

const files = [...pages().keys()].filter((path) => path !== "README.md" && path !== "docs/index.md");

test("docs/contents.ts lists every page once", () => {
  const listed = pagesIn(contents).map((path) => `docs/${path}.md`);
  expect(listed.sort()).toEqual(files.sort());
});

test("every page starts with its title, and has no other", () => {
  const wrong = [...pages()].filter(([path, markdown]) => path !== "docs/index.md" && titleOf(markdown) === "");
  expect(wrong.map(([path]) => path)).toEqual([]);
});
