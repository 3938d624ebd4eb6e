/** Latchkey as an app sets it up, with its own prepared statements. */

import { createAuth } from "@latchkey/core";
import { toNodeHandler } from "@latchkey/node";
import { sqlAdapter } from "@latchkey/sql";
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

export function latchkey({ storage, address, people }: StorageLocation): Contender {
  const pool = storage === "postgres" ? new pg.Pool({ connectionString: address }) : null;
  const file = pool ? null : new Database(address);
  file?.exec(sqlitePragmas(people));
  const auth = createAuth({
    baseURL: origin,
    secret,
    database: sqlAdapter((pool ?? file) as pg.Pool),
    emailAndPassword: { enabled: true, ...(people > 1 && { password: cheapPasswords }) },
    rateLimit: { enabled: false },
    session: { cookieCache: { enabled: storage === "cache", maxAge: cacheSeconds } },
  });
  return {
    handler: (request) => auth.handler(request),
    listener: toNodeHandler(auth),
    prepare: async () => void (await auth.migrate()),
    async close() {
      await pool?.end();
      file?.close();
    },
  };
}
