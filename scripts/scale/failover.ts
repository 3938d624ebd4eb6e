/**
 * Kills a PostgreSQL primary while people sign up, sign in, and sign out, promotes its replica, and compares what was
 * acknowledged with what the new primary has.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { type Auth, createAuth } from "@latchkey/core";
import { sqlAdapter } from "@latchkey/sql";
import { createBrowser, type TestBrowser } from "@latchkey/test-kit";
import pg from "pg";
import { type PostgresPair, type Replication, startPostgresPair } from "./postgres-pair.ts";

export interface FailoverPlan {
  readonly replication: Replication;
  /** Number of concurrent users. */
  readonly people: number;
  /** Number of acknowledged changes to wait for before the primary is killed, and again after the promotion. */
  readonly changes: number;
  /** How long the replica receives nothing before the primary is killed, in milliseconds. */
  readonly stallMs: number;
  /** PostgreSQL's `statement_timeout`, in milliseconds. Default: none. */
  readonly statementTimeoutMs?: number;
}

export interface FailoverResult {
  /** Acknowledged changes by kind, and how many of them the new primary doesn't have. */
  readonly changes: Readonly<Record<Change["kind"], { acknowledged: number; lost: number }>>;
  /**
   * How long before the kill the earliest lost change was acknowledged, in milliseconds. `null` if nothing was lost.
   */
  readonly earliestLossMs: number | null;
  /** Responses by status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Time between the kill and the first change that was acknowledged after it, in milliseconds. */
  readonly outageMs: number;
  /** Longest time that a request took, in milliseconds. */
  readonly longestMs: number;
}

/** A change that a response with status 200 has acknowledged. */
interface Change {
  readonly kind: "sign-up" | "sign-in" | "sign-out";
  readonly at: number;
  /** Returns whether the database still has it. */
  survives(): Promise<boolean>;
}

interface Load {
  readonly auth: Auth;
  readonly changes: Change[];
  readonly statuses: Record<number, number>;
  longestMs: number;
  isOver: boolean;
}

const origin = "http://app.test";
const password = "a long enough password";

export async function runFailover(plan: FailoverPlan): Promise<FailoverResult> {
  const pair = await startPostgresPair(plan.replication);
  const pool = new pg.Pool({
    connectionString: pair.url,
    max: 8,
    connectionTimeoutMillis: 3000,
    query_timeout: 5000,
    statement_timeout: plan.statementTimeoutMs ?? 0,
  });
  try {
    const auth = createAuth({
      baseURL: origin,
      secret: "Yb7xKp2QvM9sTn4WzR8cHj3LfD6gAe1U",
      database: sqlAdapter(pool),
      emailAndPassword: { enabled: true },
      rateLimit: { enabled: false },
      logger: { disabled: true },
    });
    await auth.migrate();
    const load: Load = { auth, changes: [], statuses: {}, longestMs: 0, isOver: false };
    const killedAt = await loadAndKill(pair, load, plan);
    return await compare(load, killedAt);
  } finally {
    await pool.end();
    await pair.close();
  }
}

/** Runs the load, kills the primary, and promotes the replica. Returns the time of the kill, from `performance.now()`. */
async function loadAndKill(pair: PostgresPair, load: Load, plan: FailoverPlan): Promise<number> {
  const people = Array.from({ length: plan.people }, (_, at) => simulatePerson(load, at));
  await moreChanges(load, plan.changes);
  // Creates a session that reaches the replica, but whose sign-out might not.
  const email = "witness@example.com";
  const device = newBrowser(load.auth);
  await request(load, device, "/sign-up/email", { email, password, name: "Ann" });
  await pair.caughtUp();
  pair.stopReplication();
  const leaving = signOut(load, device);
  await sleep(plan.stallMs);
  const killedAt = performance.now();
  await pair.killPrimary();
  await pair.promote();
  await moreChanges(load, plan.changes);
  load.isOver = true;
  await Promise.all([...people, leaving]);
  return killedAt;
}

async function moreChanges({ changes }: Load, count: number): Promise<void> {
  const wanted = changes.length + count;
  while (changes.length < wanted) await sleep(20);
}

/** Simulates one person, who signs up, signs in on several devices, and signs out on every other one. */
async function simulatePerson(load: Load, at: number): Promise<void> {
  const { auth, changes } = load;
  for (let round = 0; !load.isOver; round++) {
    const email = `p${at}-${round}@example.com`;
    if (!(await request(load, newBrowser(auth), "/sign-up/email", { email, password, name: "Ann" }))) continue;
    changes.push({ kind: "sign-up", at: performance.now(), survives: () => canSignIn(auth, email) });
    for (let visit = 0; visit < 4; visit++) {
      const device = newBrowser(auth);
      if (!(await request(load, device, "/sign-in/email", { email, password }))) continue;
      const cookies = new Map(device.cookies);
      const signedInAt = performance.now();
      if (visit % 2 === 1) await signOut(load, device);
      else changes.push({ kind: "sign-in", at: signedInAt, survives: () => isAlive(auth, cookies) });
    }
  }
}

async function signOut(load: Load, device: TestBrowser): Promise<void> {
  const cookies = new Map(device.cookies);
  if (!(await request(load, device, "/sign-out", {}))) return;
  const survives = async (): Promise<boolean> => !(await isAlive(load.auth, cookies));
  load.changes.push({ kind: "sign-out", at: performance.now(), survives });
}

/**
 * Sends a request and returns whether it was acknowledged. A failed request may or may not have taken effect, so it isn't
 * counted.
 */
async function request(load: Load, from: TestBrowser, path: string, body: object): Promise<boolean> {
  const begin = performance.now();
  const { status } = await from.post(path, body);
  const took = performance.now() - begin;
  load.longestMs = Math.max(load.longestMs, took);
  load.statuses[status] = (load.statuses[status] ?? 0) + 1;
  // A person who gets an error waits a moment before trying again.
  if (status !== 200) await sleep(50);
  return status === 200;
}

const newBrowser = (auth: Auth): TestBrowser => createBrowser(auth.handler, `${origin}/api/auth`);

async function canSignIn(auth: Auth, email: string): Promise<boolean> {
  return (await newBrowser(auth).signIn(email, password)).status === 200;
}

async function isAlive(auth: Auth, cookies: ReadonlyMap<string, string>): Promise<boolean> {
  const device = newBrowser(auth);
  for (const [name, value] of cookies) device.cookies.set(name, value);
  const { status, body } = await device.get<{ user?: object } | null>("/get-session");
  if (status !== 200) throw new Error(`/get-session responded with ${status}.`);
  return body?.user !== undefined;
}

async function compare({ changes, statuses, longestMs }: Load, killedAt: number): Promise<FailoverResult> {
  const counts = { "sign-up": none(), "sign-in": none(), "sign-out": none() };
  let earliestLoss: number | null = null;
  for (const change of changes) {
    const count = counts[change.kind];
    count.acknowledged++;
    if (await change.survives()) continue;
    count.lost++;
    earliestLoss = Math.min(earliestLoss ?? change.at, change.at);
  }
  const next = Math.min(...changes.filter(({ at }) => at > killedAt).map(({ at }) => at));
  return {
    changes: counts,
    earliestLossMs: earliestLoss === null ? null : killedAt - earliestLoss,
    statuses,
    outageMs: next - killedAt,
    longestMs,
  };
}

const none = (): { acknowledged: number; lost: number } => ({ acknowledged: 0, lost: 0 });
