/** Tests that the navigation and the folder have the same pages, and that the site can be built from them. */

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

test("no page has two braces outside of code blocks, where the site's build reads them as an expression", () => {
  const found = [...pages()].filter(([, markdown]) => markdown.replaceAll(/^( *)```.*?^\1```/gms, "").includes("{{"));
  expect(found.map(([page]) => page)).toEqual([]);
});
