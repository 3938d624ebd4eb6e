import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { admin } from "@latchkey/admin";
import { anonymous } from "@latchkey/anonymous";
import { authSchema } from "@latchkey/core";
import { DatabaseUnavailable } from "@latchkey/core/database";
import { organization } from "@latchkey/organization";
import { type PrismaInstance, type PrismaProvider, prismaAdapter } from "@latchkey/prisma";
import { collationStatements } from "@latchkey/prisma/generate";
import { account, accountSchema, accounts, entries, startAuth } from "@latchkey/test-kit";
import { servers } from "@latchkey/test-kit/databases";
import { twoFactor } from "@latchkey/two-factor";
import { username } from "@latchkey/username";
import { afterEach, describe, expect, test } from "vitest";
import { type Kind, libsql, mariadb, postgres } from "./kinds.ts";
import { clientFor, fromPrisma, hasPrisma } from "./prisma.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Creates a client for these models over a SQLite file. */
async function over(source: string): Promise<PrismaInstance> {
  const { Client, remove } = await clientFor("sqlite", accountSchema, source);
  const { PrismaLibSql } = fromPrisma<{ PrismaLibSql: new (options: object) => unknown }>("@prisma/adapter-libsql");
  const file = join(tmpdir(), `latchkey-${crypto.randomUUID()}.db`);
  const client = new Client({ adapter: new PrismaLibSql({ url: `file:${file}` }) });
  closing.push(
    remove,
    () => rmSync(file, { force: true }),
    () => client.$disconnect(),
  );
  return client;
}

