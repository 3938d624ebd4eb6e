/** A driver over a Prisma client, with raw queries. */

import type { DialectName, Layout } from "@latchkey/sql";
import { type Connection, type Driver, detectMariaDb, type Result } from "@latchkey/sql/driver";
import { withDriverErrors } from "./errors.ts";

/** The databases, as Prisma names them. */
export type PrismaProvider = "sqlite" | "postgresql" | "mysql";

/** The part of a Prisma client or transaction that the adapter uses. */
export interface PrismaQueries {
  $queryRawUnsafe(query: string, ...values: unknown[]): PromiseLike<unknown>;
  $executeRawUnsafe(query: string, ...values: unknown[]): PromiseLike<number>;
}

/** A Prisma client with any models. */
export interface PrismaInstance extends PrismaQueries {
  $transaction(work: never, options?: never): Promise<unknown>;
}

type Begin = <T>(work: (tx: PrismaQueries) => Promise<T>, options: object) => Promise<T>;

/** Maximum wait for a connection and maximum duration, in milliseconds. Prisma's defaults are two and five seconds. */
const transactionLimits = { maxWait: 10_000, timeout: 20_000 } as const;

export function prismaDriver(prisma: PrismaInstance, dialect: DialectName, layout: Layout): Driver {
  const begin = prisma.$transaction.bind(prisma) as unknown as Begin;
  const options = dialect === "sqlite" ? transactionLimits : { ...transactionLimits, isolationLevel: "ReadCommitted" };
  const lockStatement = dialect === "sqlite" ? writeLockStatement(layout) : null;
  const transaction: Driver["transaction"] = (work) =>
    withDriverErrors(() =>
      begin(async (tx) => {
        if (lockStatement) await withDriverErrors(async () => tx.$executeRawUnsafe(lockStatement));
        return work(toConnection(tx));
      }, options),
    );
  return {
    dialect,
    transaction,
    run(statement, parameters) {
      // Reading the insert id takes a second statement on the same connection.
      if (statement.returnsInsertId) return transaction(async (connection) => connection.run(statement, parameters));
      return toConnection(prisma).run(statement, parameters);
    },
    onConnection: (work) => work(toConnection(prisma)),
    ...(dialect === "mysql" ? { isMariaDb: detectMariaDb() } : {}),
  };
}

/**
 * Prisma begins transactions without the write lock, and SQLite fails without waiting if one later tries to write. A
 * write that changes nothing waits for the lock and takes it right away.
 */
function writeLockStatement(layout: Layout): string | null {
  const [table] = layout.values();
  return table ? `delete from "${table.name.replaceAll('"', '""')}" where 1 = 0` : null;
}

function toConnection(queries: PrismaQueries): Connection {
  return {
    run: ({ sql, returns, returnsInsertId }, parameters) =>
      withDriverErrors(async (): Promise<Result> => {
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
