import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseUnavailable, UniqueViolation } from "@latchkey/core/database";
import { drizzleAdapter } from "@latchkey/drizzle";
import { account, accountSchema, accounts } from "@latchkey/test-kit";
import { createClient } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";
import { drizzle as overPg } from "drizzle-orm/node-postgres";
import { afterEach, expect, test } from "vitest";
import { madeFor } from "./made.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

test("FAULT-11: a write waits for another process's transaction, and no write is lost", async () => {
  const file = join(tmpdir(), `latchkey-${crypto.randomUUID()}.db`);
  closing.push(() => {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
  });
  const client = createClient({ url: `file:${file}`, timeout: 10_000 });
  closing.push(() => client.close());
  const { tables, statements } = await madeFor(accountSchema, "sqlite");
  await client.execute("PRAGMA journal_mode = WAL");
  for (const statement of statements) await client.execute(statement);
  const own = drizzleAdapter(drizzle(client), { provider: "sqlite", schema: tables }).connect(accountSchema);
  const script = `
    import Database from "libsql";
    const db = new Database(${JSON.stringify(file)});
    db.exec("begin immediate");
    db.prepare("insert into account (id, email) values (?, ?)").run("1", "1@example.com");
    console.log("written");
    setTimeout(() => { db.exec("commit"); console.log("over"); }, 300);
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { cwd: import.meta.dirname });
  await once(child.stdout, "data");
  await own.insert(accounts, account("2"));
  await own.transaction((tx) => tx.insert(accounts, account("3")));
  expect(await own.count(accounts, {})).toBe(3);
  await expect(own.insert(accounts, account("1"))).rejects.toBeInstanceOf(UniqueViolation);
});

test("a database that doesn't respond counts as unreachable, and the error contains no values", async () => {
  const { tables } = await madeFor(accountSchema, "postgres");
  const db = overPg("postgres://postgres@127.0.0.1:1/none");
  const own = drizzleAdapter(db, { provider: "pg", schema: tables }).connect(accountSchema);
  const secret = "a-secret@example.com";
  const refused = await own.insert(accounts, { ...account("1"), email: secret }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DatabaseUnavailable);
  for (let error = refused; error instanceof Error; error = error.cause) expect(String(error)).not.toContain(secret);
  await expect(own.transaction((tx) => tx.count(accounts, {}))).rejects.toBeInstanceOf(DatabaseUnavailable);
});
