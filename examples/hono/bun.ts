/** Runs on Bun, with its built-in SQLite: `bun bun.ts`. */

import { Database } from "bun:sqlite";
import { sqlAdapter } from "@latchkey/sql";
import { getConnInfo, serveStatic } from "hono/bun";
import { makeApp } from "./app.ts";
import { makeAuth } from "./auth.ts";

const auth = makeAuth(sqlAdapter(new Database(process.env.DATABASE_FILE ?? "app.db")), process.env);
await auth.migrate();

const app = makeApp(auth, (context) => ({ remoteAddress: getConnInfo(context).remote.address }));
app.get("/browser.js", serveStatic({ path: "./public/browser.js" }));
// Only this machine can connect. In a container, set HOST to 0.0.0.0.
const hostname = process.env.HOST ?? "127.0.0.1";
Bun.serve({ hostname, port: Number(process.env.PORT ?? 3000), fetch: app.fetch });
