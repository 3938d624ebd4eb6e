/** Runs Latchkey on Bun with its built-in SQLite: `bun bun.ts`. */

import { Database } from "bun:sqlite";
import { createAuth } from "@latchkey/core";
import { sqlAdapter } from "@latchkey/sql";

const port = Number(process.env.PORT ?? 3000);

const auth = createAuth({
  baseURL: `http://localhost:${port}`,
  secret: process.env.AUTH_SECRET ?? "",
  database: sqlAdapter(new Database(process.env.DATABASE ?? "auth.db")),
  emailAndPassword: { enabled: true },
});
await auth.migrate();

Bun.serve({
  hostname: "127.0.0.1",
  port,
  fetch: (request, server) => auth.handler(request, { remoteAddress: server.requestIP(request)?.address }),
});
