/** Tests the package's declarations. */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL(".", import.meta.url));
const sources = readdirSync(folder).filter((name) => !name.includes(".test"));

test.each(sources)("%s has declarations without other libraries' types", (name) => {
  const { outputText, diagnostics } = ts.transpileDeclaration(readFileSync(folder + name, "utf8"), {
    fileName: name,
    compilerOptions: { isolatedDeclarations: true, strict: true },
    reportDiagnostics: true,
  });
  expect(diagnostics).toEqual([]);
  const imported = [...outputText.matchAll(/(?:from|import\()\s*"([^"]+)"/g)].map(([, from]) => from);
  expect(
    imported.filter((from) => !from?.startsWith("./") && !/^@latchkey\/core(?:\/plugin)?$/.test(from ?? "")),
  ).toEqual([]);
});

test("the package imports only types from core", () => {
  const statements = sources.flatMap((name) => {
    const text = readFileSync(folder + name, "utf8");
    return [...text.matchAll(/^(?:import|export)\b[^;]*?"@latchkey\/[^"]*";/gm)].map(([statement]) => statement);
  });
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.filter((statement) => !/^(?:import|export) type /.test(statement))).toEqual([]);
});
