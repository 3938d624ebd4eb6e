/** The face of `@latchkey/kysely`. */

export { type KyselyAdapterOptions, kyselyAdapter } from "./adapter.ts";
export type { DatabaseSource, MysqlCallbackPool } from "./detect.ts";
export type { DialectName } from "./dialects/dialect.ts";
export type { AnyKysely } from "./drivers/kysely.ts";
export type { MysqlConnection, MysqlPool, MysqlQueries, MysqlQuery } from "./drivers/mysql.ts";
export type { PGliteDatabase, PGliteQueries, PGliteResult } from "./drivers/pglite.ts";
export type { PgClient, PgPool, PgQuery, PgResult } from "./drivers/postgres.ts";
export type { SqliteDatabase, SqliteStatement } from "./drivers/sqlite.ts";
export type { DdlDialect } from "./migrations/ddl.ts";
export { createStatementsFor } from "./migrations/plan.ts";
