/** Types for conversions, which change another library's existing tables. */

import type { Schema } from "@latchkey/core/database";
import type { Connection } from "../drivers/driver.ts";
import type { DdlDialect } from "./ddl.ts";
import type { LiveSchema } from "./inspect.ts";

/** Statements, and the database after they ran. */
export interface Conversion {
  readonly statements: readonly string[];
  readonly live: LiveSchema;
}

/** What to convert, and the connection to inspect it with. */
export interface ConversionTask {
  readonly connection: Connection;
  readonly dialect: DdlDialect;
  readonly schema: Schema;
  /**
   * Maps tables to new names, so that the schema's tables can be created under the old ones. Missing tables are
   * skipped.
   */
  readonly aside: Readonly<Record<string, string>>;
}
