/** On Bun, with its own SQLite: `bun bun.ts`. */

import { Database } from "bun:sqlite";
import { kyselyAdapter } from "@latchkey/kysely";
import { getConnInfo, serveStatic } from "hono/bun";
import { makeApp } from "./app.ts";
import { makeAuth } from "./auth.ts";

const auth = makeAuth(kyselyAdapter(new Database(process.env.DATABASE_FILE ?? "app.db")), process.env);
await auth.migrate();

const app = makeApp(auth, (context) => ({ remoteAddress: getConnInfo(context).remote.address }));
app.get("/browser.js", serveStatic({ path: "./public/browser.js" }));
Bun.serve({ port: Number(process.env.PORT ?? 3000), fetch: app.fetch });