describe.skipIf(!(await hasPrisma()))("Prisma's models", () => {
  test("keep the app's names, and Prisma reads the rows that were written", async () => {
    const prisma = await over(`
      model Accounts {
        id        String    @id @map("account_id")
        email     String    @unique @map("mail")
        balance   BigInt
        createdAt DateTime? @map("created_at")
        entries   Entrys[]
        @@map("app_accounts")
      }
      model Entrys {
        id        String   @id
        accountId String   @map("account")
        kind      String
        account   Accounts @relation(fields: [accountId], references: [id], onDelete: Cascade)
        @@unique([accountId, kind])
        @@map("app_entries")
      }`);
    await prisma.$executeRawUnsafe(
      "create table app_accounts (account_id text primary key, mail text not null unique, balance bigint not null, created_at datetime)",
    );
    await prisma.$executeRawUnsafe(
      "create table app_entries (id text primary key, account text not null references app_accounts on delete cascade, kind text not null, unique (account, kind))",
    );
    const own = prismaAdapter(prisma, { provider: "sqlite", usePlural: true }).connect(accountSchema);
    const row = { ...account("1"), createdAt: new Date("2024-05-06T07:08:09.123Z") };
    const { balance: _, ...withoutBalance } = row;
    await own.insert(accounts, withoutBalance as typeof row);
    const { accounts: model } = prisma as unknown as { accounts: { findMany(query: object): Promise<unknown[]> } };
    expect(await model.findMany({ where: { createdAt: row.createdAt } })).toEqual([{ ...row, balance: 0n }]);
    expect(await own.findOne(accounts, { where: { createdAt: row.createdAt } })).toEqual(row);
    await expect(own.insert(accounts, { ...account("2"), email: row.email })).rejects.toMatchObject({
      table: "account",
      columns: ["email"],
    });
    const entry = { id: "a", accountId: "1", kind: "k" };
    await own.insert(entries, entry);
    await expect(own.insert(entries, { ...entry, id: "b" })).rejects.toMatchObject({
      table: "entry",
      columns: ["accountId", "kind"],
    });
    expect(await own.consume(accounts, { where: { id: "1" } })).toEqual(row);
    expect(await own.count(entries, {})).toBe(0);
  });

  test("that don't match are named, with what to do", async () => {
    const prisma = await over("model Account {\n  id Int @id\n  email String\n  createdAt String?\n}");
    const connect = (): unknown => prismaAdapter(prisma, { provider: "sqlite" }).connect(accountSchema);
    expect(connect).toThrow('the model "entry" is missing');
    expect(connect).toThrow("Account.id is Int, which can't hold a string");
    expect(connect).toThrow("Account.balance is missing");
    expect(connect).toThrow("Account.createdAt is String, which can't hold a date");
    expect(connect).toThrow("npx @latchkey/cli generate --prisma --dialect sqlite");
    const misspelled = { provider: "sqlite", plural: true } as const;
    expect(() => prismaAdapter(prisma, misspelled)).toThrow("prismaAdapter.plural isn't an option.");
    const wrong = prismaAdapter(prisma, { provider: "mysql" });
    expect(() => wrong.connect(accountSchema)).toThrow('the Prisma client is for "sqlite"');
  });

  test.each<PrismaProvider>(["postgresql", "mysql"])(
    "are generated for core and four plugins, and %s accepts them",
    async (provider) => {
      const plugins = [admin(), organization({ teams: { enabled: true } }), twoFactor(), username(), anonymous()];
      const schema = authSchema({ plugins });
      const { Client, remove } = await clientFor(provider, schema);
      closing.push(remove);
      const { PrismaPg } = fromPrisma<{ PrismaPg: new (options: object) => unknown }>("@prisma/adapter-pg");
      const { PrismaMariaDb } = fromPrisma<{ PrismaMariaDb: new (options: object) => unknown }>(
        "@prisma/adapter-mariadb",
      );
      const adapter =
        provider === "mysql"
          ? new PrismaMariaDb({ host: "127.0.0.1", port: 1, acquireTimeout: 500, connectTimeout: 400 })
          : new PrismaPg({ connectionString: "postgres://postgres@127.0.0.1:1/none" });
      const client = new Client({ adapter });
      closing.push(() => client.$disconnect());
      const own = prismaAdapter(client, { provider }).connect(schema);
      const refused = await own.count({ name: "user", columns: {} }, {}).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(DatabaseUnavailable);
    },
  );

  test.each([libsql, postgres].filter((kind): kind is Kind => kind !== null))(
    "$name: sign-up, reading the session, and sign-in stay within their query budgets",
    async ({ open }) => {
      const { database, statements, close } = await open(authSchema());
      closing.push(close);
      const { auth, browser } = await startAuth({ database });
      const ann = browser();
      const person = { email: "ann@example.com", password: "correct horse battery", name: "Ann" };
      const calls = [
        ["signUpEmail", () => ann.post("/sign-up/email", person)],
        ["getSession", () => ann.get("/get-session")],
        ["signInEmail", () => browser().post("/sign-in/email", person)],
      ] as const;
      for (const [id, call] of calls) {
        statements.length = 0;
        expect((await call()).status).toBe(200);
        const own = statements.filter(
          ({ table }) => table !== null && !["audit", "outbox", "rateLimit"].includes(table),
        );
        expect(own.length, id).toBeLessThanOrEqual(auth.$context.extensions.endpoints[id]?.queryBudget ?? -1);
      }
    },
  );

  test.skipIf(servers.mariadb === null)(
    "INPUT-07: tables with case-insensitive text are rejected, and the suggested SQL fixes them",
    async () => {
      const { prisma, again, close } = await (mariadb as Kind).open(accountSchema);
      closing.push(close);
      const text = "character set utf8mb4 collate utf8mb4_unicode_ci";
      await prisma.$executeRawUnsafe("alter table entry drop foreign key `entry_accountId_fkey`");
      for (const table of ["account", "entry"])
        await prisma.$executeRawUnsafe(`alter table ${table} convert to ${text}`);
      await expect(again().connect(accountSchema).insert(accounts, account("1"))).rejects.toThrow("byte by byte");
      for (const statement of collationStatements(accountSchema, "mariadb")) await prisma.$executeRawUnsafe(statement);
      const own = again().connect(accountSchema);
      await own.insert(accounts, { ...account("1"), email: "Ann@x.test" });
      await own.insert(accounts, { ...account("2"), email: "ann@x.test" });
      expect(await own.count(accounts, {})).toBe(2);
    },
  );
});
