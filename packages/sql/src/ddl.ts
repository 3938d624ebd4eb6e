/** `@latchkey/sql/ddl`: the statements that create a schema's tables, and the names and collations in them. */

export { byteCollations, type DdlDialect } from "./migrations/ddl.ts";
export { createStatementsFor } from "./migrations/plan.ts";
export { indexName, referenceName, uniqueName } from "./names.ts";
