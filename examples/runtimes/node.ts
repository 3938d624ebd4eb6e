/** Runs Latchkey on Node.js 20 or later: `npx tsx node.ts`. */

import { createServer } from "node:http";
import { createAuth } from "@latchkey/core";
import { toNodeHandler } from "@latchkey/node";
import { sqlAdapter } from "@latchkey/sql";
import { sqlite } from "@latchkey/sql/sqlite";

const port = Number(process.env.PORT ?? 3000);

const auth = createAuth({
  baseURL: `http://localhost:${port}`,
  secret: process.env.AUTH_SECRET ?? "",
  database: sqlAdapter(await sqlite(process.env.DATABASE ?? "auth.db")),
  emailAndPassword: { enabled: true },
});
await auth.migrate();

createServer(toNodeHandler(auth)).listen(port, "127.0.0.1");
