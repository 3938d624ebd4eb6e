/** Latchkey on Node 20 and newer: `npx tsx node.ts`. */

import { createServer } from "node:http";
import { createAuth } from "@latchkey/core";
import { kyselyAdapter } from "@latchkey/kysely";
import { sqlite } from "@latchkey/kysely/sqlite";
import { toNodeHandler } from "@latchkey/node";

const port = Number(process.env.PORT ?? 3000);

const auth = createAuth({
  baseURL: `http://localhost:${port}`,
  secret: process.env.AUTH_SECRET ?? "",
  database: kyselyAdapter(await sqlite(process.env.DATABASE ?? "auth.db")),
  emailAndPassword: { enabled: true },
});
await auth.migrate();

createServer(toNodeHandler(auth)).listen(port);
