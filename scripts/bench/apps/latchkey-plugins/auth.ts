/**
 * The server side of an app with four plugins, for the type-check benchmark. Matches the better-auth app next to it.
 */

import { admin } from "@latchkey/admin";
import { createAuth } from "@latchkey/core";
import { organization } from "@latchkey/organization";
import { sqlAdapter } from "@latchkey/sql";
import { twoFactor } from "@latchkey/two-factor";
import { username } from "@latchkey/username";
import Database from "libsql";

export const auth = createAuth({
  baseURL: "http://localhost:3000",
  database: sqlAdapter(new Database(":memory:")),
  emailAndPassword: { enabled: true },
  plugins: [username(), twoFactor(), admin(), organization()],
});

export type Session = typeof auth.$Infer.Session;
