/** The server side of an app with four plugins, for the type-check benchmark. Matches the Latchkey app next to it. */

import { betterAuth } from "better-auth";
import { admin, organization, twoFactor, username } from "better-auth/plugins";
import { type SqliteDatabase, SqliteDialect } from "kysely";
import Database from "libsql";

export const auth = betterAuth({
  baseURL: "http://localhost:3000",
  database: {
    dialect: new SqliteDialect({ database: new Database(":memory:") as unknown as SqliteDatabase }),
    type: "sqlite",
  },
  emailAndPassword: { enabled: true },
  plugins: [username(), twoFactor(), admin(), organization()],
});

export type Session = typeof auth.$Infer.Session;
