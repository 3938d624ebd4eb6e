/** Who may sign in, and how. */

import { closeSync, existsSync, openSync } from "node:fs";
import { createAuth } from "@latchkey/core";
import { sqlAdapter } from "@latchkey/sql";
import Database from "libsql";

// What is set already wins over the file.
if (existsSync(".env")) process.loadEnvFile(".env");

const file = process.env.DATABASE_FILE ?? "app.db";
// Other users of this machine must not read it.
closeSync(openSync(file, "a", 0o600));
const database = new Database(file);
// Readers do not wait for a writer.
database.exec("PRAGMA journal_mode = WAL");

export const auth = createAuth({
  baseURL: process.env.AUTH_URL ?? "http://localhost:3000",
  secret: process.env.AUTH_SECRET ?? "",
  database: sqlAdapter(database),
  emailAndPassword: { enabled: true },
});
