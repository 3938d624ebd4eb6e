/** Configures how users sign in and where their data is stored. */

import { closeSync, existsSync, openSync } from "node:fs";
import { createAuth } from "@latchkey/core";
import { sqlAdapter } from "@latchkey/sql";
import Database from "libsql";

// Variables that are already set take precedence over the file.
if (existsSync(".env")) process.loadEnvFile(".env");

const file = process.env.DATABASE_FILE ?? "app.db";
// Keeps other users of this machine from reading the file.
closeSync(openSync(file, "a", 0o600));
const database = new Database(file);
// Readers don't wait for a writer.
database.exec("PRAGMA journal_mode = WAL");

export const auth = createAuth({
  baseURL: process.env.AUTH_URL ?? "http://localhost:3000",
  secret: process.env.AUTH_SECRET ?? "",
  database: sqlAdapter(database),
  emailAndPassword: { enabled: true },
});
