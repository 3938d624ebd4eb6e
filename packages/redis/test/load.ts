/** Puts two app nodes under load with reads, changes, and sign-outs, and finds reads that returned outdated data. */

import { type Auth, createAuth } from "@latchkey/core";
import { sha256Base64Url } from "@latchkey/core/crypto";
import { type Adapter, type DatabaseAdapter, memoryAdapter, type SecondaryStorage } from "@latchkey/core/database";
import { sessionTable, userTable } from "@latchkey/core/plugin";
import { testSecret } from "@latchkey/test-kit";

/** Lifetime of copies in seconds, which limits how outdated reads can be. */
export const maxAge = 2;

/** What readers observed. */
export interface Findings {
  /** Milliseconds from a confirmed sign-out to the start of each read that still returned the session. */
  readonly lateEnds: number[];
  /** The same for user changes. */
  readonly lateChanges: number[];
  /** Responses with a status of 500 or higher. */
  readonly failures: number[];
  reads: number;
  ends: number;
  changes: number;
}

/** Sessions of an app with two nodes. */
export interface Load {
  /** Reads every session once, on either node. */
  readAll(): Promise<void>;
  /** Keeps both nodes busy until `work` is done, and returns what readers observed in the meantime. */
  during(work: () => Promise<unknown>): Promise<Findings>;
}

const count = 3000;
const perUser = 3;
const clients = 12;

/** Creates the sessions. Their tokens are always the same, and so is their distribution over slots. */
export async function createLoad(storages: readonly [SecondaryStorage, SecondaryStorage]): Promise<Load> {
  const nodes = storages.map(nodeOn(memoryAdapter()));
  await createSessions((nodes[0] as Node).$context.db);
  const calls = createCalls(nodes);
  return {
    async readAll() {
      const findings = newFindings();
      let next = 0;
      const reader = async (): Promise<void> => {
        while (next < count) await calls.read(next++, findings);
      };
      await Promise.all(Array.from({ length: clients }, reader));
    },
    async during(work) {
      const findings = newFindings();
      const state = { isOver: false };
      const busy = Array.from({ length: clients }, (_, which) => runClient(which, calls, findings, state));
      try {
        await work();
      } finally {
        state.isOver = true;
        await Promise.all(busy);
      }
      return findings;
    },
  };
}

type Node = Pick<Auth, "handler" | "$context">;

function nodeOn(database: DatabaseAdapter): (secondaryStorage: SecondaryStorage) => Node {
  return (secondaryStorage) =>
    createAuth({
      baseURL: "http://app.test",
      secret: testSecret,
      database,
      secondaryStorage,
      session: { storageCache: { maxAge } },
      rateLimit: { enabled: false },
      logger: { disabled: true },
    });
}

async function createSessions(db: Adapter): Promise<void> {
  const now = new Date();
  const dates = { createdAt: now, updatedAt: now };
  const fixed = { ...dates, revision: 0, remembered: true };
  const expiresAt = new Date(now.getTime() + 3_600_000);
  for (let at = 0; at < count; at++) {
    const userId = `user-${Math.floor(at / perUser)}`;
    const person = { id: userId, name: "0", email: `${userId}@example.com`, emailVerified: true, epoch: 0 };
    if (at % perUser === 0) await db.insert(userTable, { ...person, ...dates });
    await db.insert(sessionTable, { id: `s${at}`, userId, token: sha256Base64Url(`token-${at}`), expiresAt, ...fixed });
  }
}

type Call = (session: number, findings: Findings) => Promise<void>;

/** The clients' actions on a session. Readers know which responses came before they started. */
interface Calls {
  readonly read: Call;
  readonly change: Call;
  readonly end: Call;
}

function createCalls(nodes: readonly Node[]): Calls {
  const ended = new Map<number, number>();
  const changed = new Map<number, { readonly version: number; readonly at: number }>();
  const send = (path: string, session: number, body?: object): Promise<Response> => {
    const node = nodes[Math.floor(Math.random() * 2)] as Node;
    const headers = { authorization: `Bearer token-${session}`, "content-type": "application/json" };
    const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
    return node.handler(new Request(`http://app.test/api/auth${path}`, init));
  };
  return {
    async read(session, findings) {
      const start = performance.now();
      const endedAt = ended.get(session);
      const change = changed.get(Math.floor(session / perUser));
      const answer = await send("/get-session", session);
      findings.reads++;
      if (answer.status >= 500) findings.failures.push(answer.status);
      const body = (await answer.json()) as { user: { name: string } } | null;
      if (!body) return;
      if (endedAt !== undefined) findings.lateEnds.push(start - endedAt);
      if (change && Number(body.user.name) < change.version) findings.lateChanges.push(start - change.at);
    },
    async end(session, findings) {
      const { status } = await send("/sign-out", session, {});
      if (status >= 500) findings.failures.push(status);
      if (status !== 200 || ended.has(session)) return;
      ended.set(session, performance.now());
      findings.ends++;
    },
    async change(session, findings) {
      const user = Math.floor(session / perUser);
      const version = (changed.get(user)?.version ?? 0) + 1;
      const { status } = await send("/update-user", session, { name: String(version) });
      if (status >= 500) findings.failures.push(status);
      // Of two concurrent requests, the earlier one may get its response last.
      if (status !== 200 || (changed.get(user)?.version ?? 0) >= version) return;
      changed.set(user, { version, at: performance.now() });
      findings.changes++;
    },
  };
}

/** Each client changes and reads only its own users, so that versions are in order. */
async function runClient(
  which: number,
  { read, change, end }: Calls,
  findings: Findings,
  state: { readonly isOver: boolean },
): Promise<void> {
  const touched: number[] = [];
  for (let turn = 0; !state.isOver; turn++) {
    // While Redis is down, nothing here awaits I/O, and timers would never run.
    await new Promise((resolve) => setTimeout(resolve, 2));
    const own = Math.floor((Math.random() * count) / perUser / clients) * clients * perUser + which * perUser;
    const session = Math.min(count - 1, own + Math.floor(Math.random() * perUser));
    await read(session, findings);
    if (turn % 4 === 0) await change(session, findings);
    if (turn % 8 === 1) await end(session, findings);
    touched.push(session);
    for (const one of touched.slice(-40).filter((_, at) => at % 4 === turn % 4)) await read(one, findings);
  }
}

function newFindings(): Findings {
  return { lateEnds: [], lateChanges: [], failures: [], reads: 0, ends: 0, changes: 0 };
}
