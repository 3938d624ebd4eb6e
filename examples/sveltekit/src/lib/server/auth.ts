/** Who may sign in, and how. */

import { existsSync } from "node:fs";
import { createAuth } from "@latchkey/core";
import { sqlAdapter } from "@latchkey/sql";
import Database from "libsql";

// What is set already wins over the file.
if (existsSync(".env")) process.loadEnvFile(".env");

const database = new Database(process.env.DATABASE_FILE ?? "app.db");
// Readers do not wait for a writer.
database.exec("PRAGMA journal_mode = WAL");

export const auth = createAuth({
  baseURL: process.env.AUTH_URL ?? "http://localhost:3000",
  secret: process.env.AUTH_SECRET ?? "",
  database: sqlAdapter(database),
  emailAndPassword: { enabled: true },
});

export type Session = typeof auth.$Infer.Session;
