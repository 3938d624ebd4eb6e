/** Statements through a Prisma client, as raw queries. */

import type { DialectName, Layout } from "@latchkey/sql";
import { type Connection, type Driver, detectMariaDb, type Result } from "@latchkey/sql/driver";
import { around } from "./errors.ts";

/** The databases, under the names that Prisma has for them. */
export type PrismaProvider = "sqlite" | "postgresql" | "mysql";

/** The part of a Prisma client, or of its transaction, that is used. */
export interface PrismaQueries {
  $queryRawUnsafe(query: string, ...values: unknown[]): PromiseLike<unknown>;
  $executeRawUnsafe(query: string, ...values: unknown[]): PromiseLike<number>;
}

/** A Prisma client, whatever its models are. */
export interface PrismaInstance extends PrismaQueries {
  $transaction(work: never, options?: never): Promise<unknown>;
}

type Begin = <T>(work: (tx: PrismaQueries) => Promise<T>, options: object) => Promise<T>;

/** In milliseconds: how long for a connection, and how long altogether. Prisma's own are two and five seconds. */
const patience = { maxWait: 10_000, timeout: 20_000 } as const;

export function prismaDriver(prisma: PrismaInstance, dialect: DialectName, layout: Layout): Driver {
  const begin = prisma.$transaction.bind(prisma) as unknown as Begin;
  const options = dialect === "sqlite" ? patience : { ...patience, isolationLevel: "ReadCommitted" };
  const claim = dialect === "sqlite" ? claimOf(layout) : null;
  const transaction: Driver["transaction"] = (work) =>
    around(() =>
      begin(async (tx) => {
        if (claim) await around(async () => tx.$executeRawUnsafe(claim));
        return work(on(tx));
      }, options),
    );
  return {
    dialect,
    transaction,
    run(statement, parameters) {
      // Two statements on one connection.
      if (statement.returnsInsertId) return transaction(async (connection) => connection.run(statement, parameters));
      return on(prisma).run(statement, parameters);
    },
    onConnection: (work) => work(on(prisma)),
    ...(dialect === "mysql" ? { isMariaDb: detectMariaDb() } : {}),
  };
}

/**
 * Prisma begins as a reader, and a reader that turns writer is refused without a wait. A write that changes nothing
 * waits for its turn, and makes a writer of it.
 */
function claimOf(layout: Layout): string | null {
  const [table] = layout.values();
  return table ? `delete from "${table.name.replaceAll('"', '""')}" where 1 = 0` : null;
}

function on(queries: PrismaQueries): Connection {
  return {
    run: ({ sql, returns, returnsInsertId }, parameters) =>
      around(async (): Promise<Result> => {
        if (!returns) {
          const changes = await queries.$executeRawUnsafe(sql, ...parameters);
          if (!returnsInsertId) return { rows: [], changes };
          const [[insertId] = []] = valuesOf(
            await queries.$queryRawUnsafe("select cast(last_insert_id() as signed) as a"),
          );
          return { rows: [], changes, insertId: Number(insertId) };
        }
        const rows = valuesOf(await queries.$queryRawUnsafe(sql, ...parameters));
        return { rows, changes: rows.length };
      }),
  };
}

function valuesOf(found: unknown): unknown[][] {
  return (found as readonly object[]).map((row) => Object.values(row));
}
