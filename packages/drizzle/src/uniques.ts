/** The unique constraints and unique indexes of a Drizzle table. */

import { type Column, getTableColumns, type Table } from "drizzle-orm";

/** A constraint by its name. */
export interface Unique {
  readonly name: string;
  readonly columns: readonly Column[];
}

interface Builder {
  build?(table: Table): Built;
}

interface Built {
  /** Of a unique constraint. */
  readonly columns?: readonly unknown[];
  getName?(): string | undefined;
  /** Of an index. */
  readonly config?: {
    readonly name?: string;
    readonly unique?: boolean;
    readonly columns?: readonly unknown[];
    readonly where?: unknown;
  };
}

type Extra = (columns: unknown) => Readonly<Record<string, Builder>> | readonly (Builder | readonly Builder[])[];

/**
 * Read off the table by hand: `getTableConfig` is there once a dialect, and who uses one would have to load all three.
 */
export function uniquesOf(table: Table): readonly Unique[] {
  const inline = Object.values(getTableColumns(table)).flatMap((column) =>
    column.isUnique ? [{ name: column.uniqueName ?? "", columns: [column] }] : [],
  );
  const parts = table as unknown as Readonly<Record<symbol, unknown>>;
  const extra = parts[Symbol.for("drizzle:ExtraConfigBuilder")] as Extra | undefined;
  if (!extra) return inline;
  const columns = parts[Symbol.for("drizzle:ExtraConfigColumns")] ?? parts[Symbol.for("drizzle:Columns")];
  const builders = Object.values(extra(columns)).flat() as Builder[];
  return [...inline, ...builders.flatMap((builder) => uniqueOf(table, builder.build?.(table)))];
}

function uniqueOf(table: Table, built: Built | undefined): Unique[] {
  if (!built) return [];
  const { config } = built;
  const listed = config ? (config.unique && config.where === undefined ? config.columns : undefined) : built.columns;
  if (!listed) return [];
  const byName = new Map(Object.values(getTableColumns(table)).map((column) => [column.name, column]));
  // An expression has no name, and keeps no column unique.
  const columns = listed.map((one) => byName.get((one as { readonly name?: string }).name ?? ""));
  if (columns.some((column) => column === undefined)) return [];
  return [{ name: config?.name ?? built.getName?.() ?? "", columns: columns as Column[] }];
}
