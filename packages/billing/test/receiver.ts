/**
 * A process that receives webhooks on the loopback interface, for tests that kill it. Arguments: the SQLite file, and
 * how many seconds its clock is ahead.
 */

import { appendFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createAuth } from "@latchkey/core";
import { sqlAdapter } from "@latchkey/sql";
import { sqlite } from "@latchkey/sql/sqlite";
import { billing } from "../src/plugin.ts";
import { secret } from "./platform.ts";

const [file = "", ahead = "0"] = process.argv.slice(2);

const auth = createAuth({
  baseURL: "http://app.test",
  secret: "Yb7xKp2QvM9sTn4WzR8cHj3LfD6gAe1U",
  database: sqlAdapter(await sqlite(file)),
  clock: () => new Date(Date.now() + 1000 * Number(ahead)),
  logger: { disabled: true },
  plugins: [
    billing({
      secret,
      webhooks: {
        async onEvent(_, { id }) {
          // Long enough for the process to be killed in the meantime.
          await new Promise((resolve) => setTimeout(resolve, 5));
          appendFileSync(`${file}.log`, `${id}\n`);
        },
      },
    }),
  ],
});
await auth.migrate();

const server = createServer(async (incoming, outgoing) => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const request = new Request("http://app.test/api/auth/billing/webhooks", {
    method: "POST",
    headers: incoming.headers as Record<string, string>,
    body: Buffer.concat(chunks),
  });
  const response = await auth.handler(request);
  outgoing.writeHead(response.status);
  outgoing.end(await response.text());
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
