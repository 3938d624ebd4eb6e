/** Two nodes of an app that share copies of sessions in Redis. */

import { admin } from "@latchkey/admin";
import { memoryAdapter, type SecondaryStorage } from "@latchkey/core/database";
import { organization } from "@latchkey/organization";
import {
  createMailbox,
  createTestClock,
  type Mailbox,
  mailOptions,
  plainPasswords,
  startAuth,
  type TestApp,
  type TestClock,
} from "@latchkey/test-kit";
import { servers, type TestDatabase } from "@latchkey/test-kit/databases";
import { twoFactor } from "@latchkey/two-factor";
import { type ClientKind, openStorage, type TestStorage } from "./clients.ts";

export interface Nodes {
  readonly nodes: readonly [TestApp, TestApp];
  readonly clock: TestClock;
  readonly box: Mailbox;
  readonly redis: TestStorage;
  readonly database: TestDatabase;
  /** Returns the table of each statement that the run sends to the database, except outbox and audit tables. */
  counted(run: () => Promise<unknown>): Promise<string[]>;
  close(): Promise<void>;
}

/** Two nodes with one database and one Redis, and a separate client each. The database has one connection. */
export async function openNodes(kind: ClientKind, more: Record<string, object> = {}): Promise<Nodes> {
  const redis = await openStorage(kind);
  const database = await openDatabase();
  const box = createMailbox();
  const clock = createTestClock();
  const mails = mailOptions(box);
  const start = (storage: SecondaryStorage) =>
    startAuth({
      ...mails,
      emailAndPassword: { ...mails.emailAndPassword, revokeSessionsOnPasswordReset: true, password: plainPasswords },
      clock: clock.now,
      database: database.database,
      secondaryStorage: storage,
      plugins: [admin(), organization(), twoFactor({ otpOptions: { sendOTP: box.sender("sendOTP") } })],
      ...more,
    } as never) as unknown as Promise<TestApp>;
  const first = await start(redis.storage);
  const second = await start(await redis.again());
  return {
    nodes: [first, second],
    clock,
    box,
    redis,
    database,
    async counted(run) {
      database.statements.length = 0;
      await run();
      return database.statements.flatMap(({ table }) => (table && !["outbox", "audit"].includes(table) ? [table] : []));
    },
    async close() {
      await redis.close();
      await database.close();
    },
  };
}

/** PostgreSQL with one connection. A second query inside a transaction would wait for itself. */
async function openDatabase(): Promise<TestDatabase> {
  if (servers.postgres) return servers.postgres.open(1);
  const statements: TestDatabase["statements"] = [];
  const database = memoryAdapter({ onStatement: (statement) => void statements.push(statement) });
  return { database, statements, again: () => database, close: async () => {} };
}
