/** What a driver said, out of the errors of Prisma. */

import { DatabaseUnavailable } from "@latchkey/core/database";

interface PrismaError {
  readonly code?: unknown;
  readonly message?: string;
  readonly cause?: unknown;
  readonly meta?: { readonly driverAdapterError?: { readonly cause?: Said } };
}

interface Said {
  readonly kind?: string;
  readonly originalCode?: string;
  readonly originalMessage?: string;
  readonly message?: string;
  readonly table?: string;
  readonly constraint?: { readonly index?: string };
}

/** A driver's error, in the form that `@latchkey/sql` reads. */
class DriverError extends Error {
  readonly code: string;
  readonly errno: number;
  readonly table: string | undefined;
  readonly constraint: string | undefined;

  constructor({ kind = "", originalCode = "", originalMessage, message, table, constraint }: Said) {
    super(originalMessage ?? message ?? kind);
    this.code = originalCode;
    this.errno = Number(originalCode);
    this.table = table;
    this.constraint = constraint?.index;
  }
}

/** Prisma's own messages tell the values that were sent. Only what the driver said goes on. */
export async function around<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw ofDriver(error);
  }
}

/** Out of reach, out of time, or out of connections; the last one also for a transaction that cannot begin. */
const unavailable = /^P(?:1000|1001|1002|1008|1010|1011|1017|2024|2028|2037)$/;

const unreachable =
  /^(?:DatabaseNotReachable|DatabaseDoesNotExist|DatabaseAccessDenied|AuthenticationFailed|ConnectionClosed|TlsConnectionError|TooManyConnections)$/;

function ofDriver(error: unknown): unknown {
  if (typeof error !== "object" || error === null) return error;
  const { code, meta, cause } = error as PrismaError;
  const said = meta?.driverAdapterError?.cause ?? saidBy(error, cause);
  if (said && !unreachable.test(said.kind ?? "")) return new DriverError(said);
  if (said || unavailable.test(String(code))) return new DatabaseUnavailable({ cause: error });
  return error;
}

/** What BEGIN and COMMIT throw comes as the driver adapter has it. */
function saidBy(error: object, cause: unknown): Said | null {
  return "name" in error && error.name === "DriverAdapterError" ? (cause as Said) : null;
}
