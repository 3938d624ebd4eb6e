/** On Node: `npm start`. */

import { existsSync } from "node:fs";
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { serveStatic } from "@hono/node-server/serve-static";
import { kyselyAdapter } from "@latchkey/kysely";
import Database from "libsql";
import { makeApp } from "./app.ts";
import { makeAuth } from "./auth.ts";

// What is set already wins over the file.
if (existsSync(".env")) process.loadEnvFile(".env");

const database = new Database(process.env.DATABASE_FILE ?? "app.db");
// Readers do not wait for a writer.
database.exec("PRAGMA journal_mode = WAL");

const auth = makeAuth(kyselyAdapter(database), process.env);
await auth.migrate();

const app = makeApp(auth, (context) => ({ remoteAddress: getConnInfo(context).remote.address }));
app.get("/browser.js", serveStatic({ path: "./public/browser.js" }));
serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) });
