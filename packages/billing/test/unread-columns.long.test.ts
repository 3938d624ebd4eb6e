/** The columns that billing stores but doesn't read are exactly those that its docs page lists. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import { mirrorTables } from "../src/mirror/tables.ts";
import * as responseColumns from "../src/response-columns.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const source = `${root}packages/billing/src/`;

/** Each table's row interface. */
const rowNames: ReadonlyMap<string, string> = new Map([
  ["BalanceRow", "billingBalance"],
  ["BenefitRow", "billingBenefit"],
  ["CheckoutRow", "billingCheckout"],
  ["CustomerRow", "billingCustomer"],
  ["DiscountRow", "billingDiscount"],
  ["GrantRow", "billingGrant"],
  ["MeterRow", "billingMeter"],
  ["OrderRow", "billingOrder"],
  ["ProductRow", "billingProduct"],
  ["RefundRow", "billingRefund"],
  ["SellerRow", "billingSeller"],
  ["SubscriptionRow", "billingSubscription"],
]);

/** Columns that all mirror tables have. */
const common: ReadonlySet<string> = new Set(["id", "version", "createdAt", "modifiedAt"]);

test("the columns that billing doesn't read are the listed ones", () => {
  const read = columnsInResponses();
  for (const column of columnsInCode()) read.add(column);
  const unread = mirrorTables.flatMap(({ name, columns }) =>
    Object.keys(columns).flatMap((column) => {
      const isRead = common.has(column) || read.has(`${name}.${column}`);
      return isRead ? [] : [`${name}.${column}`];
    }),
  );
  expect(unread.sort()).toEqual(listedColumns().sort());
});

/** The columns that responses show, which `pick` reads by name. */
function columnsInResponses(): Set<string> {
  const lists = Object.values(responseColumns).map(({ table, shapes }) =>
    Object.keys(shapes).map((key) => `${table.name}.${key}`),
  );
  return new Set(lists.flat());
}

/** The columns that code outside the tables' definitions names: as a property, in a condition, or in a list. */
function columnsInCode(): Set<string> {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile).config,
    ts.sys,
    root,
  );
  const program = ts.createProgram([`${source}index.ts`, `${source}plugin.ts`], { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const found = new Set<string>();
  const note = (symbol: ts.Symbol | undefined): void => {
    for (const { parent, kind } of symbol?.declarations ?? []) {
      if (kind !== ts.SyntaxKind.PropertySignature || !ts.isInterfaceDeclaration(parent)) continue;
      const table = rowNames.get(parent.name.text);
      if (table && symbol) found.add(`${table}.${symbol.name}`);
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) note(checker.getSymbolAtLocation(node.name));
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent) && !node.dotDotDotToken) {
      const name = node.propertyName ?? node.name;
      const type = checker.getTypeAtLocation(node.parent);
      if (ts.isIdentifier(name)) note(type.getProperty(name.text));
    }
    const isKey = ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node);
    if (isKey && ts.isObjectLiteralExpression(node.parent) && ts.isIdentifier(node.name)) {
      const types = checker.getContextualType(node.parent);
      for (const type of types?.isUnion() ? types.types : types ? [types] : []) note(type.getProperty(node.name.text));
    }
    ts.forEachChild(node, visit);
  };
  for (const file of program.getSourceFiles()) {
    const isOwn = file.fileName.startsWith(source) && !/\/(?:table|response-columns)\.ts$|\.test\./.test(file.fileName);
    if (!isOwn) continue;
    visit(file);
    for (const column of columnsInQueries(file)) found.add(column);
  }
  return found;
}

/** Parts of queries that name columns: as keys, or as text. */
const queryParts: ReadonlySet<string> = new Set(["where", "on", "columns", "column", "groupBy"]);

/** The columns of imported tables that a file's queries name. */
function columnsInQueries(file: ts.SourceFile): string[] {
  const names = new Set<string>();
  const collect = (node: ts.Node): void => {
    if (ts.isStringLiteral(node)) names.add(node.text);
    if ((ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) && ts.isIdentifier(node.name)) {
      names.add(node.name.text);
    }
    ts.forEachChild(node, collect);
  };
  const visit = (node: ts.Node): void => {
    const isNamed = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node);
    if (isNamed && queryParts.has(node.name.getText(file)) && node.initializer) collect(node.initializer);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword) collect(node.left);
    ts.forEachChild(node, visit);
  };
  visit(file);
  const text = file.getText();
  const imported = mirrorTables.filter(({ name }) => {
    const table = `${name.slice("billing".length).toLowerCase()}Table`;
    return /\bmirrorTables\b/.test(text) || new RegExp(`\\b${table}\\b`).test(text);
  });
  return imported.flatMap(({ name, columns }) =>
    Object.keys(columns).flatMap((column) => (names.has(column) ? [`${name}.${column}`] : [])),
  );
}

/** The docs page's table, as `table.column`. */
function listedColumns(): string[] {
  const page = readFileSync(`${root}docs/guides/billing.md`, "utf8");
  const rows = [...page.matchAll(/^\| `(billing\w+)` \| (`\w+`(?:, `\w+`)*) \|$/gm)];
  return rows.flatMap(([, table, columns = ""]) =>
    [...columns.matchAll(/`(\w+)`/g)].map(([, column]) => `${table}.${column}`),
  );
}
