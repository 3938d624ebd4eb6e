/** Runs on Node.js: `npm start`. */

import { closeSync, existsSync, openSync } from "node:fs";
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { serveStatic } from "@hono/node-server/serve-static";
import { sqlAdapter } from "@latchkey/sql";
import Database from "libsql";
import { makeApp } from "./app.ts";
import { makeAuth } from "./auth.ts";

// Variables that are already set take precedence over the file.
if (existsSync(".env")) process.loadEnvFile(".env");

const file = process.env.DATABASE_FILE ?? "app.db";
// Keeps other users of this machine from reading the file.
closeSync(openSync(file, "a", 0o600));
const database = new Database(file);
// Readers don't wait for a writer.
database.exec("PRAGMA journal_mode = WAL");

const auth = makeAuth(sqlAdapter(database), process.env);
await auth.migrate();

const app = makeApp(auth, (context) => ({ remoteAddress: getConnInfo(context).remote.address }));
app.get("/browser.js", serveStatic({ path: "./public/browser.js" }));
// Only this machine can connect. In a container, set HOST to 0.0.0.0.
const hostname = process.env.HOST ?? "127.0.0.1";
serve({ fetch: app.fetch, hostname, port: Number(process.env.PORT ?? 3000) });
