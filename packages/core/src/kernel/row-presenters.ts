/** The models of an app, which are the tables whose rows appear in responses. Compiled once by `createAuth`. */

import type { Field, ModelFields } from "./settings.ts";

/** A model's presenter, and its date and JSON columns. */
export interface Model {
  /** Returns only the declared columns that don't have `returned: false`. */
  readonly present: (row: object) => object;
  readonly dateColumns: readonly string[];
  readonly jsonColumns: readonly string[];
}

/** The models by table: user, session, and those declared by plugins. */
export interface RowPresenters {
  readonly user: Model;
  readonly session: Model;
  readonly [table: string]: Model;
}

/** Compiles the models of an app. */
export function compileRowPresenters(fields: ModelFields): RowPresenters {
  const all = Object.entries(fields).map(([table, columns]) => [table, compileModel(columns)] as const);
  return { ...Object.fromEntries(all), user: compileModel(fields.user), session: compileModel(fields.session) };
}

function compileModel(columns: Readonly<Record<string, Field>>): Model {
  const entries = Object.entries(columns);
  const returnedNames = entries.flatMap(([name, { returned }]) => (returned === false ? [] : [name]));
  return {
    present: (row) => {
      const presented: Record<string, unknown> = {};
      for (const name of returnedNames) presented[name] = (row as Record<string, unknown>)[name] ?? null;
      return presented;
    },
    dateColumns: entries.flatMap(([name, { type }]) => (type === "date" ? [name] : [])),
    jsonColumns: entries.flatMap(([name, { type }]) => (type === "json" ? [name] : [])),
  };
}
