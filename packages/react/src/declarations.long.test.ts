/** Tests an app in a monorepo that exports its client from a package with emitted declarations. */

import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

test("an exported client's type can be named, with and without an annotation", () => {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile) as { config: { extends?: string } };
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: [], files: ["packages/react/test/app.ts"] },
    ts.sys,
    root,
  );
  const program = ts.createProgram([`${root}packages/react/test/app.ts`], {
    ...options,
    declaration: true,
    emitDeclarationOnly: true,
    noEmit: false,
    types: [],
  });
  let text = "";
  const { diagnostics } = program.emit(
    program.getSourceFile(`${root}packages/react/test/app.ts`),
    (_, written) => {
      text = written;
    },
    undefined,
    true,
  );
  expect(diagnostics.map(({ code, messageText }) => [code, messageText])).toEqual([]);
  expect(text).toContain("export declare const client");
  expect(text).not.toMatch(/nanostores|\bany\b|import\("(?!@latchkey|\.\/|\.\.\/)/);
});
