/** Reads the tables, columns, indexes, and references of a database. */

import type { DialectName } from "../dialects/dialect.ts";
import { type Connection, oneTimeQuery } from "../drivers/driver.ts";

export interface LiveTable {
  readonly columns: ReadonlyMap<string, LiveColumn>;
  readonly indexes: readonly LiveIndex[];
  readonly references: ReadonlyMap<string, LiveReference>;
}

export interface LiveColumn {
  /** As the database names it, in lowercase. */
  readonly type: string;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
  /** Empty except on MySQL and MariaDB. */
  readonly collation: string;
}

export interface LiveIndex {
  readonly columns: readonly string[];
  readonly unique: boolean;
}

export interface LiveReference {
  readonly table: string;
  readonly column: string;
  /** In lowercase: `cascade`, `set null`, `restrict`, `no action`. */
  readonly onDelete: string;
}

/** The tables of a database, by name. */
export type LiveSchema = ReadonlyMap<string, LiveTable>;

interface MutableTable extends LiveTable {
  readonly columns: Map<string, LiveColumn>;
  readonly indexes: LiveIndex[];
  readonly references: Map<string, LiveReference>;
}

/** Reads the tables of the database, or of the current schema on PostgreSQL. */
export async function inspect(connection: Connection, dialect: DialectName): Promise<LiveSchema> {
  const rowsOf = async (text: string): Promise<readonly (readonly unknown[])[]> =>
    (await connection.run(oneTimeQuery(text), [])).rows;
  const queries = catalogQueries[dialect];
  const live = new Map<string, MutableTable>();
  for (const [name, column, type, nullable, hasDefault, collation] of await rowsOf(queries.columns)) {
    const table = live.get(String(name)) ?? { columns: new Map(), indexes: [], references: new Map() };
    live.set(String(name), table);
    table.columns.set(String(column), {
      type: String(type).toLowerCase(),
      nullable: isTrue(nullable),
      hasDefault: isTrue(hasDefault),
      collation: String(collation ?? ""),
    });
  }
  addIndexes(live, await rowsOf(queries.indexes));
  for (const [table, column, target, targetColumn, onDelete] of await rowsOf(queries.references)) {
    const reference = {
      table: String(target),
      column: String(targetColumn ?? "id"),
      onDelete: String(onDelete).toLowerCase(),
    };
    live.get(String(table))?.references.set(String(column), reference);
  }
  return live;
}

/** Each row is one column of an index. Rows are sorted by the column's position in the index. */
function addIndexes(live: ReadonlyMap<string, MutableTable>, rows: readonly (readonly unknown[])[]): void {
  const columnsByIndex = new Map<string, string[]>();
  for (const [table, index, column, unique] of rows) {
    const key = `${table}.${index}`;
    let columns = columnsByIndex.get(key);
    if (!columns) {
      columns = [];
      columnsByIndex.set(key, columns);
      live.get(String(table))?.indexes.push({ columns, unique: isTrue(unique) });
    }
    // An expression has no column name, and matches no column of the schema.
    columns.push(String(column ?? ""));
  }
}

function isTrue(value: unknown): boolean {
  return value === true || value === "t" || Number(value) === 1;
}

interface CatalogQueries {
  /** table, column, type, nullable, has a default or is generated, collation */
  readonly columns: string;
  /** table, index, column, unique */
  readonly indexes: string;
  /** table, column, referenced table, referenced column, on delete */
  readonly references: string;
}

const catalogQueries: Readonly<Record<DialectName, CatalogQueries>> = {
  sqlite: {
    columns: `select m.name as a, c.name as b, c.type as c, c."notnull" = 0 as d, c.dflt_value is not null as e, '' as f
      from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table' and m.name not like 'sqlite_%'`,
    indexes: `select m.name as a, i.name as b, c.name as c, i."unique" as d
      from sqlite_master m join pragma_index_list(m.name) i join pragma_index_info(i.name) c
      where m.type = 'table' and i.partial = 0 order by m.name, i.name, c.seqno`,
    references: `select m.name as a, f."from" as b, f."table" as c, f."to" as d, f.on_delete as e
      from sqlite_master m join pragma_foreign_key_list(m.name) f where m.type = 'table'`,
  },
  postgres: {
    columns: `select table_name as a, column_name as b, data_type as c, is_nullable = 'YES' as d,
        column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as e, '' as f
      from information_schema.columns where table_schema = pg_catalog.current_schema()`,
    indexes: `select t.relname as a, i.relname as b, a.attname as c, x.indisunique as d
      from pg_catalog.pg_index x
      join pg_catalog.pg_class t on t.oid = x.indrelid join pg_catalog.pg_class i on i.oid = x.indexrelid
      join pg_catalog.pg_namespace n on n.oid = t.relnamespace
      join lateral pg_catalog.unnest(x.indkey::int2[]) with ordinality as k(attnum, place) on k.place <= x.indnkeyatts
      left join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
      where n.nspname = pg_catalog.current_schema() and x.indpred is null and x.indisvalid order by t.relname, i.relname, k.place`,
    references: `select t.relname as a, a.attname as b, o.relname as c, b.attname as d,
        case r.confdeltype when 'c' then 'cascade' when 'n' then 'set null' when 'r' then 'restrict' else 'no action' end as e
      from pg_catalog.pg_constraint r
      join pg_catalog.pg_class t on t.oid = r.conrelid join pg_catalog.pg_class o on o.oid = r.confrelid
      join pg_catalog.pg_namespace n on n.oid = t.relnamespace
      join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attnum = r.conkey[1]
      join pg_catalog.pg_attribute b on b.attrelid = o.oid and b.attnum = r.confkey[1]
      where r.contype = 'f' and n.nspname = pg_catalog.current_schema() and pg_catalog.cardinality(r.conkey) = 1`,
  },
  mysql: {
    columns: `select table_name as a, column_name as b, column_type as c, is_nullable = 'YES' as d,
        (column_default is not null or extra like '%auto_increment%' or extra like '%generated%') as e, collation_name as f
      from information_schema.columns where table_schema = database()`,
    indexes: `select table_name as a, index_name as b, column_name as c, non_unique = 0 as d
      from information_schema.statistics where table_schema = database() order by table_name, index_name, seq_in_index`,
    references: `select k.table_name as a, k.column_name as b, k.referenced_table_name as c, k.referenced_column_name as d, r.delete_rule as e
      from information_schema.key_column_usage k
      join information_schema.referential_constraints r
        on r.constraint_schema = k.constraint_schema and r.constraint_name = k.constraint_name and r.table_name = k.table_name
      where k.table_schema = database() and k.referenced_table_name is not null`,
  },
};
