/** An app's server side with four plugins, to be type-checked. Its twin is beside it. */

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
