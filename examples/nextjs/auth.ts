/** Configures how users sign in and where their data is stored. */

import { closeSync, openSync } from "node:fs";
import { createAuth } from "@latchkey/core";
import { sqlAdapter } from "@latchkey/sql";
import Database from "libsql";

const file = process.env.DATABASE_FILE ?? "app.db";
// Keeps other users of this machine from reading the file.
// Without turbopackIgnore, the build would trace all of the project's files.
closeSync(openSync(/* turbopackIgnore: true */ file, "a", 0o600));
const database = new Database(file);
// Readers don't wait for a writer.
database.exec("PRAGMA journal_mode = WAL");

export const auth = createAuth({
  baseURL: process.env.AUTH_URL ?? "http://localhost:3000",
  secret: process.env.AUTH_SECRET ?? "",
  database: sqlAdapter(database),
  emailAndPassword: {
    enabled: true,
    // Until you set up email, this logs the link.
    sendResetPassword: async ({ user, url }) => console.log(`To ${user.email}: ${url}`),
  },
});
