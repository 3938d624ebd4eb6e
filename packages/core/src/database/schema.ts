/** Merges the tables of core, plugins, and the app into one schema, once, when `createAuth` runs. */

import type { Column, Table, TableExtension } from "./tables.ts";

/** A table with all extensions applied, and with all unique constraints and indexes listed. */
export interface ResolvedTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, Column>>;
  /** Every unique constraint except the primary key, including those on single columns. */
  readonly uniques: readonly (readonly string[])[];
  /**
   * Every other index, including single columns and references, except those that a unique constraint or a longer index
   * already covers.
   */
  readonly indexes: readonly (readonly string[])[];
}

/** All tables by name. A table comes after the tables it refers to. */
export type Schema = ReadonlyMap<string, ResolvedTable>;

/**
 * Merges tables and extensions.
 *
 * @throws {Error} if a table or column is declared twice or has a name that some database rejects, if an extension or a
 *   reference points to something missing, if references form a cycle, or if an added column is neither nullable nor
 *   has a default. The message names the table and the column.
 */
export function mergeSchema(parts: readonly (Table<never> | Table | TableExtension)[]): Schema {
  const drafts = new Map<string, TableDraft>();
  for (const part of parts) if ("name" in part) addTable(drafts, part as Table);
  for (const part of parts) if ("extends" in part) extendTable(drafts, part);
  const tables = new Map([...drafts].map(([name, draft]) => [name, resolve(draft)]));
  for (const table of tables.values()) checkTable(tables, table);
  return orderByReference(tables);
}

interface TableDraft {
  name: string;
  columns: Record<string, Column>;
  uniques: (readonly string[])[];
  indexes: (readonly string[])[];
}

function addTable(drafts: Map<string, TableDraft>, table: Table): void {
  if (drafts.has(table.name)) throw new Error(`The table "${table.name}" is declared twice.`);
  drafts.set(table.name, {
    name: table.name,
    columns: { ...table.columns },
    uniques: [...(table.uniques ?? [])],
    indexes: [...(table.indexes ?? [])],
  });
}

function extendTable(drafts: Map<string, TableDraft>, extension: TableExtension): void {
  const draft = drafts.get(extension.extends);
  if (!draft) throw new Error(`A plugin adds columns to "${extension.extends}", but no plugin declares that table.`);
  for (const [name, column] of Object.entries(extension.columns)) {
    if (Object.hasOwn(draft.columns, name)) {
      throw new Error(`The column "${extension.extends}.${name}" is declared twice.`);
    }
    if (!column.nullable && column.default === undefined) {
      throw new Error(
        `The column "${extension.extends}.${name}" is added to an existing table. Make it nullable, or set a default.`,
      );
    }
    draft.columns[name] = column;
  }
  draft.uniques.push(...(extension.uniques ?? []));
  draft.indexes.push(...(extension.indexes ?? []));
}

function resolve(draft: TableDraft): ResolvedTable {
  const uniques = distinct([...draft.uniques, ...columnsWith(draft, ({ unique }) => unique === true)]);
  const wanted = distinct([
    ...draft.indexes,
    ...columnsWith(draft, ({ index, references }) => index === true || references !== undefined),
  ]);
  const indexes = wanted.filter(
    (columns) => ![...uniques, ...wanted].some((other) => other !== columns && isPrefix(other, columns)),
  );
  return { name: draft.name, columns: draft.columns, uniques, indexes };
}

function columnsWith({ columns }: TableDraft, matches: (column: Column) => boolean): string[][] {
  return Object.entries(columns).flatMap(([name, column]) => (name !== "id" && matches(column) ? [[name]] : []));
}

function distinct(lists: readonly (readonly string[])[]): (readonly string[])[] {
  return lists.filter((columns, at) => lists.findIndex((other) => other.join() === columns.join()) === at);
}

/** Whether an index on `columns` also covers one on `wanted`, because it starts with the same columns. */
function isPrefix(columns: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((name, at) => columns[at] === name);
}

/** Names that need no escaping and fit the limits of MySQL and PostgreSQL. */
const plainName = /^[A-Za-z_][A-Za-z0-9_]{0,47}$/;

function checkTable(
  tables: ReadonlyMap<string, ResolvedTable>,
  { name, columns, uniques, indexes }: ResolvedTable,
): void {
  for (const one of [name, ...Object.keys(columns)]) {
    if (!plainName.test(one))
      throw new Error(
        `"${one}" in the table "${name}" isn't a valid name. Use up to 48 letters, digits, and underscores.`,
      );
  }
  for (const column of [...uniques, ...indexes].flat()) {
    if (!Object.hasOwn(columns, column))
      throw new Error(`The table "${name}" has an index on "${column}", which isn't one of its columns.`);
  }
  for (const [column, { references, nullable }] of Object.entries(columns)) {
    if (!references) continue;
    const from = `The column "${name}.${column}"`;
    const target = tables.get(references.table);
    if (!target) throw new Error(`${from} references "${references.table}", which no plugin declares.`);
    const isKey = references.column === "id" || target.uniques.some((unique) => unique.join() === references.column);
    if (!isKey) throw new Error(`${from} references "${references.table}.${references.column}", which isn't unique.`);
    if (references.onDelete === "set null" && !nullable)
      throw new Error(`${from} is set to null when the referenced row is deleted, so it must be nullable.`);
  }
}

function orderByReference(tables: ReadonlyMap<string, ResolvedTable>): Schema {
  const ordered = new Map<string, ResolvedTable>();
  const visit = (table: ResolvedTable, path: readonly string[]): void => {
    if (ordered.has(table.name)) return;
    if (path.includes(table.name))
      throw new Error(`Tables reference each other in a cycle: ${[...path, table.name].join(" → ")}.`);
    for (const { references } of Object.values(table.columns)) {
      if (references && references.table !== table.name)
        visit(tables.get(references.table) as ResolvedTable, [...path, table.name]);
    }
    ordered.set(table.name, table);
  };
  for (const table of tables.values()) visit(table, []);
  return ordered;
}
