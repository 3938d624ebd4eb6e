/** Runs on Deno, with its `node:sqlite`: `deno run --allow-env --allow-net --allow-read --allow-write deno.ts`. */

import { DatabaseSync } from "node:sqlite";
import { sqlAdapter } from "@latchkey/sql";
import { getConnInfo, serveStatic } from "hono/deno";
import { makeApp } from "./app.ts";
import { makeAuth } from "./auth.ts";

const database = new DatabaseSync(Deno.env.get("DATABASE_FILE") ?? "app.db");
const environment = { AUTH_URL: Deno.env.get("AUTH_URL"), AUTH_SECRET: Deno.env.get("AUTH_SECRET") };
const auth = makeAuth(sqlAdapter(database), environment);
await auth.migrate();

const app = makeApp(auth, (context) => ({ remoteAddress: getConnInfo(context).remote.address }));
app.get("/browser.js", serveStatic({ path: "./public/browser.js" }));
// Only this machine can connect. In a container, set HOST to 0.0.0.0.
const hostname = Deno.env.get("HOST") ?? "127.0.0.1";
Deno.serve({ hostname, port: Number(Deno.env.get("PORT") ?? 3000) }, app.fetch);
