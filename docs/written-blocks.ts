/** Writes the code blocks of the docs to files, so that they can be compiled and run. */

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { blocksOf, exampleOf, pages, root } from "./blocks.ts";

/** The blocks of all pages as files. */
export interface WrittenBlocks {
  /** The folder that has all of them. Remove it after the tests. */
  readonly folder: string;
  readonly files: readonly string[];
}

/**
 * Writes every block to a file, in a folder for each page. Pages about an example show its files, which
 * `examples.test.ts` checks.
 */
export function writeBlocks(): WrittenBlocks {
  mkdirSync(join(root, "docs/.cache"), { recursive: true });
  const folder = mkdtempSync(join(root, "docs/.cache/blocks-"));
  const own = [...pages()].filter(([page]) => exampleOf(page) === undefined);
  const files = own.flatMap(([page, markdown]) =>
    blocksOf(page, markdown).map(({ file, code }) => {
      const path = join(folder, folderOf(page), file);
      mkdirSync(dirname(path), { recursive: true });
      // A block without imports is still a module. Otherwise, two of them couldn't use the same names.
      writeFileSync(path, `${code}\nexport {};\n`);
      return path;
    }),
  );
  return { folder, files };
}

/** Name of a page's folder. */
export function folderOf(page: string): string {
  return page.replace(/\W/g, "-");
}
