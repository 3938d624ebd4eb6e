/** Runs plans against worlds that earlier plans have changed, and counts the results. */

import type { DatabaseAdapter } from "@latchkey/core/database";
import type { DeclaredEndpoint } from "@latchkey/core/plugin";
import fc from "fast-check";
import { address, type FuzzApp, openApp } from "./app.ts";
import { type Answer, findViolation } from "./checks.ts";
import { type Plan, plans, unmodified } from "./plans.ts";
import { type PreparedRequest, prepare, toRequest } from "./request.ts";
import { readRows } from "./rows.ts";
import { excludedEndpoints, samples } from "./samples/all.ts";
import { createWorld, type World } from "./world.ts";

/** The results of requests to one endpoint. */
export interface Counts {
  /** Whether it's an alias. Hooks see aliases under the original's id, so an alias is never counted as reached. */
  readonly isAlias: boolean;
  sent: number;
  /** Requests that passed validation and guards. */
  reached: number;
  /** Requests with a successful response. */
  succeeded: number;
  readonly statuses: Map<number, number>;
}

/** The results of a run. */
export interface Tally {
  readonly byEndpoint: Map<string, Counts>;
  requests: number;
  worlds: number;
  /** Plans whose request no client could send. */
  unsendable: number;
  slowestMs: number;
}

/** A response that violates a check. The message contains the request. */
export class FuzzFailure extends Error {
  override readonly name = "FuzzFailure";
}

export interface FuzzOptions {
  readonly seed: number;
  /** Minimum number of requests. */
  readonly requests: number;
  /** Creates a fresh database. It's called each time the app is created. */
  readonly database?: () => DatabaseAdapter;
  /** Number of requests per world. */
  readonly perWorld?: number;
  /** Whether all worlds share one app, for databases that are slow to create. */
  readonly oneApp?: boolean;
  readonly tally?: Tally;
  /** Runs after every few thousand requests. */
  onRound?(tally: Tally): void;
}

export const emptyTally = (): Tally => ({
  byEndpoint: new Map(),
  requests: 0,
  worlds: 0,
  unsendable: 0,
  slowestMs: 0,
});

/** Maximum duration of a request, in milliseconds. On a busy machine, creating an RSA key takes several seconds. */
const timeLimit = 60_000;

/**
 * Sends every valid request once, then mutated ones generated from the seed.
 * @throws {FuzzFailure} with the smallest failing plan and its request
 */
export async function fuzz(options: FuzzOptions): Promise<Tally> {
  const tally = options.tally ?? emptyTally();
  const stage = createWorldSource(options, tally);
  const endpoints = Object.keys((await stage.world()).app.endpoints);
  const missing = endpoints.filter((id) => !samples[id]?.length);
  if (missing.length > 0)
    throw new Error(`There's no valid request to ${missing.join(", ")}. Add one in scripts/fuzz/samples.`);
  for (const id of endpoints) {
    for (const at of (samples[id] ?? []).keys()) await runOn(stage, unmodified(id, at), tally);
  }
  for (let round = 0; tally.requests < options.requests; round++) {
    const numRuns = Math.min(options.requests - tally.requests, 5000);
    await check(stage, endpoints, { seed: options.seed + round, numRuns }, tally);
    options.onRound?.(tally);
  }
  return tally;
}

async function check(
  stage: WorldSource,
  endpoints: readonly string[],
  { seed, numRuns }: { seed: number; numRuns: number },
  tally: Tally,
) {
  const property = fc.asyncProperty(plans(endpoints), async (plan) => runOn(stage, plan, tally));
  const details = await fc.check(property, { seed, numRuns, endOnFailure: false, interruptAfterTimeLimit: 1_200_000 });
  if (!details.failed) return;
  const [plan] = details.counterexample ?? [];
  const cause = details.errorInstance;
  throw new FuzzFailure(
    `${cause instanceof Error ? cause.message : String(cause)}\n\nseed ${seed}, smallest plan:\n${JSON.stringify(plan)}`,
    { cause },
  );
}

/** Supplies a world for each request, and a new one after a number of requests or a failure. */
interface WorldSource {
  world(): Promise<World>;
  leave(): void;
}

function createWorldSource({ database, perWorld = 60, oneApp = false }: FuzzOptions, tally: Tally): WorldSource {
  let app: FuzzApp | null = null;
  let world: World | null = null;
  let seen = 0;
  const next = async (): Promise<World> => {
    if (!app || !oneApp) app = await openApp(database?.());
    seen = 0;
    return createWorld(app, ++tally.worlds);
  };
  return {
    async world() {
      if (!world || ++seen > perWorld) world = await next();
      return world;
    },
    leave() {
      world = null;
    },
  };
}

