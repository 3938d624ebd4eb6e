/** Tests that every code in a catalog is thrown somewhere, and every thrown code is in a catalog. */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const packages = fileURLToPath(new URL("../packages", import.meta.url));

/** The codes in a package's sources. */
interface Codes {
  /** Entries of catalogs: `CODE: { status, message }`. */
  readonly declared: Set<string>;
  /** Strings in expressions, except in calls that pick entries for a declaration. */
  readonly used: Set<string>;
  /** The literal argument of `new AuthError`. */
  readonly thrown: Set<string>;
}

/** Functions that only pick catalog entries for an endpoint's or guard's declaration. */
const pickers = new Set(["pickErrors", "pick"]);

function codesIn(name: string): Codes {
  const codes: Codes = { declared: new Set(), used: new Set(), thrown: new Set() };
  const folder = `${packages}/${name}/src`;
  for (const path of readdirSync(folder, { recursive: true }).map(String)) {
    if (!/\.tsx?$/.test(path) || /\.test(-d)?\.tsx?$/.test(path)) continue;
    const text = readFileSync(`${folder}/${path}`, "utf8");
    collect(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true), codes);
  }
  return codes;
}

function collect(node: ts.Node, codes: Codes): void {
  if (ts.isLiteralTypeNode(node)) return;
  if (ts.isCallExpression(node) && pickers.has(node.expression.getText())) return;
  if (isEntry(node)) codes.declared.add(node.name.getText());
  if (ts.isStringLiteral(node)) codes.used.add(node.text);
  if (ts.isNewExpression(node) && node.expression.getText() === "AuthError") {
    const code = node.arguments?.[0];
    if (code && ts.isStringLiteral(code)) codes.thrown.add(code.text);
  }
  ts.forEachChild(node, (child) => collect(child, codes));
}

function isEntry(node: ts.Node): node is ts.PropertyAssignment {
  if (!ts.isPropertyAssignment(node) || !/^[A-Z][A-Z0-9_]+$/.test(node.name.getText())) return false;
  const { initializer } = node;
  return (
    ts.isObjectLiteralExpression(initializer) &&
    initializer.properties.some(({ name }) => name?.getText() === "status") &&
    initializer.properties.some(({ name }) => name?.getText() === "message")
  );
}

const all = new Map(
  readdirSync(packages)
    .filter((name) => name !== "ui" && name !== "client" && name !== "react")
    .map((name) => [name, codesIn(name)] as const),
);
const declared = new Set([...all.values()].flatMap((codes) => [...codes.declared]));

test("every code in a catalog can be thrown", () => {
  const core = all.get("core") as Codes;
  const anywhere = new Set([...all.values()].flatMap(({ used }) => [...used]));
  const dead = [...all].flatMap(([name, codes]) =>
    // Plugins can throw core's codes, and core those that all calls have.
    [...codes.declared]
      .filter((code) => !codes.used.has(code) && !core.used.has(code) && !(name === "core" && anywhere.has(code)))
      .map((code) => `${name}: ${code}`),
  );
  expect(declared.size).toBeGreaterThan(150);
  expect(dead).toEqual([]);
});

test("every thrown code is in a catalog", () => {
  const unknown = [...all].flatMap(([name, { thrown }]) =>
    [...thrown].filter((code) => !declared.has(code)).map((code) => `${name}: ${code}`),
  );
  expect(unknown).toEqual([]);
});
