import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { admin } from "@latchkey/admin";
import { anonymous } from "@latchkey/anonymous";
import { authSchema } from "@latchkey/core";
import type { Schema } from "@latchkey/core/database";
import { drizzleSchema } from "@latchkey/drizzle/generate";
import { organization } from "@latchkey/organization";
import type { DdlDialect } from "@latchkey/sql/ddl";
import { conformanceSchema } from "@latchkey/test-kit";
import { emptyDatabases } from "@latchkey/test-kit/databases";
import { twoFactor } from "@latchkey/two-factor";
import { username } from "@latchkey/username";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { madeFor } from "./made.ts";

const plugins = [admin(), organization({ teams: { enabled: true } }), twoFactor(), username(), anonymous()];
const whole: Schema = authSchema({ plugins });
const dialects: Readonly<Record<string, DdlDialect>> = { sqlite: "sqlite", postgres: "postgres", mariadb: "mariadb" };

describe.each(emptyDatabases.filter(({ name }) => Object.hasOwn(dialects, name)))("on $name", ({ name, open }) => {
  test.each([
    ["core and four plugins", whole],
    ["the conformance tables", conformanceSchema],
  ])("drizzle-kit turns the generated file into the tables of `migrate`: %s", async (_, schema) => {
    const { statements } = await madeFor(schema, dialects[name] as DdlDialect);
    const { database, run, close } = await open();
    for (const statement of statements) await run?.(statement);
    const plan = await database.connect(schema).migrations?.plan();
    await close();
    expect(plan).toEqual({ statements: [], problems: [] });
  });
});

test("the generated files compile, and their rows have our types", () => {
  const folder = join(import.meta.dirname, `../.cache/${crypto.randomUUID()}`);
  mkdirSync(folder, { recursive: true });
  const files = Object.values(dialects).map((dialect) => {
    const file = join(folder, `${dialect}.ts`);
    writeFileSync(file, `${drizzleSchema(whole, dialect)}${rowCheck}`);
    return file;
  });
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    noUnusedLocals: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  };
  const problems = ts
    .getPreEmitDiagnostics(ts.createProgram(files, options))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  rmSync(folder, { recursive: true });
  expect(problems).toEqual([]);
}, 240_000);

const rowCheck = `
const row: typeof session.$inferSelect = {} as typeof session.$inferSelect;
export const check: [string, Date, string | null] = [row.userId, row.expiresAt, row.ipAddress];
export const verified: boolean = ({} as typeof user.$inferSelect).emailVerified;
`;
