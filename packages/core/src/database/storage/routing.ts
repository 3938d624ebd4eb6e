/** Which tables live in the secondary storage, of which there are copies, and what hangs on what. Decided once. */

import { createJoinCheck, type JoinCheck } from "../query-checks.ts";
import type { ResolvedTable, Schema } from "../schema.ts";
import type { MarkTarget } from "./marks.ts";

/** What the wrapper around a database is told. */
export interface StorageOptions extends MarkTarget {
  /** Tables whose rows live there, and not in the database. Each has a date `expiresAt`. */
  readonly tables: readonly string[];
  /** Tables whose rows copies show, each with the columns that changes name its rows by, beside ids and references. */
  readonly copiedTables: Readonly<Record<string, readonly string[]>>;
  readonly now: () => Date;
  /** A text that nobody else makes. */
  readonly newId: () => string;
  /** Told of what failed in the storage after the answer was decided. */
  readonly onError: (message: string, error: unknown) => void;
}

/** The same with everything that follows from the tables. */
export interface Routing extends Omit<StorageOptions, "tables" | "copiedTables"> {
  readonly schema: Schema;
  readonly checkJoins: JoinCheck;
  readonly routed: ReadonlySet<string>;
  /** Copied table → the columns by which copies name its rows. */
  readonly subjects: ReadonlyMap<string, readonly string[]>;
  /** Table → what goes with its rows and is not the database's work. */
  readonly effects: ReadonlyMap<string, readonly CascadeEffect[]>;
}

/** What the end of a row means to others that refer to it. */
export interface CascadeEffect {
  readonly table: ResolvedTable;
  readonly column: string;
  readonly onDelete: "cascade" | "set null" | "restrict";
  /** Where its rows are. Those of the database end by themselves; what hangs on them, or on copies of them, does not. */
  readonly isRouted: boolean;
  /** What goes with rows that go. */
  readonly next: readonly CascadeEffect[];
}

/** @throws {Error} a table that cannot live there; the message says why */
export function createRouting(schema: Schema, { tables, copiedTables, ...options }: StorageOptions): Routing {
  const routed = new Set(tables);
  for (const name of routed) checkRouted(schema, routed, schema.get(name), name);
  const subjects = new Map(
    Object.entries(copiedTables).map(([name, further]) => [
      name,
      subjectColumns(schema.get(name) as ResolvedTable, further),
    ]),
  );
  const effects = new Map([...schema.keys()].map((name) => [name, effectsOf(schema, routed, subjects, name, [])]));
  return { ...options, schema, checkJoins: createJoinCheck(schema), routed, subjects, effects };
}

/** A row of a copied table, as marks and copies name it. */
export function subjectOf(table: string, column: string, value: unknown): string {
  return `${table}.${column}=${encodeURIComponent(String(value))}`;
}

/** Everything by which a copy of this row is found to be old. */
export function subjectsOf(routing: Pick<Routing, "subjects">, table: string, row: object): string[] {
  const values = row as Readonly<Record<string, unknown>>;
  return (routing.subjects.get(table) ?? []).flatMap((column) => {
    const value = values[column] ?? null;
    return value === null ? [] : [subjectOf(table, column, value)];
  });
}

function checkRouted(
  schema: Schema,
  routed: ReadonlySet<string>,
  table: ResolvedTable | undefined,
  name: string,
): asserts table is ResolvedTable {
  const fail = (reason: string): never => {
    throw new Error(`secondaryStorage: the table "${name}" cannot live there: ${reason}.`);
  };
  if (table?.columns.expiresAt?.type !== "date") return fail("it has no date expiresAt");
  for (const { references } of Object.values(table.columns)) {
    if (references && references.column !== "id") fail("it refers to something else than an id");
  }
  for (const other of schema.values()) {
    if (routed.has(other.name)) continue;
    const refers = Object.values(other.columns).some(({ references }) => references?.table === name);
    if (refers) fail(`"${other.name}", which lives in the database, refers to it`);
  }
}

/** Nearly every change names its rows by one of these. */
function subjectColumns({ columns }: ResolvedTable, further: readonly string[]): readonly string[] {
  const references = Object.keys(columns).filter((name) => columns[name]?.references);
  return [...new Set(["id", ...further, ...references])];
}

function effectsOf(
  schema: Schema,
  routed: ReadonlySet<string>,
  subjects: ReadonlyMap<string, unknown>,
  name: string,
  path: readonly string[],
): readonly CascadeEffect[] {
  if (path.includes(name)) return [];
  return [...schema.values()].flatMap((table) =>
    Object.entries(table.columns).flatMap(([column, { references }]): CascadeEffect[] => {
      if (references?.table !== name) return [];
      const isRouted = routed.has(table.name);
      const onDelete = references.onDelete ?? "cascade";
      const next = onDelete === "cascade" ? effectsOf(schema, routed, subjects, table.name, [...path, name]) : [];
      if (!isRouted && !subjects.has(table.name) && next.length === 0) return [];
      return [{ table, column, onDelete, isRouted, next }];
    }),
  );
}
