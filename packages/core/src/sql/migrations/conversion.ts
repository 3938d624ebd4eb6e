/** What converting tables of another library is about. */

import type { Schema } from "../../database/index.ts";
import type { Connection } from "../driver.ts";
import type { DdlDialect } from "./ddl.ts";
import type { Live } from "./inspect.ts";

/** Statements, and the database as they leave it. */
export interface Conversion {
  readonly statements: readonly string[];
  readonly live: Live;
}

/** What is converted, and over which connection it is looked at. */
export interface ConversionTask {
  readonly connection: Connection;
  readonly dialect: DdlDialect;
  readonly schema: Schema;
  /** Tables that are renamed, so that they are made anew: name → new name. One that is not there is left out. */
  readonly aside: Readonly<Record<string, string>>;
}
