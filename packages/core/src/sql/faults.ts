/** Drivers' errors as the adapter's own. */

import {
  DatabaseUnavailable,
  ForeignKeyViolation,
  type ResolvedTable,
  type Schema,
  UniqueViolation,
} from "../database/index.ts";
import type { DatabaseFault, Dialect } from "./dialects/dialect.ts";
import { declaredName, layoutOf } from "./layout.ts";
import { uniqueNames } from "./migrations/names.ts";

/** Lost to another transaction. Nobody outside sees it: it is tried again, or ends as `DatabaseUnavailable`. */
export class Conflict extends Error {
  override readonly name = "Conflict";

  constructor(cause: unknown) {
    super("Lost to another transaction", { cause });
  }
}

/** What an error of a driver means, given the table of the statement; `null`: of BEGIN, COMMIT or the connection. */
export type Translate = (error: unknown, table: ResolvedTable | null) => unknown;

/** What is unknown stays as it is. */
export function translator(dialect: Dialect, schema: Schema): Translate {
  const names = new Map(uniqueNames(schema));
  const located = new Map<string, ResolvedTable>();
  for (const table of schema.values()) {
    const layout = layoutOf(table);
    located.set(layout?.name ?? table.name, table);
    for (const [name, columns] of layout?.uniques ?? []) names.set(name, columns);
  }
  return (error, table) => {
    const fault = dialect.classify(error);
    if (fault?.kind === "unavailable") return new DatabaseUnavailable({ cause: error });
    if (fault?.kind === "conflict") return new Conflict(error);
    if (!table || !fault) return error;
    if (fault.kind === "foreign-key") return new ForeignKeyViolation(table.name, { cause: error });
    const refusing = located.get(fault.table ?? "") ?? table;
    return new UniqueViolation(refusing.name, columnsOf(fault, refusing, names), { cause: error });
  };
}

/** By the constraint's name if it is one of ours, else by what the database says of it, else by likeness of names. */
function columnsOf(
  { constraint, columns: found }: Extract<DatabaseFault, { kind: "unique" }>,
  table: ResolvedTable,
  names: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const keys = [["id"], ...table.uniques];
  const known = names.get(constraint);
  if (known) return known;
  const columns = found?.map((name) => declaredName(table, name));
  if (columns)
    return keys.find((key) => key.length === columns.length && key.every((name) => columns.includes(name))) ?? columns;
  const words = plain(constraint);
  const alike = keys.filter((key) => key.every((name) => words.includes(plain(name))));
  return alike.sort((a, b) => b.join("").length - a.join("").length)[0] ?? [];
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

const mostTries = 12;

/**
 * Tries again what lost to another transaction, for some three seconds.
 * @throws {DatabaseUnavailable} it lost each time
 */
export async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      if (attempt === mostTries) throw new DatabaseUnavailable({ cause: error.cause });
      const pause = Math.min(2 ** attempt * 5, 400) * (0.5 + Math.random());
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
