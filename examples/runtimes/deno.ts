/** Latchkey on Deno, with its `node:sqlite`: `deno run --allow-env --allow-net --allow-read --allow-write deno.ts`. */

import { DatabaseSync } from "node:sqlite";
import { createAuth } from "@latchkey/core";
import { kyselyAdapter } from "@latchkey/kysely";

const port = Number(Deno.env.get("PORT") ?? 3000);

const auth = createAuth({
  baseURL: `http://localhost:${port}`,
  secret: Deno.env.get("AUTH_SECRET") ?? "",
  database: kyselyAdapter(new DatabaseSync(Deno.env.get("DATABASE") ?? "auth.db")),
  emailAndPassword: { enabled: true },
});
await auth.migrate();

Deno.serve({ port }, (request, { remoteAddr }) => auth.handler(request, { remoteAddress: remoteAddr.hostname }));
