/** Extracts the driver's error from Prisma's errors. */

import { DatabaseUnavailable } from "@latchkey/core/database";

interface PrismaError {
  readonly code?: unknown;
  readonly message?: string;
  readonly cause?: unknown;
  readonly meta?: { readonly driverAdapterError?: { readonly cause?: DriverErrorCause } };
}

interface DriverErrorCause {
  readonly kind?: string;
  readonly originalCode?: string;
  readonly originalMessage?: string;
  readonly message?: string;
  readonly table?: string;
  readonly constraint?: { readonly index?: string };
}

/** A driver's error in the form that `@latchkey/sql` reads. */
class DriverError extends Error {
  readonly code: string;
  readonly errno: number;
  readonly table: string | undefined;
  readonly constraint: string | undefined;

  constructor({ kind = "", originalCode = "", originalMessage, message, table, constraint }: DriverErrorCause) {
    super(originalMessage ?? message ?? kind);
    this.code = originalCode;
    this.errno = Number(originalCode);
    this.table = table;
    this.constraint = constraint?.index;
  }
}

/** Prisma's own messages contain the values that were sent, so this throws the driver's error instead. */
export async function withDriverErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw toDriverError(error);
  }
}

/** Unreachable, timed out, or out of connections. Includes transactions that can't begin. */
const unavailable = /^P(?:1000|1001|1002|1008|1010|1011|1017|2024|2028|2037)$/;

const unreachable =
  /^(?:DatabaseNotReachable|DatabaseDoesNotExist|DatabaseAccessDenied|AuthenticationFailed|ConnectionClosed|TlsConnectionError|TooManyConnections)$/;

function toDriverError(error: unknown): unknown {
  if (typeof error !== "object" || error === null) return error;
  const { code, meta, cause } = error as PrismaError;
  const driverCause = meta?.driverAdapterError?.cause ?? driverCauseOf(error, cause);
  if (driverCause && !unreachable.test(driverCause.kind ?? "")) return new DriverError(driverCause);
  if (driverCause || unavailable.test(String(code))) return new DatabaseUnavailable({ cause: error });
  return error;
}

/** Errors from BEGIN and COMMIT come straight from the driver adapter. */
function driverCauseOf(error: object, cause: unknown): DriverErrorCause | null {
  return "name" in error && error.name === "DriverAdapterError" ? (cause as DriverErrorCause) : null;
}
