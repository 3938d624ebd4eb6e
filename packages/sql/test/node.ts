/**
 * One of several processes that serve an app on loopback, for tests that kill it. Arguments: a SQLite file or a
 * PostgreSQL URL, and settings as JSON. Prints its port.
 */

import { appendFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createAuth } from "@latchkey/core";
import { toNodeHandler } from "@latchkey/node";
import { sqlAdapter } from "@latchkey/sql";
import { sqlite } from "@latchkey/sql/sqlite";
import pg from "pg";

/** Settings from the test. */
export interface NodeSettings {
  readonly secrets?: readonly string[];
  /** How many requests to `/ok` each client can send per hour. They're counted in the database. */
  readonly most?: number;
  /** How many seconds the process's clock is ahead. */
  readonly ahead?: number;
  /** File that emails are written to, one JSON object per line. */
  readonly mails?: string;
}

const [database = "", json = "{}"] = process.argv.slice(2);
const { secrets = ["Yb7xKp2QvM9sTn4WzR8cHj3LfD6gAe1U"], most, mails, ahead = 0 } = JSON.parse(json) as NodeSettings;
const isServer = database.startsWith("postgres");

const auth = createAuth({
  baseURL: "http://app.test",
  secrets,
  database: sqlAdapter(isServer ? new pg.Pool({ connectionString: database, max: 5 }) : await sqlite(database)),
  emailAndPassword: { enabled: true },
  emailVerification: {
    sendOnSignUp: true,
    sendVerificationEmail: ({ user, url }) => {
      if (mails) appendFileSync(mails, `${JSON.stringify({ to: user.email, url })}\n`);
    },
  },
  clock: () => new Date(Date.now() + 1000 * ahead),
  rateLimit: {
    enabled: most !== undefined,
    storage: "database",
    customRules: { "/ok": { window: 3600, max: most ?? 1 } },
  },
  logger: { disabled: true },
});
await auth.migrate();

const server = createServer(toNodeHandler(auth));
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
