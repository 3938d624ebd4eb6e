/** Detects the dialect of a Kysely instance. */

import type { DialectName } from "@latchkey/sql";
import type { Kysely } from "kysely";
import type { KyselyInstance } from "./driver.ts";

/**
 * Detects the dialect from how the instance compiles a name and a value. Class names change when code is minified.
 * @throws {Error} if the dialect can't be detected
 */
export function dialectOf(db: KyselyInstance): DialectName {
  const { sql: text } = (db.withoutPlugins() as Kysely<{ x: { y: number } }>)
    .selectFrom("x")
    .where("y", "=", 1)
    .compile();
  if (text.includes("`x`")) return "mysql";
  if (text.includes('"x"') && text.endsWith("$1")) return "postgres";
  if (text.includes('"x"') && text.endsWith("?")) return "sqlite";
  throw new Error(
    'Can\'t detect the dialect of the Kysely instance. Set it: kyselyAdapter(db, { dialect: "postgres" }).',
  );
}
