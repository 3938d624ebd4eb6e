/** The face of `@latchkey/kysely`. */

export { createStatementsFor, type DdlDialect, type DialectName } from "@latchkey/core/sql";
export { type KyselyAdapterOptions, kyselyAdapter } from "./adapter.ts";
export type { DatabaseSource, MysqlCallbackPool } from "./detect.ts";
export type { AnyKysely } from "./drivers/kysely.ts";
export type { MysqlConnection, MysqlPool, MysqlQueries, MysqlQuery } from "./drivers/mysql.ts";
export type { PGliteDatabase, PGliteQueries, PGliteResult } from "./drivers/pglite.ts";
export type { PgClient, PgPool, PgQuery, PgResult } from "./drivers/postgres.ts";
export type { SqliteDatabase, SqliteStatement } from "./drivers/sqlite.ts";
