/** Public exports of `@latchkey/sql`. */

export { type SqlAdapterOptions, type SqlDatabaseAdapter, sqlAdapter } from "./adapter.ts";
export type { DialectName } from "./dialects/dialect.ts";
export type { SqlSource } from "./drivers/detect.ts";
export type { MysqlCallbackPool, MysqlConnection, MysqlPool, MysqlQueries, MysqlQuery } from "./drivers/mysql.ts";
export type { PGliteDatabase, PGliteQueries, PGliteResult } from "./drivers/pglite.ts";
export type { PgClient, PgPool, PgQuery, PgResult } from "./drivers/postgres.ts";
export type { SqliteDatabase, SqliteStatement } from "./drivers/sqlite.ts";
export type { ColumnLayout, Layout, TableLayout } from "./layout.ts";
export type { SubstringIndexes } from "./substrings/option.ts";
