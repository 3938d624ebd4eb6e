/** What adapters for relational databases are built on, published as `@latchkey/core/sql`. */

export { type SqlAdapterOptions, sqlAdapter } from "./adapter.ts";
export { type DialectName, type DriverError, readError } from "./dialects/dialect.ts";
export {
  type Connection,
  command,
  type Driver,
  mariaDbQuestion,
  mutexOf,
  question,
  type Result,
  type Statement,
} from "./driver.ts";
export type { ColumnLayout, Layout, TableLayout } from "./layout.ts";
export { byteCollations, columnType, type DdlDialect } from "./migrations/ddl.ts";
export { indexName, referenceName, uniqueName } from "./migrations/names.ts";
export { createStatementsFor } from "./migrations/plan.ts";
export { type SynchronousConnection, synchronousSqlite } from "./sqlite.ts";
