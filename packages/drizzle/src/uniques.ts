/** Reads the unique constraints and unique indexes of a Drizzle table. */

import { type Column, getTableColumns, type Table } from "drizzle-orm";

/** A unique constraint or index. */
export interface Unique {
  readonly name: string;
  readonly columns: readonly Column[];
}

interface ConstraintBuilder {
  build?(table: Table): BuiltConstraint;
}

interface BuiltConstraint {
  /** Set for a unique constraint. */
  readonly columns?: readonly unknown[];
  getName?(): string | undefined;
  /** Set for an index. */
  readonly config?: {
    readonly name?: string;
    readonly unique?: boolean;
    readonly columns?: readonly unknown[];
    readonly where?: unknown;
  };
}

type ExtraConfig = (
  columns: unknown,
) => Readonly<Record<string, ConstraintBuilder>> | readonly (ConstraintBuilder | readonly ConstraintBuilder[])[];

/** Reads the table directly. Each dialect has its own `getTableConfig`, so using it would load all three dialects. */
export function uniquesOf(table: Table): readonly Unique[] {
  const inline = Object.values(getTableColumns(table)).flatMap((column) =>
    column.isUnique ? [{ name: column.uniqueName ?? "", columns: [column] }] : [],
  );
  const extra: ExtraConfig | undefined = Reflect.get(table, Symbol.for("drizzle:ExtraConfigBuilder"));
  if (!extra) return inline;
  const columns = Reflect.get(table, Symbol.for("drizzle:ExtraConfigColumns")) ?? getTableColumns(table);
  const builders = Object.values(extra(columns)).flat() as ConstraintBuilder[];
  return [...inline, ...builders.flatMap((builder) => uniqueOf(table, builder.build?.(table)))];
}

function uniqueOf(table: Table, built: BuiltConstraint | undefined): Unique[] {
  if (!built) return [];
  const { config } = built;
  const listed = config ? (config.unique && config.where === undefined ? config.columns : undefined) : built.columns;
  if (!listed) return [];
  const byName = new Map(Object.values(getTableColumns(table)).map((column) => [column.name, column]));
  // An index on an expression has no column names and doesn't make a column unique.
  const columns = listed.map((one) => byName.get((one as { readonly name?: string }).name ?? ""));
  if (columns.some((column) => column === undefined)) return [];
  return [{ name: config?.name ?? built.getName?.() ?? "", columns: columns as Column[] }];
}
