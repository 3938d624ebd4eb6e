/**
 * Benchmarks Latchkey against better-auth in one run, with an organization of ten thousand members. Build the packages
 * first.
 *
 * tsx scripts/bench/organization.ts [--write]
 */

process.env.NODE_ENV = "production";

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createAuth } from "@latchkey/core";
import { kyselyAdapter } from "@latchkey/kysely";
import { organization } from "@latchkey/organization";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { organization as peerOrganization } from "better-auth/plugins";
import { Kysely, type SqliteDatabase, SqliteDialect } from "kysely";
import Database from "libsql";
import { account, origin, secret, sqlitePragmas } from "./contenders/contender.ts";
import { median } from "./statistics.ts";

const members = 10_000;
const rounds = 3;
const milliseconds = 1500;

interface Contender {
  readonly name: string;
  handler(request: Request): Promise<Response>;
  readonly file: Database.Database;
  readonly cookie: string;
  readonly organizationId: string;
}

/** Queries of list-members and other calls. `null` if a contender doesn't have the call. */
const benchmarks: readonly {
  readonly name: string;
  readonly path: (one: Contender) => string | null | Promise<string | null>;
}[] = [
  { name: "first page of 100", path: () => "list-members?limit=100" },
  { name: "page of 100 from the middle", path: () => "list-members?limit=100&offset=5000" },
  { name: "last page of 100", path: () => "list-members?limit=100&offset=9900" },
  {
    name: "last page of 100, by cursor",
    async path(one) {
      if (one.name !== "latchkey") return null;
      const { nextCursor } = await ask(one, "list-members?limit=100&offset=9800");
      return `list-members?limit=100&cursor=${nextCursor}`;
    },
  },
  { name: "filtered by role, 100", path: () => "list-members?limit=100&filterField=role&filterValue=admin" },
  {
    name: "searched by name or email",
    path: ({ name }) => (name === "latchkey" ? "list-members?limit=100&search=person99" : null),
  },
  { name: "get-full-organization", path: () => "get-full-organization" },
  { name: "get-active-member", path: () => "get-active-member" },
  { name: "the user's organizations", path: () => "list" },
];

const folder = mkdtempSync(join(tmpdir(), "latchkey-bench-"));
const contenders = [await latchkey(), await peer()];
const rows: string[] = ["| call | Latchkey | better-auth |", "|---|---|---|"];
for (const { name, path } of benchmarks) {
  const figures = await Promise.all(
    contenders.map(async (one) => ({ one, path: await path(one), seen: [] as number[] })),
  );
  for (let round = 0; round < rounds; round++) {
    for (const { one, path: query, seen } of figures) if (query !== null) seen.push(...(await measure(one, query)));
  }
  const cells = figures.map(({ seen }) => (seen.length === 0 ? "none" : `${median(seen).toFixed(2)} ms`));
  rows.push(`| ${name} | ${cells.join(" | ")} |`);
  console.error(rows.at(-1));
}
const text = rows.join("\n");
console.log(text);
for (const { file } of contenders) file.close();
rmSync(folder, { recursive: true, force: true });
if (parseArgs({ options: { write: { type: "boolean" } } }).values.write) write(text);

/** Sends one request and checks that the response has data. */
async function ask({ handler, cookie }: Contender, path: string): Promise<{ readonly nextCursor?: string }> {
  const response = await handler(new Request(`${origin}/api/auth/organization/${path}`, { headers: { cookie } }));
  const body = await response.text();
  if (response.status !== 200 || body.length < 50) throw new Error(`${path}: ${response.status} ${body}`);
  return JSON.parse(body);
}

/** Returns the durations of sequential calls, in milliseconds. */
async function measure(one: Contender, path: string): Promise<number[]> {
  const times: number[] = [];
  for (let warm = 0; warm < 5; warm++) await ask(one, path);
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const start = performance.now();
    await ask(one, path);
    times.push(performance.now() - start);
  }
  return times;
}

async function latchkey(): Promise<Contender> {
  const file = open("latchkey");
  const db = new Kysely<Record<string, never>>({ dialect: dialect(file) });
  const auth = createAuth({
    baseURL: origin,
    secret,
    database: kyselyAdapter(db, { dialect: "sqlite" }),
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    logger: { disabled: true },
    plugins: [organization()],
  });
  await auth.migrate();
  return fill("latchkey", file, (request) => auth.handler(request));
}

async function peer(): Promise<Contender> {
  const file = open("better-auth");
  const options = {
    baseURL: origin,
    secret,
    database: { dialect: dialect(file), type: "sqlite" as const },
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: [peerOrganization()],
  };
  const auth = betterAuth(options);
  await (await getMigrations(options)).runMigrations();
  return fill("better-auth", file, (request) => auth.handler(request));
}

function open(name: string): Database.Database {
  const file = new Database(join(folder, `${name}.db`));
  file.exec(sqlitePragmas(1));
  return file;
}

function dialect(file: Database.Database): SqliteDialect {
  return new SqliteDialect({ database: file as unknown as SqliteDatabase });
}

/** Signs up a user who creates an organization. The other members are copies of that user's rows. */
async function fill(
  name: string,
  file: Database.Database,
  handler: (request: Request) => Promise<Response>,
): Promise<Contender> {
  const post = async (path: string, body: object, cookie = ""): Promise<Response> => {
    const headers = { origin, "content-type": "application/json", ...(cookie ? { cookie } : {}) };
    const request = new Request(`${origin}/api/auth${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const response = await handler(request);
    if (response.status !== 200) throw new Error(`${name} ${path}: ${await response.text()}`);
    return response;
  };
  const signedUp = await post("/sign-up/email", account);
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const made = await post("/organization/create", { name: "Acme", slug: "acme" }, cookie);
  const { id: organizationId } = (await made.json()) as { readonly id: string };
  file.exec("begin");
  for (const [table, change] of [
    ["user", { id: "'u' || n", name: "'Person ' || n", email: "'person' || n || '@example.com'" }],
    ["member", { id: "'m' || n", userId: "'u' || n", role: "case n % 10 when 0 then 'admin' else 'member' end" }],
  ] as const) {
    const columns = (file.prepare(`pragma table_info("${table}")`).all() as { readonly name: string }[]).map(
      (row) => row.name,
    );
    const values = columns.map((column) => (change as Record<string, string>)[column] ?? `"${column}"`);
    file.exec(`with recursive count(n) as (select 1 union all select n + 1 from count where n < ${members - 1})
      insert into "${table}" (${columns.map((column) => `"${column}"`).join()})
      select ${values.join()} from count, (select * from "${table}" limit 1)`);
  }
  file.exec("commit");
  file.exec("analyze");
  return { name, handler, file, cookie, organizationId };
}

function write(table: string): void {
  const page = new URL("../../docs/operations/benchmarks.md", import.meta.url);
  const [begin, end] = ["<!-- organization: begin -->", "<!-- organization: end -->"];
  const before = readFileSync(page, "utf8");
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  if (from === -1 || to < from)
    throw new Error(`docs/operations/benchmarks.md doesn't have its markers: ${begin} … ${end}`);
  writeFileSync(page, `${before.slice(0, from + begin.length)}\n\n${table}\n\n${before.slice(to)}`);
}
