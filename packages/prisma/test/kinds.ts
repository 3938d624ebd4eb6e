/** Prisma with each of its driver adapters that runs here, on a fresh database. */

import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseAdapter, Schema, StatementInfo } from "@latchkey/core/database";
import { type PrismaInstance, type PrismaProvider, prismaAdapter } from "@latchkey/prisma";
import { createStatementsFor, type DdlDialect } from "@latchkey/sql/ddl";
import { type ServerKind, servers, type TestDatabase } from "@latchkey/test-kit/databases";
import { clientFor, fromPrisma } from "./prisma.ts";

export interface Opened extends TestDatabase {
  readonly prisma: PrismaInstance;
}

export interface Kind {
  readonly name: string;
  open(schema: Schema): Promise<Opened>;
}

type Factory = new (options: object) => unknown;

interface Reached {
  /** Prisma's options. */
  readonly adapters: readonly unknown[];
  scans?(text: string): Promise<boolean>;
  close(): Promise<void>;
}

function kind(name: string, provider: PrismaProvider, dialect: DdlDialect, reach: () => Promise<Reached>): Kind {
  return {
    name,
    async open(schema) {
      const { Client, remove } = await clientFor(provider, schema);
      const { adapters, scans, close } = await reach();
      const clients = adapters.map((adapter) => new Client({ adapter }));
      const [prisma, other = prisma] = clients as readonly PrismaInstance[] as readonly [
        PrismaInstance,
        PrismaInstance?,
      ];
      for (const statement of statementsFor(schema, dialect)) await prisma.$executeRawUnsafe(statement);
      const statements: StatementInfo[] = [];
      const adapter = (client: PrismaInstance): DatabaseAdapter =>
        prismaAdapter(client, { provider, onStatement: (one) => void statements.push(one) });
      return {
        database: adapter(prisma),
        again: () => adapter(other),
        prisma,
        statements,
        ...(scans ? { scans } : {}),
        async close() {
          for (const client of clients) await client.$disconnect();
          await close();
          await remove();
        },
      };
    },
  };
}

/**
 * `prisma migrate` can't run here. In SQLite, it uses its own column types, and Prisma reads values according to them.
 */
function statementsFor(schema: Schema, dialect: DdlDialect): readonly string[] {
  const statements = createStatementsFor(schema, dialect);
  if (dialect !== "sqlite") return statements;
  const names = { date: "datetime", boolean: "boolean", number: "bigint" } as const;
  return statements.map((statement) => {
    let changed = statement;
    for (const table of schema.values()) {
      if (!statement.startsWith(`create table "${table.name}"`)) continue;
      for (const [name, { type }] of Object.entries(table.columns)) {
        const declared = (names as Readonly<Record<string, string>>)[type];
        if (declared) changed = changed.replace(new RegExp(`^(  "${name}") \\w+`, "m"), `$1 ${declared}`);
      }
    }
    return changed;
  });
}

export const libsql: Kind = kind("Prisma over libsql", "sqlite", "sqlite", async () => {
  const { PrismaLibSql } = fromPrisma<{ PrismaLibSql: Factory }>("@prisma/adapter-libsql");
  const file = join(tmpdir(), `latchkey-${crypto.randomUUID()}.db`);
  return {
    // One client for both: two in one process would deadlock, because waiting blocks the event loop.
    adapters: [new PrismaLibSql({ url: `file:${file}`, timeout: 5000 })],
    async close() {
      for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
    },
  };
});

export const postgres: Kind | null = over(servers.postgres, "Prisma over pg", "postgresql", "postgres", (url) => {
  const { PrismaPg } = fromPrisma<{ PrismaPg: Factory }>("@prisma/adapter-pg");
  return new PrismaPg({ connectionString: url, max: 5 });
});

export const mariadb: Kind | null = over(servers.mariadb, "Prisma over mariadb", "mysql", "mariadb", (url) => {
  const { PrismaMariaDb } = fromPrisma<{ PrismaMariaDb: Factory }>("@prisma/adapter-mariadb");
  const { hostname, port, username, password, pathname } = new URL(url);
  const database = pathname.slice(1);
  return new PrismaMariaDb({
    host: hostname,
    port: Number(port),
    user: username,
    password,
    database,
    connectionLimit: 5,
  });
});

function over(
  server: ServerKind | null,
  name: string,
  provider: PrismaProvider,
  dialect: DdlDialect,
  adapter: (url: string) => unknown,
): Kind | null {
  if (!server) return null;
  return kind(name, provider, dialect, async () => {
    const { url, scans, close } = await server.open();
    return { adapters: [adapter(url), adapter(url)], ...(scans ? { scans } : {}), close };
  });
}

export const kinds: readonly Kind[] = [libsql, postgres, mariadb].filter((one) => one !== null);
