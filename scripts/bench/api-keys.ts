/**
 * Benchmarks API key verification in Latchkey against better-auth in one run. Build the packages first.
 *
 * tsx scripts/bench/api-keys.ts
 */

process.env.NODE_ENV = "production";

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apiKey as peerApiKey } from "@better-auth/api-key";
import { apiKey } from "@latchkey/api-key";
import { createAuth } from "@latchkey/core";
import { kyselyAdapter } from "@latchkey/kysely";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { Kysely, type SqliteDatabase, SqliteDialect } from "kysely";
import Database from "libsql";
import { account, origin, secret, sqlitePragmas } from "./contenders/contender.ts";
import { median } from "./statistics.ts";

const rounds = 5;
const milliseconds = 1000;
/** A limit that's checked and never reached. */
const limit = { rateLimitMax: 1_000_000_000, rateLimitTimeWindow: 3_600_000 };
const rateLimit = { enabled: true, maxRequests: limit.rateLimitMax, timeWindow: limit.rateLimitTimeWindow };

interface Contender {
  readonly name: string;
  readonly file: Database.Database;
  verify(): Promise<{ readonly valid: boolean }>;
}

const folder = mkdtempSync(join(tmpdir(), "api-keys-"));
const contenders = [await latchkey(), await peer()];
const perSecond = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
for (let round = 0; round < rounds; round++) {
  for (const one of contenders) perSecond.get(one.name)?.push(await measure(one));
}
const [own = 0, other = 0] = contenders.map(({ name }) => median(perSecond.get(name) ?? []));
console.log("| | verified per second |\n|---|---|");
console.log(`| Latchkey | ${Math.round(own)} |\n| better-auth | ${Math.round(other)} |`);
console.log(`Latchkey is ${(own / other).toFixed(1)} times as fast.`);
for (const { file } of contenders) file.close();
rmSync(folder, { recursive: true, force: true });

/** Returns how many sequential calls complete in a second. */
async function measure({ name, verify }: Contender): Promise<number> {
  for (let warm = 0; warm < 20; warm++) {
    if (!(await verify()).valid) throw new Error(`${name} rejects the key.`);
  }
  const start = performance.now();
  let calls = 0;
  while (performance.now() - start < milliseconds) {
    await verify();
    calls++;
  }
  return (calls / (performance.now() - start)) * 1000;
}

async function latchkey(): Promise<Contender> {
  const file = open("latchkey");
  const db = new Kysely<Record<string, never>>({ dialect: dialect(file) });
  const auth = createAuth({
    baseURL: origin,
    secret,
    database: kyselyAdapter(db, { dialect: "sqlite" }),
    emailAndPassword: { enabled: true },
    logger: { disabled: true },
    plugins: [apiKey()],
  });
  await auth.migrate();
  const { user } = await auth.api.signUpEmail({ body: account });
  const { key } = await auth.api.createApiKey({ body: { userId: user.id, ...limit } });
  return { name: "latchkey", file, verify: () => auth.api.verifyApiKey({ body: { key } }) };
}

async function peer(): Promise<Contender> {
  const file = open("better-auth");
  const options = {
    baseURL: origin,
    secret,
    database: { dialect: dialect(file), type: "sqlite" as const },
    emailAndPassword: { enabled: true },
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: [peerApiKey({ rateLimit })],
  };
  const auth = betterAuth(options);
  await (await getMigrations(options)).runMigrations();
  const { user } = await auth.api.signUpEmail({ body: account });
  const { key } = await auth.api.createApiKey({ body: { userId: user.id } });
  return { name: "better-auth", file, verify: () => auth.api.verifyApiKey({ body: { key } }) };
}

function open(name: string): Database.Database {
  const file = new Database(join(folder, `${name}.db`));
  file.exec(sqlitePragmas(1));
  return file;
}

function dialect(file: Database.Database): SqliteDialect {
  return new SqliteDialect({ database: file as unknown as SqliteDatabase });
}
