/** Maps each declared table to one of the client's models, and checks that it fits. */

import type { Column, ColumnType, ResolvedTable, Schema } from "@latchkey/core/database";
import type { ColumnLayout, Layout, TableLayout } from "@latchkey/sql";
import type { PrismaInstance, PrismaProvider } from "./driver.ts";

interface LayoutOptions {
  readonly provider: PrismaProvider;
  readonly usePlural: boolean;
}

interface Model {
  readonly dbName?: string | null;
  readonly schema?: string | null;
  readonly fields: readonly Field[];
}

interface Field {
  readonly name: string;
  readonly kind: string;
  readonly type: string;
  readonly dbName?: string | null;
}

/** @throws {Error} if the models don't fit, with one line per problem and how to fix them */
export function createLayout(prisma: PrismaInstance, schema: Schema, { provider, usePlural }: LayoutOptions): Layout {
  const models = modelsOf(prisma, provider);
  const layout = new Map<string, TableLayout>();
  const problems: string[] = [];
  for (const table of schema.values()) {
    const wanted = usePlural ? `${table.name}s` : table.name;
    const found = Object.entries(models).find(([name]) => uncapitalize(name) === uncapitalize(wanted));
    if (found) {
      layout.set(table.name, modelLayout(provider, ...found, table));
      problems.push(...problemsOf(...found, table));
    } else problems.push(`the model "${wanted}" is missing`);
  }
  if (problems.length === 0) return layout;
  const dialect = { sqlite: "sqlite", postgresql: "postgres", mysql: "mysql or mariadb" }[provider];
  throw new Error(
    `The Prisma schema doesn't match:\n${problems.map((problem) => `- ${problem}\n`).join("")}` +
      `Use the models that "npx @latchkey/cli generate --prisma --dialect ${dialect}" prints, or add what's missing. ` +
      'Then run "npx prisma migrate dev" and "npx prisma generate".',
  );
}

interface PrismaInternals {
  readonly _runtimeDataModel?: { readonly models: Readonly<Record<string, Model>> };
  readonly _activeProvider?: string;
}

/** Reads the model data that every client contains. */
function modelsOf(prisma: PrismaInstance, provider: PrismaProvider): Readonly<Record<string, Model>> {
  const { _runtimeDataModel: data, _activeProvider: active } = prisma as PrismaInternals;
  if (!data) throw new Error("prismaAdapter needs a Prisma client of a supported version.");
  if (active !== undefined && active !== provider)
    throw new Error(`provider is "${provider}", but the Prisma client is for "${active}". Change provider to match.`);
  return data.models;
}

/** Model names may or may not be capitalized. */
function uncapitalize(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function modelLayout(provider: PrismaProvider, name: string, model: Model, table: ResolvedTable): TableLayout {
  const columns = Object.entries(table.columns).flatMap(([own, column]) => {
    const field = model.fields.find((one) => one.name === own);
    return field ? [[own, { name: field.dbName ?? own, ...columnConversion(provider, column) }] as const] : [];
  });
  return { name: model.dbName ?? name, schema: model.schema ?? undefined, columns: Object.fromEntries(columns) };
}

/** In SQLite, dates are text in the default format of Prisma's driver adapters. */
function columnConversion(provider: PrismaProvider, { type }: Column): Pick<ColumnLayout, "encode" | "decode"> {
  if (provider !== "sqlite" || type !== "date") return {};
  return {
    encode: (value) => (value as Date).toISOString().replace("Z", "+00:00"),
    decode: (value) => new Date(value as string | number | Date),
  };
}

function problemsOf(name: string, { fields }: Model, table: ResolvedTable): string[] {
  return Object.entries(table.columns).flatMap(([own, { type }]) => {
    const field = fields.find((one) => one.name === own);
    if (!field) return [`${name}.${own} is missing`];
    if (field.kind === "scalar" && types[type].test(field.type)) return [];
    return [`${name}.${own} is ${field.type}, which can't hold a ${type}`];
  });
}

const types: Readonly<Record<ColumnType, RegExp>> = {
  string: /^String$/,
  text: /^String$/,
  number: /^(?:BigInt|Int)$/,
  boolean: /^Boolean$/,
  date: /^DateTime$/,
  json: /^String$/,
};
