/** The server side of a small app, for the type-check benchmark. Matches the Latchkey app next to it. */

import { betterAuth } from "better-auth";
import { type SqliteDatabase, SqliteDialect } from "kysely";
import Database from "libsql";

export const auth = betterAuth({
  baseURL: "http://localhost:3000",
  database: {
    dialect: new SqliteDialect({ database: new Database(":memory:") as unknown as SqliteDatabase }),
    type: "sqlite",
  },
  emailAndPassword: { enabled: true },
  user: {
    additionalFields: {
      company: { type: "string", required: false, input: true },
      seats: { type: "number", required: false, input: true },
      plan: { type: "string", required: false, input: false },
    },
  },
});

export type Session = typeof auth.$Infer.Session;
