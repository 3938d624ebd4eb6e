/** Translates drivers' errors into the adapter's own, and retries transactions that lost to another one. */

import {
  DatabaseUnavailable,
  ForeignKeyViolation,
  type ResolvedTable,
  type Schema,
  UniqueViolation,
} from "@latchkey/core/database";
import type { DatabaseFault, Dialect } from "./dialects/dialect.ts";
import { declaredName, layoutOf } from "./layout.ts";
import { uniqueNames } from "./names.ts";

/** A transaction lost to another one. Never leaves the adapter: it's retried, or becomes `DatabaseUnavailable`. */
export class Conflict extends Error {
  override readonly name = "Conflict";

  constructor(cause: unknown) {
    super("Lost to another transaction", { cause });
  }
}

/** Translates a driver's error. `table` is the statement's table, or `null` for BEGIN, COMMIT, and connections. */
export type TranslateError = (error: unknown, table: ResolvedTable | null) => unknown;

/** Unknown errors are returned unchanged. */
export function errorTranslator(dialect: Dialect, schema: Schema): TranslateError {
  const constraints = new Map(uniqueNames(schema));
  const tables = new Map<string, ResolvedTable>();
  for (const table of schema.values()) {
    const layout = layoutOf(table);
    tables.set(layout?.name ?? table.name, table);
    for (const [name, columns] of layout?.uniques ?? []) constraints.set(name, columns);
  }
  return (error, table) => {
    const fault = dialect.classify(error);
    if (fault?.kind === "unavailable") return new DatabaseUnavailable({ cause: error });
    if (fault?.kind === "conflict") return new Conflict(error);
    if (!table || !fault) return error;
    if (fault.kind === "foreign-key") return new ForeignKeyViolation(table.name, { cause: error });
    const violated = tables.get(fault.table ?? "") ?? table;
    return new UniqueViolation(violated.name, columnsOf(fault, violated, constraints), { cause: error });
  };
}

/** Uses the constraint's name if it's known, then the columns that the database reports, then similar names. */
function columnsOf(
  { constraint, columns: reported }: Extract<DatabaseFault, { kind: "unique" }>,
  table: ResolvedTable,
  constraints: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const keys = [["id"], ...table.uniques];
  const known = constraints.get(constraint);
  if (known) return known;
  const columns = reported?.map((name) => declaredName(table, name));
  if (columns)
    return keys.find((key) => key.length === columns.length && key.every((name) => columns.includes(name))) ?? columns;
  const words = normalize(constraint);
  const similar = keys.filter((key) => key.every((name) => words.includes(normalize(name))));
  return similar.sort((a, b) => b.join("").length - a.join("").length)[0] ?? [];
}

function normalize(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

const maxAttempts = 12;

/**
 * Retries a transaction that lost to another one, for about three seconds.
 * @throws {DatabaseUnavailable} if every attempt lost
 */
export async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      if (attempt === maxAttempts) throw new DatabaseUnavailable({ cause: error.cause });
      const pause = Math.min(2 ** attempt * 5, 400) * (0.5 + Math.random());
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
