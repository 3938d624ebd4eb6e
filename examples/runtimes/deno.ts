/** Runs Latchkey on Deno with `node:sqlite`: `deno run --allow-env --allow-net --allow-read --allow-write deno.ts`. */

import { DatabaseSync } from "node:sqlite";
import { createAuth } from "@latchkey/core";
import { sqlAdapter } from "@latchkey/sql";

const port = Number(Deno.env.get("PORT") ?? 3000);

const auth = createAuth({
  baseURL: `http://localhost:${port}`,
  secret: Deno.env.get("AUTH_SECRET") ?? "",
  database: sqlAdapter(new DatabaseSync(Deno.env.get("DATABASE") ?? "auth.db")),
  emailAndPassword: { enabled: true },
});
await auth.migrate();

Deno.serve({ hostname: "127.0.0.1", port }, (request, { remoteAddr }) =>
  auth.handler(request, { remoteAddress: remoteAddr.hostname }),
);
