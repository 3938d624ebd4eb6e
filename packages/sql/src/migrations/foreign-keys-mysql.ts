/**
 * Foreign keys that a conversion on MySQL and MariaDB drops and adds again. Each statement commits on its own there, so
 * a table records the dropped keys until they're added again, in case the conversion is interrupted.
 */

import { type Connection, oneTimeQuery } from "../drivers/driver.ts";
import { type DdlDialect, quote } from "./ddl.ts";
import type { LiveSchema } from "./inspect.ts";

/** A foreign key of the database. */
export interface ForeignKey {
  readonly table: string;
  readonly column: string;
  readonly name: string;
  readonly target: string;
  readonly targetColumn: string;
  readonly onDelete: string;
  readonly onUpdate: string;
}

/** Exists only while a conversion runs, or if it was interrupted. */
const recordTable = "latchkey_dropped_keys";

/** Returns all foreign keys of the database. */
export async function foreignKeys(connection: Connection): Promise<ForeignKey[]> {
  const text = `select k.table_name, k.column_name, k.constraint_name, k.referenced_table_name, k.referenced_column_name, r.delete_rule, r.update_rule
    from information_schema.key_column_usage k
    join information_schema.referential_constraints r
      on r.constraint_schema = k.constraint_schema and r.constraint_name = k.constraint_name and r.table_name = k.table_name
    where k.table_schema = database() and k.referenced_table_name is not null order by k.table_name, k.constraint_name`;
  const { rows } = await connection.run(oneTimeQuery(text), []);
  return rows.map(toForeignKey);
}

/** Returns the keys that an interrupted conversion dropped and didn't add again, or `null` if none was interrupted. */
export async function lostForeignKeys(connection: Connection, live: LiveSchema): Promise<ForeignKey[] | null> {
  if (!live.has(recordTable)) return null;
  const text = `select table_name, column_name, name, target, target_column, on_delete, on_update from ${recordTable} order by table_name, name`;
  const { rows } = await connection.run(oneTimeQuery(text), []);
  const existing = new Set((await foreignKeys(connection)).map(({ name }) => name));
  return rows.map(toForeignKey).filter(({ name, table, target }) => {
    return !existing.has(name) && live.has(table) && live.has(target);
  });
}

/** Adds keys to the known references, so that their columns are still converted like the ones that they reference. */
export function withForeignKeys(live: LiveSchema, keys: readonly ForeignKey[]): LiveSchema {
  const tables = new Map(live);
  for (const { table, column, target, targetColumn, onDelete } of keys) {
    const existing = tables.get(table);
    if (!existing) continue;
    const reference = { table: target, column: targetColumn, onDelete: onDelete.toLowerCase() };
    tables.set(table, { ...existing, references: new Map([...existing.references, [column, reference]]) });
  }
  return tables;
}

/** Statements that record the keys before they're dropped. */
export function recordForeignKeys(keys: readonly ForeignKey[]): string[] {
  if (keys.length === 0) return [];
  const values = keys.map(({ table, column, name, target, targetColumn, onDelete, onUpdate }) => {
    return `(${[table, column, name, target, targetColumn, onDelete, onUpdate].map(literal).join(", ")})`;
  });
  return [
    `create table if not exists ${recordTable} (table_name varchar(64) not null, column_name varchar(64) not null, name varchar(64) not null primary key, target varchar(64) not null, target_column varchar(64) not null, on_delete varchar(20) not null, on_update varchar(20) not null)`,
    `replace into ${recordTable} values ${values.join(", ")}`,
  ];
}

export function dropForeignKey(dialect: DdlDialect, { table, name }: ForeignKey): string {
  return `alter table ${quote(dialect, table)} drop foreign key ${quote(dialect, name)}`;
}

/** Statements that add the keys, and then delete the record. */
export function restoreForeignKeys(dialect: DdlDialect, keys: readonly ForeignKey[]): string[] {
  return [...keys.map((key) => addForeignKey(dialect, key)), `drop table ${recordTable}`];
}

function addForeignKey(
  dialect: DdlDialect,
  { table, column, name, target, targetColumn, onDelete, onUpdate }: ForeignKey,
): string {
  const [own, key] = [quote(dialect, column), `${quote(dialect, target)} (${quote(dialect, targetColumn)})`];
  const constraint = `constraint ${quote(dialect, name)} foreign key (${own}) references ${key}`;
  return `alter table ${quote(dialect, table)} add ${constraint} on delete ${onDelete.toLowerCase()} on update ${onUpdate.toLowerCase()}`;
}

function toForeignKey(row: readonly unknown[]): ForeignKey {
  const [table = "", column = "", name = "", target = "", targetColumn = "", onDelete = "", onUpdate = ""] =
    row.map(String);
  return { table, column, name, target, targetColumn, onDelete, onUpdate };
}

function literal(text: string): string {
  return `'${text.replace(/'/g, "''")}'`;
}
