/** better-auth from npm with its defaults, except that rate limiting, telemetry, and logging are off. */

import { type BetterAuthOptions, betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { toNodeHandler } from "better-auth/node";
import { PostgresDialect, type SqliteDatabase, SqliteDialect } from "kysely";
import Database from "libsql";
import pg from "pg";
import {
  type Contender,
  cacheSeconds,
  cheapPasswords,
  origin,
  type StorageLocation,
  secret,
  sqlitePragmas,
} from "./contender.ts";

export function betterAuthContender({ storage, address, people }: StorageLocation): Contender {
  const pool = storage === "postgres" ? new pg.Pool({ connectionString: address }) : null;
  const file = pool ? null : new Database(address);
  file?.exec(sqlitePragmas(people));
  const options = {
    baseURL: origin,
    secret,
    database: pool
      ? { dialect: new PostgresDialect({ pool }), type: "postgres" }
      : { dialect: new SqliteDialect({ database: file as unknown as SqliteDatabase }), type: "sqlite" },
    emailAndPassword: { enabled: true, ...(people > 1 && { password: cheapPasswords }) },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    session: { cookieCache: { enabled: storage === "cache", maxAge: cacheSeconds } },
  } satisfies BetterAuthOptions;
  const auth = betterAuth(options);
  return {
    handler: (request) => auth.handler(request),
    listener: toNodeHandler(auth),
    prepare: async () => (await getMigrations(options)).runMigrations(),
    async close() {
      await pool?.end();
      file?.close();
    },
  };
}