async function runOn(stage: WorldSource, plan: Plan, tally: Tally): Promise<void> {
  try {
    const { world, ready } = await readyFor(stage, plan);
    await runPlan(plan, world, ready, tally);
  } catch (error) {
    stage.leave();
    throw error;
  }
}

/** Prepares the request in the current world, or in a new one if earlier requests removed what it needs. */
async function readyFor(stage: WorldSource, plan: Plan): Promise<{ world: World; ready: PreparedRequest }> {
  const world = await stage.world();
  try {
    return { world, ready: await prepare(plan, world) };
  } catch {
    stage.leave();
    const fresh = await stage.world();
    return { world: fresh, ready: await prepare(plan, fresh) };
  }
}

async function runPlan(plan: Plan, world: World, ready: PreparedRequest, tally: Tally): Promise<void> {
  const { app } = world;
  const request = toRequest(ready);
  if (!request) {
    tally.unsendable++;
    return;
  }
  const { reached, succeeded } = app.probe;
  const [reachedBefore, succeededBefore] = [reached.get(plan.endpoint) ?? 0, succeeded.get(plan.endpoint) ?? 0];
  const before = await readRows(world);
  app.errors.length = 0;
  const answer = await send(app, ready, request, tally);
  const after = await readRows(world);
  const counts = countsOf(tally, plan.endpoint, app.endpoints[plan.endpoint]?.aliasOf !== undefined);
  tally.requests++;
  counts.sent++;
  counts.reached += (reached.get(plan.endpoint) ?? 0) - reachedBefore;
  counts.succeeded += (succeeded.get(plan.endpoint) ?? 0) - succeededBefore;
  counts.statuses.set(answer.status, (counts.statuses.get(answer.status) ?? 0) + 1);
  const endpoint = app.endpoints[plan.endpoint] as DeclaredEndpoint;
  const wrong =
    // A rejection can be a page that the handler returns, so having reached the handler isn't enough.
    excludedEndpoints.has(plan.endpoint) && answer.status < 400
      ? "the dev console let a stranger in"
      : findViolation({ world, endpoint, ready, answer, before, after });
  if (wrong) throw new FuzzFailure(describe(wrong, ready, answer, app));
  storeCookies(ready, answer, plan);
}

async function send(app: FuzzApp, ready: PreparedRequest, request: Request, tally: Tally): Promise<Answer> {
  const began = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new FuzzFailure(`no answer within ${timeLimit} ms\n${show(ready)}`)), timeLimit);
  });
  try {
    const read = async (): Promise<Answer> => {
      const response = await app.handler(request, { remoteAddress: address });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    return await Promise.race([read(), late]);
  } finally {
    clearTimeout(timer);
    tally.slowestMs = Math.max(tally.slowestMs, performance.now() - began);
  }
}

/** Stores and deletes cookies like a browser. */
function storeCookies({ browser }: PreparedRequest, { headers }: Answer, plan: Plan): void {
  // If this browser was signed in as another user with their password, clear it, so that the actor signs in again.
  const isAnother =
    plan.actorName !== "proper" && headers.getSetCookie().some((line) => /session_token=[^;]/.test(line));
  if (isAnother) {
    browser.cookies.clear();
    return;
  }
  for (const line of headers.getSetCookie()) {
    const [pair = "", ...attributes] = line.split("; ");
    const at = pair.indexOf("=");
    if (attributes.includes("Max-Age=0")) browser.cookies.delete(pair.slice(0, at));
    else browser.cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

function countsOf({ byEndpoint }: Tally, id: string, isAlias: boolean): Counts {
  const counts = byEndpoint.get(id) ?? { isAlias, sent: 0, reached: 0, succeeded: 0, statuses: new Map() };
  byEndpoint.set(id, counts);
  return counts;
}

const shortened = (text: string): string => (text.length > 2000 ? `${text.slice(0, 2000)}… (${text.length})` : text);

function show({ method, url, headers, body }: PreparedRequest): string {
  const lines = headers.map(([name, value]) => `${name}: ${shortened(value)}`);
  const text =
    typeof body === "string" ? body : body === null ? "" : `(base64) ${Buffer.from(body).toString("base64")}`;
  return [`${method} ${shortened(url)}`, ...lines, "", shortened(text)].join("\n");
}

function describe(wrong: string, ready: PreparedRequest, { status, text }: Answer, { errors }: FuzzApp): string {
  const causes = errors.map((error) => (error instanceof Error ? (error.stack ?? error.message) : String(error)));
  return [wrong, "", show(ready), "", `answer: ${status} ${shortened(text)}`, ...causes].join("\n");
}
